internal import FocusWire
internal import LinuxRuntime
internal import SyncProtocol

enum HeardMessage: Sendable {
  case hello(Hello)
  case fact(Fact, at: HybridTime)
  case forget(Forgetting)
  /// The message is about something else, or from a later version: it is skipped.
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

  /// The head that a device with a new id continues from, if this is its first message.
  var past: Head? {
    if case .hello(let hello) = self { hello.past } else { nil }
  }

  typealias Numbered = (number: UInt64, message: HeardMessage)
  typealias Octets = [(number: UInt64, message: [UInt8])]

  static func all(of page: Octets) -> [Numbered] { page.map { ($0.number, HeardMessage($0.message)) } }

  /// Reads a device's messages by pages; other cores read the next page meanwhile, as people wait.
  struct Pages {
    /// The number of the last message that was returned.
    private(set) var number: UInt64
    private var page: Octets = []
    private var work: Cores.Work<Numbered>?

    init(after number: UInt64) { self.number = number }

    /// Returns the next messages in parts; `nil` at the end. `octets` gets those after a number.
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
