import ConnectionNames
import Glibc
import LinuxRuntime
import Netlink

/// The queue at which the kernel asks about the first packets of connections (linux/netfilter/nfnetlink_queue.h).
final class PacketQueue: Sendable {
  struct Question {
    let identifier: UInt32
    /// The user whose socket sent it; `nil` for the kernel's own, such as answers to late packets.
    let user: UInt32?
    let mark: UInt32
    let packet: [UInt8]
    /// Whether the packet was handed over only in part.
    let isCut: Bool
    let isLocal: Bool
  }

  private let socket: NetlinkSocket
  let number: UInt16

  private static let subsystem: UInt16 = 3 << 8

  /// Binds the first free queue of the numbers that this program uses.
  init() throws(SystemError) {
    let socket = try NetlinkSocket(protocol: NetlinkSocket.netfilter)
    var fault = SystemError("netlink", EBUSY, on: "queue")
    // Any number would do; these spell nothing that other programs start counting from.
    for number in UInt16(40_357)..<40_373 {
      do throws(SystemError) {
        try Self.bind(number, on: socket)
        self.number = number
        self.socket = socket
        return
      } catch {
        fault = error
        guard error.code == EBUSY || error.code == EPERM else { throw error }
      }
    }
    throw fault
  }

  private static func bind(_ number: UInt16, on socket: borrowing NetlinkSocket) throws(SystemError) {
    func config(_ sequence: UInt32, _ content: (inout NetlinkMessage) -> Void) -> NetlinkMessage {
      var message = NetlinkMessage(
        type: subsystem | 2, flags: NetlinkMessage.request | NetlinkMessage.acknowledge, sequence: sequence,
        header: [0, 0] + bigEndian(number))
      content(&message)
      return message
    }
    // NFQNL_CFG_CMD_BIND; then whole packets (NFQNL_COPY_PACKET), room for a burst, and the flags: what does not fit
    // goes on unasked
    // (FAIL_OPEN), large packets come uncut (GSO), and each with its user (UID_GID).
    try socket.request([config(1) { $0.add(1, [1, 0, 0, 0]) }], acknowledged: 1, subject: "queue")
    try socket.request(
      [
        config(2) {
          $0.add(2, bigEndian(UInt32(0xFFFF)) + [2])
          $0.add(3, number: 4096)
          $0.add(4, number: 0b1101)
          $0.add(5, number: 0b1101)
        }
      ], acknowledged: 1, subject: "queue")
  }

  /// The next packets; empty when none came for a while.
  func wait(into buffer: inout [UInt8]) throws(SystemError) -> [Question] {
    guard let replies = try socket.receive(into: &buffer) else { return [] }
    var questions: [Question] = []
    for reply in replies where reply.type == Self.subsystem {
      var identifier: UInt32?
      var user: UInt32?
      var mark: UInt32 = 0
      var packet: [UInt8] = []
      var isCut = false
      var isLocal = false
      for attribute in reply.attributes(behind: 4) {
        switch attribute.kind {
        case 1 where attribute.content.count >= 4: identifier = Netlink.number(attribute.content.prefix(4))
        case 3 where attribute.content.count == 4: mark = Netlink.number(attribute.content)
        // The device by which it leaves; the loopback is the first of each network.
        case 6 where attribute.content.count == 4: isLocal = Netlink.number(attribute.content) == 1
        case 10: packet = Array(attribute.content)
        case 13: isCut = true
        case 16 where attribute.content.count == 4: user = Netlink.number(attribute.content)
        default: break
        }
      }
      if let identifier {
        questions.append(
          Question(
            identifier: identifier, user: user, mark: mark, packet: packet, isCut: isCut, isLocal: isLocal))
      }
    }
    return questions
  }

  func drop(_ question: Question) throws(SystemError) {
    var message = NetlinkMessage(
      type: Self.subsystem | 1, flags: NetlinkMessage.request, sequence: 0, header: [0, 0] + bigEndian(number))
    // NF_DROP.
    message.add(2, bigEndian(UInt32(0)) + bigEndian(question.identifier))
    try socket.send([message])
  }

  /// Lets a packet go on; `mark` is the verdict on its connection, `content` the packet as read.
  func answer(_ question: Question, mark: UInt32?, content: [UInt8]?) throws(SystemError) {
    var message = NetlinkMessage(
      type: Self.subsystem | 1, flags: NetlinkMessage.request, sequence: 0, header: [0, 0] + bigEndian(number))
    // NF_ACCEPT.
    message.add(2, bigEndian(UInt32(1)) + bigEndian(question.identifier))
    if let mark { message.add(3, number: question.mark & ~FilterTable.Mark.mask | mark) }
    if let content { message.add(10, content) }
    try socket.send([message])
  }
}
