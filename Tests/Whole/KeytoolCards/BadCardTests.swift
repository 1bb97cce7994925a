import CardModels
import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// Readers and cards that cannot be worked with: one clear line, the right exit code, and nothing half done.
@Suite(
  .realParts, .serialized, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"),
  .timeLimit(.minutes(2)))
struct BadCardTests {
  /// The kind of the one failure that a command told, in JSON.
  private func kind(_ outcome: BuiltProgram.Outcome) throws -> String? {
    try JSONDocument(outcome.output).root["error"]?["kind"]?.string
  }

  @Test func aReaderThatAnotherProgramHolds() async throws {
    let pyscard = try #require(
      PythonPeer("Tests/Kit/Peers/pyscard_hold.py", needing: "smartcard"), "python3-pyscard is not installed")
    let bench = try Bench()
    bench.reader.place(blank())
    let (reading, writing) = try makePipe()
    let words = try Descriptor.open("\(bench.daemon.folder)/words", O_RDWR | O_CREAT)
    let holder = try pyscard.start(
      ["ACR122U"], environment: bench.environment, input: .descriptor(reading), output: .descriptor(words.number))
    close(reading)
    #expect(await eventually { (try? Files.read("\(bench.daemon.folder)/words"))?.isEmpty == false })
    let before = bench.reader.transmitted.count
    for words in [["read"], ["write", startWork]] {
      let busy = try BuiltProgram.keytool.run(words + ["--json"], environment: bench.environment)
      #expect(busy.exitCode == 75)
      #expect(try kind(busy) == "reader-busy")
      #expect(busy.errors.contains("another program is using the card"), "\(busy.errors)")
    }
    #expect(bench.reader.transmitted.count == before)
    close(writing)
    #expect(holder.wait() == 0)
    #expect(try bench.keytool("write", startWork).exitCode == 0)
  }

  @Test func aCardOfNoKnownType() throws {
    let bench = try Bench()
    bench.reader.place(blank(), atr: [0xFF, 0xFF])
    let unknown = try bench.keytool("read", "--json")
    #expect(unknown.exitCode == 1)
    #expect(try kind(unknown) == "unknown-card")
    #expect(try bench.keytool("write", startWork).exitCode == 1)
  }

  /// What polkit forbids looks like a pcscd that is not there, and is none.
  @Test func aUserWhomPCSCDRefuses() throws {
    let daemon = try HangingUp()
    for _ in 0..<5 {
      let refused = try BuiltProgram.keytool.run(
        ["readers", "--json"], environment: ["PCSCLITE_CSOCK_NAME=\(daemon.socketPath)", "HOME=/nonexistent"])
      #expect(refused.exitCode == 77)
      #expect(try kind(refused) == "not-allowed")
      #expect(refused.errors.contains("focuskey doctor"))
    }
  }

  /// How many tries there are is told; a card that was set to count them is the more careful case.
  @Test(arguments: [(UInt8(0), "any number of tries"), (3, "3 tries in all")])
  func aWrongPassword(limit: UInt8, words: String) throws {
    let bench = try Bench()
    bench.reader.place(blank())
    #expect(try bench.keytool("write", startWork, "--protect", "--password", "A1B2C3D4").exitCode == 0)
    guard case .type2(var card)? = bench.reader.pull() else {
      Issue.record("the card is not what it was")
      return
    }
    // AUTHLIM, the last three bits of ACCESS on the second configuration page (NTAG213: 2A).
    card.memory[0x2A * 4] |= limit
    bench.reader.place(.type2(card))
    let wrong = try bench.keytool("erase", "--password", "00000000", "--json")
    #expect(wrong.exitCode == 77)
    #expect(try kind(wrong) == "wrong-password")
    #expect(wrong.errors.contains(words), "\(wrong.errors)")
    #expect(try bench.contents().message.octets != nil)
  }

  @Test(arguments: [["erase"], ["format"], ["lock"], ["write", startWork]])
  func aDryRunChangesNothing(_ words: [String]) throws {
    let bench = try Bench()
    bench.reader.place(blank())
    #expect(try bench.keytool("write", "https://focuskey.app/stop").exitCode == 0)
    guard case .type2(let before) = bench.reader.card else {
      Issue.record("the card is not what it was")
      return
    }
    let dry = try BuiltProgram.keytool.run(words + ["--dry-run", "--json"], environment: bench.environment)
    #expect(dry.exitCode == 0)
    #expect(try JSONDocument(dry.output).root["dry_run"]?.bool == true)
    guard case .type2(let after) = bench.reader.card else {
      Issue.record("the card is not what it was")
      return
    }
    #expect(before.memory == after.memory)
  }

  /// On a terminal one line says what is going on, and what stays is what the person wants to know afterwards.
  @Test func theLiveLine() async throws {
    let bench = try Bench()
    let folder = TemporaryFolder()
    let screen = try TerminalScreen(
      "\(BuiltProgram.keytool.path) write \(startWork)", in: folder, columns: 100, rows: 12,
      environment: bench.environment + ["TERM=xterm-256color", "LANG=C.UTF-8"])
    #expect(try await eventually { try screen.lines().contains("waiting for a card on ACS ACR122U 00 00") })
    bench.reader.order { $0.delay = .milliseconds(60) }
    bench.reader.place(blank())
    var seen: Set<String> = []
    #expect(
      try await eventually {
        let lines = try screen.lines()
        seen.formUnion(lines)
        return lines.last == "left with 0"
      })
    #expect(seen.contains("NTAG213 04:11:22:33:44:55:01 - empty"), "\(seen)")
    #expect(seen.contains { $0.hasPrefix("written: ") && $0.contains(" of ") }, "\(seen)")
    let left = try screen.lines()
    #expect(left.contains("Written and checked."))
    let passing = ["waiting", "reading", "written: ", "comparing"]
    #expect(!left.contains { line in passing.contains { line.hasPrefix($0) } }, "\(left)")
  }
}
