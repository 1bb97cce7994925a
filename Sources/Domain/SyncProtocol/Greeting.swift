/// Says when a device says hello: when it never did, when its clock goes otherwise, or when it has read something else
/// than hellos since. So two devices never answer each other's hellos for ever.
package struct Greeting: Equatable, Sendable {
  private var said: Hello?
  private var hasNews = false

  /// The least clock shift that counts, in milliseconds: a smaller one is the round trip.
  package static let smallestShift: Int64 = 1000

  /// Nothing was said yet. Start like this each time the service starts.
  package init() {}

  package mutating func read(_ body: SyncMessage.Body) {
    switch body {
    case .hello, .moved: break
    case .fact, .setting, .forget, .leftOut: hasNews = true
    }
  }

  package func isDue(_ hello: Hello) -> Bool {
    guard let said else { return true }
    let (shift, isFar) = hello.offset.subtractingReportingOverflow(said.offset)
    return hasNews || isFar || shift.magnitude >= UInt64(Self.smallestShift) || hello.name != said.name
      || hello.continues != said.continues
  }

  package mutating func say(_ hello: Hello) {
    said = hello
    hasNews = false
  }
}
