import LinuxRuntime
import Testing

/// What is long is made on several cores.
@Suite struct CoresTests {
  @Test("whatever the number of items, each is made once and in its place", arguments: [0, 1, 63, 64, 65, 257, 10_000])
  func order(count: Int) {
    let items = Array(0..<count)
    let work = Cores.making(of: items) { $0 * 3 }
    #expect(work.finished().flatMap { $0 } == items.map { $0 * 3 })
  }

  @Test("two pieces of work do not take each other's parts")
  func two() {
    let items = Array(0..<1000)
    let (one, other) = (Cores.making(of: items) { $0 + 1 }, Cores.making(of: items) { -$0 })
    #expect(other.finished().flatMap { $0 } == items.map { -$0 })
    #expect(one.finished().flatMap { $0 } == items.map { $0 + 1 })
  }

  @Test func atLeastOneIsThere() { #expect(Cores.count >= 1) }
}
