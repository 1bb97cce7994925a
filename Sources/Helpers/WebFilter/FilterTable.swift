import ConnectionNames
import Glibc
import LinuxRuntime
import Netlink

/// The table in the kernel that hands the first packets of some users' connections to the queue and ends those that
/// are closed.
///
/// It belongs to this program's socket (`flags owner`): while the socket lives nobody else can change or flush it,
/// and when the socket
/// closes, however the program ended, the kernel takes the table down. Other programs' tables are never touched.
final class FilterTable {
  /// The table's name, as `nft list ruleset` shows it.
  static let name = "focuskey"

  /// Two bits of the packets' and connections' marks are used; the other thirty belong to others.
  enum Mark {
    static let mask: UInt32 = 0x3000_0000
    static let open: UInt32 = 0x1000_0000
    static let closed: UInt32 = 0x2000_0000
    /// A connection of somebody with a policy of which more is to be heard. What the kernel sends for a program that
    /// has closed it is nobody's, and is known by this.
    static let heard: UInt32 = 0x3000_0000
  }

  /// QUIC at any other port is known by its version: 1 (RFC 9000), 2 (RFC 9369), and the drafts before them.
  private static let versionsOfQUIC: [[UInt8]] = [[0, 0, 0, 1], [0x6B, 0x33, 0x43, 0xCF], [0xFF, 0, 0]]

  /// The port of encrypted questions to resolvers (RFC 7858, RFC 9250); plain ones go to port 53.
  static let privatePort: UInt16 = 853
  private static let openPort: UInt16 = 53

  private let socket: NetlinkSocket
  private var sequence: UInt32 = 0
  private(set) var style: QueueStyle?
  private(set) var stands = false

  init() throws(SystemError) {
    socket = try NetlinkSocket(protocol: NetlinkSocket.netfilter)
  }

  enum Users: Equatable {
    case one(UInt32)
    case several(ClosedRange<UInt32>)

    fileprivate var rule: FilterRule {
      switch self {
      case .one(let user): FilterRule().match(.socketUser, nativeOctets(user))
      case .several(let ids): FilterRule().match(socketUsers: ids)
      }
    }
  }

  /// Some users, and the queue at which their packets are asked about.
  struct Lane: Equatable {
    let users: Users
    let queue: UInt16
  }

  /// Puts the table in force for some users, in place of the one before, at once.
  ///
  /// - Parameters:
  ///   - questions: the queue at which questions for names are asked about.
  ///   - resolvers: whom anybody may ask in secret.
  func raise(for lanes: [Lane], questions: UInt16?, resolvers: [HostAddress]) throws(SystemError) {
    var fault = SystemError("netlink", ENOENT, on: Self.name)
    for style in self.style.map({ [$0] }) ?? QueueStyle.allCases {
      do throws(SystemError) {
        try commit(table(for: lanes, questions: questions, resolvers: resolvers, style: style))
        self.style = style
        stands = true
        return
      } catch {
        fault = error
      }
    }
    throw fault
  }

  func lower() throws(SystemError) {
    guard stands else { return }
    stands = false
    do throws(SystemError) {
      try commit([tableMessage(.deleteTable)])
    } catch  where error.code == ENOENT {
      // Somebody else was faster; down is down.
    }
  }

  func isThere() -> Bool {
    sequence += 1
    var request = NetlinkMessage(
      type: Self.type(of: .getTable), flags: NetlinkMessage.request | NetlinkMessage.acknowledge, sequence: sequence,
      header: Self.family)
    request.add(1, text: Self.name)
    do throws(SystemError) {
      try socket.request([request], acknowledged: 1, subject: Self.name)
      return true
    } catch {
      return false
    }
  }

  /// Tries whether this kernel would take the table, for a user id that nobody has, and takes it away again.
  func probe(queue: UInt16) throws(SystemError) {
    guard !stands else { return }
    try raise(
      for: [Users.one(.max), .several(.max ... .max)].map { Lane(users: $0, queue: queue) }, questions: nil,
      resolvers: [HostAddress([UInt8](repeating: 0, count: 4)), HostAddress([UInt8](repeating: 0, count: 16))])
    try lower()
  }

  /// Removes a table that has lost its owner; returns whether there was one that would not go.
  static func removeLeftover() -> Bool {
    guard let table = try? FilterTable(), table.isThere() else { return false }
    try? table.commit([table.tableMessage(.deleteTable)])
    return table.isThere()
  }

  private func table(
    for lanes: [Lane], questions: UInt16?, resolvers: [HostAddress], style: QueueStyle
  ) -> [NetlinkMessage] {
    // New, away, new: so the batch holds whether or not there was one before.
    var messages = [tableMessage(.newTable), tableMessage(.deleteTable), tableMessage(.newTable)]
    // NF_IP_PRI_MANGLE, after connection tracking (-200), and just before the usual filters (0).
    messages.append(chain("names", priority: -150))
    messages.append(chain("verdicts", priority: -5))
    if let questions {
      // Anybody's, and also what stays on this computer: a resolver here asks for everybody.
      for transport in [IPPROTO_UDP, IPPROTO_TCP] {
        messages.append(
          rule(
            "names",
            FilterRule().match(.transport, [UInt8(transport)]).match(destinationPort: Self.openPort)
              .queue(questions, by: style)))
      }
    }
    messages += secrets(of: lanes, except: resolvers) + connections(of: lanes, style)
    for lane in lanes {
      // ARPHRD_LOOPBACK (772): what stays on this computer is nobody's business.
      let mine = lane.users.rule.match(.outgoingType, nativeOctets(UInt16(772)), isNot: true)
      // QUIC has no reset and hides its name in its first packet; browsers go on over TCP within the moment.
      let datagrams = mine.match(.transport, [UInt8(IPPROTO_UDP)])
      messages.append(rule("verdicts", datagrams.match(destinationPort: 443).answerUnreachable()))
      for version in Self.versionsOfQUIC {
        messages.append(
          rule("verdicts", datagrams.match(.direction, [0]).match(openingOfQUIC: version).answerUnreachable()))
      }
    }
    for verdict in [Mark.open, Mark.closed] {
      messages.append(
        rule(
          "verdicts",
          FilterRule().match(packetMark: verdict, of: Mark.mask).set(connectionMark: verdict, of: Mark.mask)))
    }
    messages.append(
      rule(
        "verdicts", FilterRule().match(packetMark: 0, of: Mark.mask, isNot: true).clear(packetMark: Mark.mask)))
    // Only what this side sends: the reset itself travels the other way and must arrive. One that this side sends must
    // too, so that the server hears of the end.
    messages.append(
      rule(
        "verdicts",
        FilterRule().match(.transport, [UInt8(IPPROTO_TCP)]).match(.direction, [0])
          .match(connectionMark: Mark.closed, of: Mark.mask).match(resets: false).resetConnection()))
    return messages
  }

  /// Asks about connections of which more will be heard; somebody's are then known by their mark.
  private func connections(of lanes: [Lane], _ style: QueueStyle) -> [NetlinkMessage] {
    func asks(_ spoken: FilterRule, _ lane: Lane) -> NetlinkMessage {
      rule("names", spoken.match(connectionMark: Mark.heard, of: Mark.mask).queue(lane.queue, by: style))
    }
    func spoken(_ rule: FilterRule) -> FilterRule {
      // ARPHRD_LOOPBACK (772): what stays on this computer is nobody's business.
      rule.match(.outgoingType, nativeOctets(UInt16(772)), isNot: true).match(.transport, [UInt8(IPPROTO_TCP)])
        .match(.direction, [0])
    }
    var messages: [NetlinkMessage] = []
    for lane in lanes {
      let mine = spoken(lane.users.rule)
      let begins = mine.match(connectionMark: 0, of: Mark.mask).set(connectionMark: Mark.heard, of: Mark.mask)
      messages += [rule("names", begins), asks(mine, lane)]
    }
    if let first = lanes.first { messages.append(asks(spoken(FilterRule()), first)) }
    return messages
  }

  /// Closes encrypted resolvers to some users, in a chain where accepting affects no other rules.
  private func secrets(of lanes: [Lane], except resolvers: [HostAddress]) -> [NetlinkMessage] {
    var messages = [chain("resolvers", priority: -4)]
    for resolver in resolvers {
      for transport in [IPPROTO_UDP, IPPROTO_TCP] {
        messages.append(
          rule(
            "resolvers",
            FilterRule().match(destination: resolver.octets).match(.transport, [UInt8(transport)])
              .match(destinationPort: Self.privatePort).accept()))
      }
    }
    for lane in lanes {
      let mine = lane.users.rule.match(.outgoingType, nativeOctets(UInt16(772)), isNot: true)
      messages.append(
        rule(
          "resolvers",
          mine.match(.transport, [UInt8(IPPROTO_UDP)]).match(destinationPort: Self.privatePort).answerUnreachable()))
      messages.append(
        rule(
          "resolvers",
          mine.match(.transport, [UInt8(IPPROTO_TCP)]).match(destinationPort: Self.privatePort).match(resets: false)
            .resetConnection()))
    }
    return messages
  }

  private enum Message: UInt16 {
    case newTable = 0
    case getTable = 1
    case deleteTable = 2
    case newChain = 3
    case newRule = 6
  }

  // NFPROTO_INET: IPv4 and IPv6 together.
  private static let family: [UInt8] = [1, 0, 0, 0]

  private static func type(of message: Message) -> UInt16 {
    10 << 8 | message.rawValue
  }

  private func message(_ message: Message) -> NetlinkMessage {
    sequence += 1
    // Rules are kept in the order written.
    let making = message == .deleteTable ? 0 : NetlinkMessage.create | NetlinkMessage.append
    let flags = NetlinkMessage.request | NetlinkMessage.acknowledge | making
    return NetlinkMessage(type: Self.type(of: message), flags: flags, sequence: sequence, header: Self.family)
  }

  private func tableMessage(_ kind: Message) -> NetlinkMessage {
    var message = message(kind)
    message.add(1, text: Self.name)
    // NFT_TABLE_F_OWNER.
    if kind == .newTable { message.add(2, number: 2) }
    return message
  }

  private func chain(_ name: String, priority: Int32) -> NetlinkMessage {
    var message = message(.newChain)
    message.add(1, text: Self.name)
    message.add(3, text: name)
    message.nest(4) {
      // NF_INET_LOCAL_OUT.
      $0.add(1, number: 3)
      $0.add(2, number: UInt32(bitPattern: priority))
    }
    // NF_ACCEPT.
    message.add(5, number: 1)
    message.add(7, text: "filter")
    return message
  }

  private func rule(_ chain: String, _ rule: FilterRule) -> NetlinkMessage {
    var message = message(.newRule)
    message.add(1, text: Self.name)
    message.add(2, text: chain)
    rule.write(to: &message)
    return message
  }

  /// Sends messages as one transaction.
  private func commit(_ messages: [NetlinkMessage]) throws(SystemError) {
    // NFNL_MSG_BATCH_BEGIN and _END for the subsystem nf_tables (10).
    sequence += 1
    let begin = NetlinkMessage(type: 0x10, flags: NetlinkMessage.request, sequence: sequence, header: [0, 0, 0, 10])
    sequence += 1
    let end = NetlinkMessage(type: 0x11, flags: NetlinkMessage.request, sequence: sequence, header: [0, 0, 0, 10])
    try socket.request([begin] + messages + [end], acknowledged: messages.count, subject: Self.name)
  }
}
