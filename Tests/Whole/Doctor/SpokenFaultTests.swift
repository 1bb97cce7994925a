import Catalogues
import Languages
import ServiceContract
import SyncProtocol
import Syncing
import TestSupport
import Testing

@testable import FocusKeyCommands

/// The letters of a text that no catalogue has: in the padded language they are outside of the brackets.
private func unspoken(_ text: String) -> String {
  var depth = 0
  var left = ""
  for letter in Speech.speaking(.padded).say(text) {
    if letter == "\u{27E6}" { depth += 1 }
    if depth == 0, letter.isLetter { left.append(letter) }
    if letter == "\u{27E7}" { depth -= 1 }
  }
  return left
}

/// What the doctor found, which has to be in the catalogues.
func spoken(_ findings: [Finding]) -> [Finding] {
  for finding in findings {
    #expect(unspoken(finding.what).isEmpty, "\(finding.what)")
    #expect(unspoken(finding.meaning).isEmpty, "\(finding.meaning)")
  }
  return findings
}

/// What is said about blocking and about several devices where something is wrong, in every language.
@Suite struct SpokenFaultTests {
  @Test func everyWayAroundBlockingIsInTheCatalogues() {
    for limit in ShieldLimit.all(calling: "sudo focuskey") {
      for text in [limit.area.title, limit.way, "It takes: \(limit.takes)"] {
        #expect(unspoken(text).isEmpty, "\(text)")
        #expect(!Speech.speaking(.padded).say(text).hasSuffix(limit.takes), "\(text)")
      }
      let stop = limit.stop.map { "To stop it: \($0)" } ?? "Nothing stops it."
      #expect(unspoken(stop).isEmpty && unspoken(limit.stop ?? "").isEmpty, "\(stop)")
      #expect(unspoken(limit.takes).isEmpty, "\(limit.takes)")
    }
  }

  private static let mailbox: [MailboxError] = [
    .noLibrary, .badAddress("1"), .pooled, .away(""), .away("1"), .refused("1"), .untrusted("1"), .noSchema,
    .newerSchema(9), .olderSchema(1), .notAllowed("1"), .noHousehold, .needsInvitation, .usedInvitation, .unknownDevice,
    .revoked, .gap(due: 3), .forked(head: 3), .raced, .oldKey, .cancelled, .unexpected(code: "08006", "1"),
    .noFolder("/1"), .folderTaken("/1"), .readOnlyFolder("/1"), .fullFolder("/1"), .noRename("/1"),
    .folderFailed("/1", "2"),
  ]
  private static let others: [SyncFault] = [
    .off, .joined("1"), .over, .broken("/1"), .badWords, .wrongWords, .oldSheet, .otherHousehold, .damagedCard,
    .usedCard, .busyCard, .strangersCard, .noRequest, .needsAddress, .smallCard(needed: 200, capacity: 137), .rekeyed,
    .continued, .moved, .householdThere("1"), .strangersLink, .badName("1"), .noSuchDevice("1"),
    .ambiguousDevice("1", ["2", "3"]), .goneDevice("1"), .presentDevice("1"), .thisDevice("1"),
    .invitation(.notALink), .invitation(.damaged),
  ]

  @Test func everyFaultOfSyncingIsInTheCatalogues() {
    for fault in Self.mailbox.map({ SyncFault.mailbox($0) }) + Self.others {
      let failure = fault.failure(Home(folder: "/1"))
      #expect(unspoken(failure.what).isEmpty, "\(failure.what)")
      #expect(unspoken(failure.advice).isEmpty, "\(failure.advice)")
    }
  }
}
