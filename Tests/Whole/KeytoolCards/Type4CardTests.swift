import CardModels
import JSONText
import ProofOfTap
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// keytool on cards that want a key proven: through the real pcscd, with the factory's keys.
@Suite(
  .realParts, .serialized, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"),
  .timeLimit(.minutes(2)))
struct Type4CardTests {
  private static let ciphers = CardCiphers.openSSL { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) } }

  private static func blankDESFire(_ chip: Chip) -> Type4Card {
    var card = Type4Card(blank: chip, uid: [4, 0x31, 0x22, 0x33, 0x44, 0x55, 0x66])
    card.ciphers = ciphers
    return card
  }

  private static func ntag424() -> Type4Card {
    var card = Type4Card(ntag424: [4, 0x42, 0x40, 0x33, 0x44, 0x55, 0x66])
    card.ciphers = ciphers
    return card
  }

  @Test(arguments: [Chip.desfireEV1, .desfireEV2, .desfireEV3]) func aBlankDESFireBecomesAKey(chip: Chip) throws {
    let bench = try Bench()
    bench.reader.place(.type4(Self.blankDESFire(chip)))
    let dry = try bench.answer("format", "--dry-run")
    #expect(dry["dry_run"]?.bool == true)
    #expect(try bench.contents().message == .unformatted)
    let formatted = try bench.keytool("format")
    #expect(formatted.exitCode == 0, "\(formatted.errors)")
    #expect(formatted.output.contains("Formatted and checked."))
    #expect(try bench.contents().message == .empty)
    #expect(try bench.keytool("write", startWork).exitCode == 0)
    let locked = try bench.keytool("lock", "--yes")
    #expect(locked.exitCode == 0, "\(locked.errors)")
    #expect(try bench.contents().barriers == [.readOnly, .locked])
    #expect(try bench.answer("read")["records"]?.array?.first?["uri"]?.string == startWork)
    #expect(try bench.keytool("write", "https://focuskey.app/stop").exitCode == 77)
    #expect(try bench.keytool("format").exitCode == 77)
  }

  /// `write` on a blank card formats it first.
  @Test func writingFormatsFirst() throws {
    let bench = try Bench(.acr1252U)
    bench.reader.place(.type4(Self.blankDESFire(.desfireEV2)))
    let written = try bench.keytool("write", startWork)
    #expect(written.exitCode == 0, "\(written.errors)")
    #expect(try bench.answer("read")["chip"]?.string == "MIFARE DESFire EV2")
  }

  @Test func anNTAG424IsLockedAndMended() throws {
    let bench = try Bench()
    bench.reader.place(.type4(Self.ntag424()))
    #expect(try bench.keytool("write", startWork, "--lock", "--yes").exitCode == 0)
    #expect(try bench.contents().locks?.isFrozen == true)
    bench.reader.pull()
    var spoilt = Self.ntag424()
    spoilt.files[0xE103]?[0] = 0xFF
    bench.reader.place(.type4(spoilt))
    #expect(try bench.keytool("format").exitCode == 0)
    #expect(try bench.contents().message == .empty)
  }

  @Test func anotherKeyIsSaidSo() throws {
    let bench = try Bench()
    var card = Self.blankDESFire(.desfireEV1)
    card.keys.card = [1, 2, 3, 4, 5, 6, 7, 8]
    bench.reader.place(.type4(card))
    let outcome = try bench.keytool("format", "--json")
    #expect(outcome.exitCode == 77)
    #expect(outcome.output.contains(#""kind":"wrong-key""#), "\(outcome.output)")
    #expect(outcome.errors.split(separator: "\n").count <= 2)
  }

  /// Pulled after each of its commands, a format or a lock is finished by the same command.
  @Test func aPulledCardIsFinishedByTheNext() throws {
    let bench = try Bench()
    for after in stride(from: 8, to: 40, by: 3) {
      bench.reader.place(.type4(Self.blankDESFire(.desfireEV1)))
      bench.reader.order { $0.pulledAfter = after }
      _ = try bench.keytool("format")
      let torn = try #require(bench.reader.lost ?? bench.reader.card)
      bench.reader.pull()
      bench.reader.order { _ in }
      bench.reader.place(torn)
      let again = try bench.keytool("format")
      #expect(again.exitCode == 0, "after \(after): \(again.errors)")
      #expect(try bench.contents().message == .empty)
      bench.reader.pull()
    }
  }
}
