import LinuxRuntime
import Testing

@Suite struct SubordinateUsersTests {
  static let accounts = "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\nbob:x:1001:1001::/:/bin/sh\n"

  static func users(_ text: String, of people: Set<UInt32> = [1000, 1001]) -> SubordinateUsers {
    SubordinateUsers(text: text.utf8, accounts: accounts.utf8, of: people)
  }

  @Test func anIdOfARangeIsItsOwners() {
    let users = Self.users("ann:100000:65536\n1001:165536:65536\n")
    #expect([100_000, 165_535].map(users.person) == [1000, 1000])
    #expect([165_536, 231_071].map(users.person) == [1001, 1001])
    #expect([0, 1000, 1002, 99_999, 231_072, .max].map(users.person) == [0, 1000, 1002, 99_999, 231_072, .max])
  }

  @Test func onlyRangesOfThoseWhoAreAskedForCount() {
    let users = Self.users("ann:100000:65536\nbob:165536:65536\n", of: [1001])
    #expect(users.person(behind: 100_000) == 100_000)
    #expect(users.person(behind: 165_536) == 1001)
  }

  /// Whatever the file says, root, the system's accounts and other people are nobody's subordinates.
  @Test func anAccountIsNobodyElses() {
    let users = Self.users("ann:0:4294967295\n")
    #expect([0, 1, 1001, 65_535].map(users.person) == [0, 1, 1001, 65_535])
    #expect(users.person(behind: 65_536) == 1000)
  }

  @Test(arguments: [
    "", "\n", "ann", "ann:1:", "ann:100000:0", "ann:-1:5", "ann:100000:x", "eve:100000:65536", "ann:100000:65536:1",
    "ann:4294967295:1", "ann:1000:10",
  ])
  func aLineThatSaysNothingIsPassedOver(line: String) {
    #expect(Self.users(line + "\nann:200000:10\n").ranges.map(\.ids) == [200_000...200_009])
  }

  /// Of everybody, by name and by number.
  @Test func findsEverybodysPersons() {
    let users = SubordinateUsers(
      text: "ann:100000:10\n1007:200000:10\nnobody:300000:10\n".utf8, accounts: "ann:x:1000:1000::/:\n".utf8, of: nil)
    #expect([100_009, 100_010, 200_000, 300_000].map(users.person) == [1000, 100_010, 1007, 300_000])
  }

  @Test func aRangeOverTheEndStopsAtTheEnd() {
    #expect(Self.users("ann:4294967000:65536").ranges.map(\.ids) == [4_294_967_000...4_294_967_294])
  }

  @Test func noPersonHasRangesWithoutEnd() {
    let text = (0..<1000).map { "ann:\(100_000 + $0 * 10):5\n" }.joined()
    #expect(Self.users(text).ranges.count == 16)
  }
}
