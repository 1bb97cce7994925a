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
    case .setting: break
    }
  }

  /// Where a device goes on that has a new id, if its first message is this one.
  var past: Head? {
    if case .hello(let hello) = self { hello.past } else { nil }
  }

  /// Reads messages, on several cores: of ten years there are a million, and a person waits.
  static func reading(
    _ page: [(number: UInt64, message: [UInt8])]
  ) -> [(number: UInt64, message: HeardMessage)] {
    Cores.map(page) { ($0.number, HeardMessage($0.message)) }
  }
}
