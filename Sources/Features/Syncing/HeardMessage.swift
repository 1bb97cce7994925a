internal import FocusSession
internal import FocusWire
internal import LinuxRuntime
internal import SyncProtocol

/// What a message of a device says to the session and to the history.
enum HeardMessage: Sendable {
  case hello(Hello)
  case fact(Fact, at: HybridTime)
  case forget(Forgetting)
  /// It is about something else, or a later version wrote it: it is passed over.
  case nothing

  init(_ octets: [UInt8]) {
    self = .nothing
    guard let message = try? SyncMessage(octets: octets) else { return }
    switch message.body {
    case .hello(let hello): self = .hello(hello)
    case .fact, .leftOut:
      if let fact = message.body.fact.flatMap({ try? Fact(octets: $0) }) { self = .fact(fact, at: message.time) }
    case .forget(let what): self = .forget(what)
    case .setting, .moved: break
    }
  }

  /// Where a device goes on that has a new id, if its first message is this one.
  var past: Head? {
    if case .hello(let hello) = self { hello.past } else { nil }
  }

  typealias Numbered = (number: UInt64, message: HeardMessage)
  /// Messages as they are kept.
  typealias Octets = [(number: UInt64, message: [UInt8])]

  /// Reads a few messages.
  static func all(of page: Octets) -> [Numbered] { page.map { ($0.number, HeardMessage($0.message)) } }

  /// The messages of a device, page by page. Of ten years there are a million, and a person waits: while one page is
  /// looked at, other cores read the next one.
  struct Pages {
    /// The number of the last message that was given.
    private(set) var number: UInt64
    private var page: Octets = []
    private var work: Cores.Work<Numbered>?

    init(after number: UInt64) { self.number = number }

    /// The next messages in order, in parts; `nil` once there are no more.
    ///
    /// - Parameter octets: gives those after a number; none at the end.
    mutating func next(_ octets: (UInt64) throws(SyncFault) -> Octets) throws(SyncFault) -> [[Numbered]]? {
      let ready: Cores.Work<Numbered>
      if let work { ready = work } else { (page, ready) = try Self.begin(octets(number)) }
      guard let last = page.last else { return nil }
      (page, work) = try Self.begin(octets(last.number))
      number = last.number
      return ready.finished()
    }

    private static func begin(_ page: Octets) -> (Octets, Cores.Work<Numbered>) {
      (page, Cores.making(of: page) { ($0.number, HeardMessage($0.message)) })
    }
  }
}
