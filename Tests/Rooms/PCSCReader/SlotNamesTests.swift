import Testing

@testable import PCSCReader

/// Which reader is meant when pcscd gives its readers other numbers.
@Suite struct SlotNamesTests {
  /// Lists of pcscd, one after the other, each with what every name in it is known by; `nil` while it waits.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lists: [(pause: Int64, names: [String: String?])]
  }

  static let rows: [Row] = [
    Row(
      testDescription: "two readers of a model are two",
      lists: [(0, ["A 00 00": "A 00 00", "A 01 00": "A 01 00"])]),
    Row(
      testDescription: "back under another number",
      lists: [(0, ["A 00 00": "A 00 00"]), (0, [:]), (0, ["A 01 00": "A 00 00"]), (0, ["A 01 00": "A 00 00"])]),
    Row(
      testDescription: "back before it is gone",
      lists: [
        (0, ["A 00 00": "A 00 00"]), (0, ["A 00 00": "A 00 00", "A 01 00": nil]), (500, ["A 01 00": "A 00 00"]),
      ]),
    Row(
      testDescription: "a second one of the model waits and is another",
      lists: [
        (0, ["A 00 00": "A 00 00"]), (0, ["A 00 00": "A 00 00", "A 01 00": nil]),
        (SlotNames.patience - 1, ["A 00 00": "A 00 00", "A 01 00": nil]),
        (1, ["A 00 00": "A 00 00", "A 01 00": "A 01 00"]), (0, ["A 01 00": "A 01 00"]),
        (0, ["A 00 00": "A 00 00", "A 01 00": "A 01 00"]),
      ]),
    Row(
      testDescription: "one of another model does not wait",
      lists: [(0, ["A 00 00": "A 00 00"]), (0, ["A 00 00": "A 00 00", "B 01 00": "B 01 00"])]),
    Row(
      testDescription: "plugged in again in another order",
      lists: [
        (0, ["A 00 00": "A 00 00", "B 01 00": "B 01 00"]), (0, [:]), (0, ["B 00 00": "B 01 00"]),
        (0, ["B 00 00": "B 01 00", "A 01 00": "A 00 00"]),
      ]),
    Row(
      testDescription: "a new one under the first name of another",
      lists: [
        (0, ["A 00 00": "A 00 00"]), (0, [:]), (0, ["A 01 00": "A 00 00"]),
        (0, ["A 00 00": nil, "A 01 00": "A 00 00"]),
        (SlotNames.patience, ["A 00 00": "A 01 00", "A 01 00": "A 00 00"]),
      ]),
    Row(
      testDescription: "two slots of a reader are not one",
      lists: [(0, ["A 00 00": "A 00 00", "A 00 01": "A 00 01"]), (0, [:]), (0, ["A 01 01": "A 00 01"])]),
    Row(testDescription: "a name without a number", lists: [(0, ["A": "A"]), (0, ["A": "A", "A B C": "A B C"])]),
    Row(
      testDescription: "who waits and goes is forgotten",
      lists: [
        (0, ["A 00 00": "A 00 00"]), (0, ["A 00 00": "A 00 00", "A 01 00": nil]),
        (SlotNames.patience, ["A 00 00": "A 00 00"]), (0, ["A 00 00": "A 00 00", "A 01 00": nil]),
      ]),
  ]

  @Test(arguments: rows) func knows(_ row: Row) {
    var names = SlotNames()
    var now: Int64 = 1_000_000
    for (number, list) in row.lists.enumerated() {
      now += list.pause
      _ = names.list(list.names.keys.sorted(), at: now)
      for (listed, known) in list.names { #expect(names.known(listed) == known, "\(listed) in list \(number + 1)") }
      #expect((names.deadline == nil) == !list.names.values.contains(nil))
    }
  }

  @Test func aReaderThatMovesIsGoneFirst() {
    var names = SlotNames()
    #expect(names.list(["A 00 00"], at: 0) == [])
    #expect(names.list(["A 00 00", "A 01 00"], at: 10) == [])
    #expect(names.list(["A 01 00"], at: 20) == ["A 00 00"])
    #expect(names.list(["A 01 00"], at: 30) == [])
  }

  @Test func aRestartOfPCSCDChangesNoName() {
    var names = SlotNames()
    _ = names.list(["A 00 00", "A 01 00"], at: 0)
    names.forgetList()
    #expect(names.known("A 00 00") == nil)
    _ = names.list(["A 01 00"], at: 10)
    _ = names.list(["A 00 00", "A 01 00"], at: 20)
    #expect(names.known("A 00 00") == "A 00 00")
    #expect(names.known("A 01 00") == "A 01 00")
  }

  /// As after a sleep: pcscd lets go of a reader when the last call to it is over, so it can be back before it is gone.
  @Test func aReaderThatIsBackBeforeItsLossIsTheSame() {
    let card = SlotTable.Sight(isAvailable: true, hasCard: true, counter: 1, atr: [0x3B])
    let nothing = SlotTable.Sight(isAvailable: true, hasCard: false, counter: 0, atr: [])
    let trouble = SlotTable.Sight(isAvailable: false, hasCard: false, counter: 0, atr: [])
    var history = SlotHistory()
    #expect(history.list(["A 00 00"], at: 0) == [])
    #expect(history.see("A 00 00", card) == [.ready("A 00 00", listed: "A 00 00"), .cardIn("A 00 00", atr: [0x3B])])

    #expect(history.list(["A 00 00", "A 01 00"], at: 100) == [])
    #expect(!history.isAdmitted("A 01 00"))
    #expect(history.deadline == 100 + SlotNames.patience)
    #expect(history.see("A 01 00", nothing) == [])
    #expect(history.see("A 00 00", trouble) == [.lost("A 00 00", .trouble)])

    #expect(history.list(["A 01 00"], at: 900) == [.lost("A 00 00", .unplugged)])
    #expect(history.isAdmitted("A 01 00"))
    #expect(history.deadline == nil)
    #expect(history.see("A 01 00", nothing) == [.ready("A 00 00", listed: "A 01 00"), .cardOut("A 00 00")])
    #expect(history.isWatched("A 01 00"))
  }
}
