import CardModels
import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

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
      names.list(list.names.keys.sorted(), at: now)
      for (listed, known) in list.names { #expect(names.known(listed) == known, "\(listed) in list \(number + 1)") }
      #expect((names.deadline == nil) == !list.names.values.contains(nil))
    }
  }

  @Test func aRestartOfPCSCDChangesNoName() {
    var names = SlotNames()
    names.list(["A 00 00", "A 01 00"], at: 0)
    names.forgetList()
    #expect(names.known("A 00 00") == nil)
    names.list(["A 01 00"], at: 10)
    names.list(["A 00 00", "A 01 00"], at: 20)
    #expect(names.known("A 00 00") == "A 00 00")
    #expect(names.known("A 01 00") == "A 01 00")
  }
}

extension RealPCSCD {
  @Suite(.realParts) struct Renumbered {
    /// pcscd lets go of a reader when the last call to it is over, and one that waits its turn for a card is a call:
    /// what is plugged in before that has another number.
    @Test func aReaderThatIsBackBeforeItsLossIsTheSame() async throws {
      let table = try await Table(card: card(1))
      #expect(await table.hears("ready", "arrived 1 at start"))
      let first = try numbers(of: table)
      var told = table.count
      // Whether a call is under way in the moment of the plug is pcscd's luck, in nearly every try.
      for _ in 0..<10 where try numbers(of: table) == first {
        try await plugInAgainWhileAnotherWaits(table)
        let isTold = await eventually { table.words(from: told) == ["lost", "ready", "arrived 1 at start"] }
        #expect(isTold, "\(table.words)")
        told = table.count
      }
      #expect(try numbers(of: table) != first)
      #expect(Set(table.events.map(\.reader)) == [table.name])

      // What is asked of it goes where it is now.
      let answer = try await table.product.withCard(at: table.name) { $0.exchange(.type2(.read(page: 4))) }
      guard case .data = answer else { Issue.record("\(answer)"); return }
      await table.product.stop()
      table.daemon.unplug(table.reader)
      #expect(await eventually { (try? numbers(of: table)) == [] })
    }

    private func plugInAgainWhileAnotherWaits(_ table: Table) async throws {
      let isHeld = Locked(false)
      let visit = Task(executorPreference: Spare.threads) {
        try await table.product.withCard(at: table.name) { _ in
          isHeld.withLock { $0 = true }
          while isHeld.withLock(\.self) { usleep(1000) }
        }
      }
      #expect(await eventually { isHeld.withLock(\.self) })
      var settings = PCSCReader.Settings.unhurried
      settings.only = table.reader.model.look.name
      let other = PCSCReader(settings)
      _ = other.events()
      try await Task.sleep(for: .milliseconds(200))
      table.daemon.unplug(table.reader)
      try table.daemon.plug(table.reader)
      isHeld.withLock { $0 = false }
      _ = try? await visit.value
      await other.stop()
    }

    /// The numbers under which pcscd lists readers of the table's model.
    private func numbers(of table: Table) throws -> [String] {
      try PCSCReader.readers().map(\.name).filter { $0.hasPrefix(table.reader.model.look.name) }
        .map { String($0.suffix(5)) }.sorted()
    }
  }
}
