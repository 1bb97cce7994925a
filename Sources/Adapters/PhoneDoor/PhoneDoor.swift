package import LinuxRuntime
internal import LoopbackHTTP
package import PhoneTaps

/// Listens for paired phones on the network: a socket of its own, with nothing of the dashboard. It is closed until a
/// phone is paired or invited.
package actor PhoneDoor {
  package static let usualPort: UInt16 = 4367
  /// The most octets of a request's head, and of its body.
  static let longestRequest = 2048
  /// How many connections strangers can have open at once, at all addresses together.
  static let mostConnections = 192

  /// Carries out a tap; `route` is the path and query of the card's link.
  package typealias Act = @Sendable (PhoneName, _ route: String) async -> PhoneOutcome
  /// Carries out what a card itself signed, whichever phone read it; `nil` if no card did.
  package typealias ActSigned = @Sendable (_ route: String) async -> PhoneOutcome?

  private let loop: EventLoop
  private let timer: LoopTimer
  private let path: String
  private let parts: Parts
  private let addresses: [String]
  private var book: PhoneBook
  private var judge: PairedPhones
  private var unproven = UnprovenRequests()
  // The steady second from which on a used code is told of again.
  private var warnsAgain: Int64 = .min
  private var servers: [DashboardServer] = []
  private var act: Act?
  private var actSigned: ActSigned?
  // Made when it is first needed: most people never pair a phone.
  private var file: PhoneFile?

  /// `addresses` to listen on; if empty, those that phones were told, or all if one is a name.
  package init(loop: EventLoop, path: String, book: PhoneBook, addresses: [String], _ parts: Parts) {
    self.loop = loop
    timer = LoopTimer(loop: loop)
    self.path = path
    self.book = book
    self.addresses = addresses
    self.parts = parts
    judge = PairedPhones(desk: book.desk, phones: book.phones, secret: parts.chance(32))
  }

  /// Listens once there is a phone; `actSigned` carries out what cards signed.
  package func open(_ act: @escaping Act, actSigned: @escaping ActSigned = { _ in nil }) async {
    self.act = act
    self.actSigned = actSigned
    guard judge.isOpen(at: parts.now()) else { return }
    do throws(PhoneDoorError) {
      try await listen()
    } catch {
      parts.warn(error.sentence)
    }
  }

  package func close() async {
    await stopListening()
    await file?.close()
    file = nil
  }

  // MARK: What the person does

  /// Makes a code that pairs once within five minutes, and its expiry in seconds since 1970.
  package func invite(
    _ name: PhoneName, hosts: [String], port: UInt16?
  ) async throws(PhoneDoorError) -> (code: PairingLink, closes: Int64) {
    let key = parts.chance(32)
    let name = judge.freeName(for: name)
    try await settle(on: port, hosts: hosts)
    let now = parts.now()
    judge.invite(PairingOffer(name: name, key: key, at: now))
    try await listen()
    closeWhenOver()
    return (link(for: name, hosts: hosts, key: key), now.wall + PairingOffer.validity)
  }

  /// Pairs a phone at once, by a key that the person carries over by hand.
  package func admit(
    _ name: PhoneName, hosts: [String], port: UInt16?
  ) async throws(PhoneDoorError) -> PairingLink {
    let key = parts.chance(32)
    let name = judge.freeName(for: name)
    try await settle(on: port, hosts: hosts)
    judge.admit(Phone(name: name, way: .shortcut, key: key, pairedAt: parts.now().wall))
    try await keep()
    try await listen()
    return link(for: name, hosts: hosts, key: key)
  }

  package var phones: [Phone] { judge.phones }

  /// The phones that may tap, and whether they are listened to now.
  package var readers: (names: [PhoneName], areHeard: Bool) {
    (judge.phones.filter { phone in !phone.isRevoked }.map(\.name), !servers.isEmpty)
  }

  /// The port that is listened on; `nil` while the door is closed.
  package var openPort: UInt16? { servers.isEmpty ? nil : book.port }

  package var hosts: [String] { book.hosts }

  /// The phone that is invited, and until when, in seconds since 1970; `nil` if no code is open.
  package var openCode: (phone: PhoneName, closes: Int64)? {
    let now = parts.now()
    guard let offer = judge.offer, now.steady < offer.closes else { return nil }
    return (offer.name, now.wall + offer.closes - now.steady)
  }

  /// Revokes a phone for good; returns whether it existed.
  package func revoke(_ name: PhoneName) async throws(PhoneDoorError) -> Bool {
    guard judge.revoke(name) else { return false }
    try await keep()
    if !judge.isOpen(at: parts.now()) { await stopListening() }
    return true
  }

  private func link(for name: PhoneName, hosts: [String], key: [UInt8]) -> PairingLink {
    PairingLink(site: "", desk: book.desk, hosts: hosts, port: book.port, phone: name, key: key)
  }

  // MARK: Requests

  private func answer(to request: HTTPRequest) async -> HTTPAnswer {
    guard isMeantForUs(request), let asked = PhoneRequest(request) else { return .plain(404, "Nothing here.") }
    let now = parts.now()
    let before = judge.phones
    let verdict = judge.judge(asked, at: now, chance: parts.chance(4), parts.hashes)
    // What is not proven changed nothing. A right proof is heard however many wrong ones come from the same address,
    // which a page in the phone's own browser could send.
    // Of IPv6 everybody has more addresses than can be counted, so that the network counts.
    let peer = NetworkAddress(request.peer)?.network ?? request.peer
    if verdict.isUnproven, unproven.isTooMany(from: peer, at: now) { return PhonePage.tooMany.answer }
    if judge.phones != before {
      // On the disk before anything acts.
      do throws(PhoneDoorError) { try await keep() } catch { return PhonePage.notKept.answer }
    }
    switch verdict {
    case .challenge(let text):
      var answer = HTTPAnswer.plain(200, text)
      answer.body = Array(text.utf8)
      answer.headers.append(("Cache-Control", "no-store"))
      return answer
    case .paired: return PhonePage.paired(with: book.desk).answer
    case .tapped(let phone, let route):
      guard let act else { return .plain(503, "The service is starting.") }
      let outcome = await act(phone, route)
      // A page that goes on reading stays in the browser when there is no other in its place.
      if request.query("s") == "1", !outcome.isRefused { return PhonePage.nothing }
      return PhonePage.tapped(outcome).answer
    case .refused(let refusal):
      // The card proves that it was there; who holds the phone does not matter.
      if refusal == .unknownPhone, case .tap(_, _, _, let route, _) = asked, let outcome = await actSigned?(route) {
        return PhonePage.tapped(outcome).answer
      }
      // Anybody can ask for this, so it is not said again and again.
      if refusal == .used, now.steady >= warnsAgain {
        warnsAgain = now.steady + 600
        parts.warn("a pairing code was used a second time: if you did not do that, run focuskey phone list")
      }
      return PhonePage.refused(refusal).answer
    }
  }

  /// Whether the request names this computer by a name that phones were told.
  private func isMeantForUs(_ request: HTTPRequest) -> Bool {
    let hosts = request.headers.filter { $0.name == "host" }
    guard hosts.count == 1, let host = hosts.first?.value.lowercased() else { return false }
    return book.hosts.contains { known in
      let known = known.lowercased()
      return host == "\(known):\(book.port)" || (book.port == 80 && host == known)
    }
  }

  // MARK: The socket

  /// Changes where phones reach this computer; throws if paired phones use another port.
  private func settle(on port: UInt16?, hosts: [String]) async throws(PhoneDoorError) {
    if let port, port != book.port {
      guard !judge.phones.contains(where: { !$0.isRevoked }) else { throw .pairedElsewhere(book.port) }
      await stopListening()
      book.port = port
    }
    for host in hosts where !book.hosts.contains(host) { book.hosts.append(host) }
  }

  private func keep() async throws(PhoneDoorError) {
    book.phones = judge.phones
    let file = file ?? PhoneFile(path: path)
    self.file = file
    try await renaming(PhoneDoorError.notKept, awaiting: await file.write(book))
  }

  private func listen() async throws(PhoneDoorError) {
    let wanted = listeningAddresses
    guard servers.count != wanted.count else { return }
    await stopListening()
    for address in wanted {
      var place = ListeningPlace(
        address: address, longestHead: Self.longestRequest, longestBody: Self.longestRequest, patience: 5,
        mostConnections: max(16, Self.mostConnections / wanted.count))
      // A laptop comes back into the network where it was paired.
      place.mayComeLater = true
      let server = DashboardServer(loop: loop, place: place, port: book.port, standsInForOthers: true) { request in
        await self.answer(to: request).said(in: self.parts.speech(request.header("accept-language")))
      }
      do throws(SystemError) {
        try await server.open()
      } catch {
        await stopListening()
        throw .closed(error, port: book.port)
      }
      servers.append(server)
    }
    parts.announce(book.port)
  }

  /// As configured; else the addresses that phones were told, or all if they were told a name.
  private var listeningAddresses: [String] {
    guard addresses.isEmpty else { return addresses }
    let told = book.hosts.compactMap { NetworkAddress($0)?.text }
    guard told.isEmpty || told.count < book.hosts.count else { return told }
    return [(hasSix ? NetworkAddress.any : .anyOfFour).text]
  }

  private var hasSix: Bool { Files.exists("/proc/net/if_inet6") }

  private func stopListening() async {
    let open = servers
    guard !open.isEmpty else { return }
    servers = []
    parts.announce(nil)
    for server in open { await server.close() }
  }

  /// Closes the door when an unused code expires.
  private func closeWhenOver() {
    Task(executorPreference: loop) { [self] in
      await timer.pause(for: .seconds(PairingOffer.validity + 1))
      await closeIfOver()
    }
  }

  private func closeIfOver() async {
    if !judge.isOpen(at: parts.now()) { await stopListening() }
  }
}
