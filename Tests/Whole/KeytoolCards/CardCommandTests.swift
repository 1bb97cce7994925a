import CardModels
import Glibc
import JSONText
import LinuxRuntime
import Octets
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// keytool on cards, as a person runs it, through the real pcscd.
@Suite(
  .realParts, .serialized, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"),
  .timeLimit(.minutes(2)))
struct CardCommandTests {
  @Test(arguments: [ReaderModel.Kind.acr122U, .acr1252U, .plain])
  func writesReadsAndErases(_ kind: ReaderModel.Kind) throws {
    let bench = try Bench(kind)
    bench.reader.place(blank())
    let written = try bench.keytool("write", startWork)
    #expect(written.exitCode == 0, "\(written.errors)")
    #expect(written.output.contains("Written and checked."))
    #expect(written.errors.contains(" 04:11:22:33:44:55:01 - empty\n"))
    #expect(!written.errors.contains("keytool:"))
    #expect(
      try bench.contents().message.octets.map { HexText.text(of: $0, uppercase: true) }?.hasPrefix("D101") == true)
    let read = try bench.answer("read")
    #expect(read["ok"]?.bool == true)
    #expect(read["uid"]?.string == "04112233445501")
    #expect(read["type"]?.string == "type2")
    #expect(read["records"]?.array?.first?["uri"]?.string == startWork)
    #expect(read["writable"]?.bool == true)
    #expect(try bench.keytool("erase").exitCode == 0)
    #expect(try bench.contents().message == .empty)
    if kind != .plain { #expect(read["chip"]?.string == "NTAG213") }
  }

  /// NXP's public sample of a signed NTAG 21x (AN11350), and the same card as somebody copies it.
  @Test(arguments: [("genuine", "signed by NXP"), ("wrong", "not signed by NXP"), ("blank", "the signature is blank")])
  func readSaysWhetherTheChipIsGenuine(word: String, sentence: String) throws {
    let bench = try Bench(.acr1252U)
    var card = try #require(Type2Card(.ntag213, uid: HexText.octets(of: "04E10CDA993C80"), holding: []))
    card.signature = try HexText.octets(of: "8B76052EE42F5567BEB53238B3E3F9950707C0DCC956B5C5EFCFDB709B2D82B3")
    if word == "wrong" { card.signature[7] ^= 1 }
    if word == "blank" { card.signature = [UInt8](repeating: 0, count: 32) }
    bench.reader.place(.type2(card))
    #expect(try bench.answer("read")["originality"]?.string == word)
    #expect(try bench.keytool("read").output.contains(sentence))
  }

  @Test func readersAreNamed() throws {
    let bench = try Bench()
    let outcome = try bench.keytool("readers", "--json")
    #expect(outcome.output == #"{"ok":true,"readers":[{"backend":"pcsc","name":"ACS ACR122U 00 00"}]}"# + "\n")
    #expect(try bench.keytool("readers").output == "ACS ACR122U 00 00\n")
  }

  @Test func aProfileAndADryRun() throws {
    let bench = try Bench()
    bench.reader.place(blank())
    let before = bench.reader.card
    let outcome = try bench.keytool("write", "--profile", "work", "--dry-run", "--json")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains(#""dry_run":true"#))
    guard case .type2(let old) = before, case .type2(let new) = bench.reader.card else {
      Issue.record("the card is not what it was")
      return
    }
    #expect(old.memory == new.memory)
    #expect(try bench.keytool("write", "--profile", "work").exitCode == 0)
    #expect(try bench.answer("read")["records"]?.array?.first?["uri"]?.string == startWork)
  }

  @Test func somebodyElsesCardIsKept() throws {
    let bench = try Bench()
    let stranger: [UInt8] = [0xD1, 0x01, 0x0C, 0x55, 0x04] + Array("example.org".utf8)
    bench.reader.place(.type2(Type2Card(.ntag213, uid: [4, 1, 2, 3, 4, 5, 6], holding: stranger)!))
    let refused = try bench.keytool("write", startWork)
    #expect(refused.exitCode == 1)
    #expect(refused.errors.contains("https://example.org"))
    #expect(try bench.contents().message.octets == stranger)
    let dry = try bench.keytool("write", startWork, "--force", "--dry-run")
    #expect(
      dry.output.contains("Would write \(startWork) (36 of 137 bytes), replacing https://example.org"), "\(dry.output)")
    #expect(try bench.keytool("write", startWork, "--force").exitCode == 0)
    // What is ours may be replaced.
    #expect(try bench.keytool("write", "https://focuskey.app/stop").exitCode == 0)
  }

  @Test func aCardThatIsPulledIsRepairedByTheNextWrite() throws {
    let bench = try Bench()
    let old: [UInt8] = [0xD1, 0x01, 0x12, 0x55, 0x04] + Array("focuskey.app/stop".utf8)
    var saidState = 0
    for after in 4..<22 {
      let card = CardModel.type2(Type2Card(.ntag213, uid: [4, 1, 2, 3, 4, 5, 6], holding: old)!)
      bench.reader.place(card)
      bench.reader.order { $0.pulledAfter = after }
      let outcome = try bench.keytool("write", startWork)
      let torn = try #require(bench.reader.lost ?? bench.reader.card)
      bench.reader.pull()
      bench.reader.order { _ in }
      if outcome.exitCode != 0 {
        #expect(outcome.exitCode == 74, "after \(after): \(outcome.errors)")
        #expect(outcome.errors.contains("try") || outcome.errors.contains("repairs"), "\(outcome.errors)")
        // Once writing has begun, it is said what may stand there now.
        if outcome.errors.contains("it reads as before, as empty or as new") { saidState += 1 }
      }
      var table = CardOnTheTable(torn)
      let left = try table.read()
      switch left.message {
      case .octets(let octets): #expect(octets == old || octets.count == 36)
      case .empty, .missing, .interrupted: break
      default: Issue.record("after \(after): \(left.message)")
      }
      bench.reader.place(torn)
      #expect(try bench.keytool("write", startWork).exitCode == 0)
      bench.reader.pull()
    }
    #expect(saidState > 5)
  }

  @Test func lockingAsksAndHolds() throws {
    let bench = try Bench()
    bench.reader.place(blank())
    #expect(try bench.keytool("write", startWork, "--lock").exitCode == 64)
    #expect(try bench.contents().writable)
    #expect(try bench.keytool("write", startWork, "--lock", "--yes").exitCode == 0)
    #expect(try bench.contents().writable == false)
    let refused = try bench.keytool("erase")
    #expect(refused.exitCode == 77)
    #expect(refused.errors.contains("for good"))
  }

  @Test func passwordsProtectAndOpen() throws {
    let bench = try Bench()
    bench.reader.place(blank())
    let written = try bench.keytool("write", startWork, "--protect", "--password", "A1B2C3D4")
    #expect(written.exitCode == 0, "\(written.errors)")
    // Away and back, so that the password counts.
    let card = try #require(bench.reader.pull())
    bench.reader.place(card)
    let refused = try bench.keytool("erase")
    #expect(refused.exitCode == 77)
    #expect(refused.errors.contains("--password"))
    #expect(try bench.keytool("erase", "--password", "00000000").exitCode == 77)
    let opened = try bench.keytool("erase", "--password", "A1B2C3D4")
    #expect(opened.exitCode == 0, "\(opened.errors) \(bench.reader.transmitted.suffix(12))")
  }

  @Test func whatDoesNotFitIsRefusedBeforeTheFirstWrite() throws {
    let bench = try Bench()
    bench.reader.place(blank(.ultralight))
    let long = "https://focuskey.app/start?profile=work&task=" + String(repeating: "a", count: 60)
    let outcome = try bench.keytool("write", long, "--json")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("does-not-fit"))
    #expect(outcome.errors.contains("NTAG213"))
  }

  @Test func whatTheCardOnTheReaderWillDo() throws {
    let bench = try Bench()
    bench.reader.place(blank())
    let empty = try bench.keytool("link", "check", "card")
    #expect(empty.exitCode == 1)
    #expect(empty.errors.contains("no message"))
    // Not the link alone: all records count.
    let message = try BuiltProgram.keytool.run(
      ["ndef", "encode", "--text", "desk", "--uri", startWork, "--raw", "2,text/plain,6869"])
    #expect(try bench.keytool("write", "--hex", message.lines[0]).exitCode == 0)
    let fromCard = try bench.answer("link", "check", "card")
    let fromHex = try bench.answer("link", "check", "--hex", message.lines[0])
    #expect(fromCard.value == fromHex.value)
    #expect(fromCard["uri"]?.string == startWork)
  }

  @Test func dumpAndRestore() throws {
    let bench = try Bench()
    bench.reader.place(blank())
    #expect(try bench.keytool("write", startWork).exitCode == 0)
    let file = "\(bench.daemon.folder)/card.json"
    #expect(try bench.keytool("dump", file).exitCode == 0)
    #expect(try bench.keytool("erase").exitCode == 0)
    #expect(try bench.keytool("restore", file).exitCode == 0)
    #expect(try bench.answer("read")["records"]?.array?.first?["uri"]?.string == startWork)
    // What is saved is a dump like any other.
    let shown = try bench.answer("memory", "decode", file)
    #expect(shown["chip"]?.string == "NTAG213")
    #expect(shown["records"]?.array?.first?["uri"]?.string == startWork)
    let nonsense = try bench.keytool("restore", "-", input: "{}")
    #expect(nonsense.exitCode == 65)
  }

  /// A file of 4096 bytes with the memory of a 1K card, as old tools write it: its message, and nothing of the zeros.
  @Test(arguments: ["classic-1k-in-4096.mfd", "proxmark-zero-version.json", "flipper-other-uid.nfc", "taginfo.xml"])
  func restoreOfOtherToolsFiles(name: String) throws {
    let file = Repository.path("Tests/Rooms/CardDumps/Corpus/" + name)
    let bench = try Bench()
    bench.reader.place(blank(.ntag215))
    let restored = try bench.keytool("restore", file)
    #expect(restored.exitCode == 0, "\(restored.errors)")
    #expect(try bench.answer("read")["records"]?.array?.first?["uri"]?.string == "https://focuskey.app/stop")
    // On a card of the file's own kind as well.
    guard name.hasPrefix("classic") else { return }
    let empty = try #require(ClassicCard(.classic1K, uid: [1, 2, 3, 4], holding: [0xD0, 0, 0]))
    bench.reader.pull()
    bench.reader.place(.classic(empty))
    let again = try bench.keytool("restore", file)
    #expect(again.exitCode == 0, "\(again.errors)")
    let read = try bench.answer("read")
    #expect(read["records"]?.array?.first?["uri"]?.string == "https://focuskey.app/stop")
    #expect(read["chip"]?.string == "MIFARE Classic 1K")
  }

  @Test func thePasswordIsRemoved() throws {
    let bench = try Bench()
    bench.reader.place(blank())
    #expect(try bench.keytool("write", startWork, "--password", "11223344", "--protect").exitCode == 0)
    #expect(try bench.contents().barriers == [.password(fromPage: 4)])
    #expect(try bench.keytool("unprotect").exitCode == 64)
    #expect(try bench.keytool("unprotect", "--password", "00000000").exitCode != 0)
    #expect(try bench.keytool("erase").exitCode != 0)
    let dry = try bench.answer("unprotect", "--password", "11223344", "--dry-run")
    #expect(dry["dry_run"]?.bool == true)
    let open = try bench.keytool("unprotect", "--password", "11223344")
    #expect(open.exitCode == 0, "\(open.errors)")
    #expect(try bench.contents().writable)
    #expect(try bench.answer("read")["records"]?.array?.first?["uri"]?.string == startWork)
    #expect(try bench.keytool("erase").exitCode == 0)
  }

  @Test func severalCardsInARow() async throws {
    let bench = try Bench()
    // Followed while it runs: a card is taken away once keytool has said that it is done with it, as a person would.
    let answers = "\(bench.daemon.folder)/answers"
    let file = try Descriptor.open(answers, O_WRONLY | O_CREAT | O_APPEND)
    let keytool = try ChildProcess.start(
      BuiltProgram.keytool.path, ["write", startWork, "--batch", "3", "--json"], environment: bench.environment,
      output: .descriptor(file.number))
    for number in 1...3 as ClosedRange<UInt8> {
      bench.reader.place(blank(.ntag213, number))
      #expect(await eventually { (try? Files.read(answers))?.count { $0 == 0x0A } == Int(number) })
      #expect(try bench.contents().message.octets != nil)
      bench.reader.pull()
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(keytool.wait() == 0)
    #expect(try Files.read(answers).count { $0 == 0x0A } == 3)
  }

  @Test func watchTellsOfWhatComesAndGoes() async throws {
    let bench = try Bench()
    let folder = TemporaryFolder()
    let file = try Descriptor.open(folder("answers"), O_RDWR | O_CREAT)
    let keytool = try ChildProcess.start(
      BuiltProgram.keytool.path, ["watch", "--json"], environment: bench.environment,
      output: .descriptor(file.number))
    func tells(_ event: String) async -> Bool {
      await eventually {
        (try? Files.read(folder("answers"))).map { String(decoding: $0, as: UTF8.self) }?
          .contains(#""event":"\#(event)""#) == true
      }
    }
    #expect(await tells("ready"))
    bench.reader.place(blank())
    #expect(await tells("arrived"))
    bench.reader.pull()
    #expect(await tells("left"))
    keytool.signal(SIGINT)
    #expect(keytool.wait() == 130)
    // Anyone who wants to watch for some time only is not refused when it is over.
    #expect(try bench.keytool("watch", "--timeout", "100ms").exitCode == 0)
  }

  @Test func nothingThere() throws {
    let bench = try Bench(plugged: false)
    let noReader = try bench.keytool("read", "--json")
    #expect(noReader.exitCode == 69)
    #expect(noReader.output.contains(#""kind":"no-reader""#))
    #expect(noReader.errors.split(separator: "\n").count == 1)
    try bench.daemon.plug(bench.reader)
    #expect(try bench.keytool("read", "--reader", "Nonsense").exitCode == 69)
    let noCard = try bench.keytool("read", "--timeout", "100ms")
    #expect(noCard.exitCode == 75)
    bench.daemon.end()
    let noDaemon = try bench.keytool("read", "--json")
    #expect(noDaemon.exitCode == 69)
    #expect(noDaemon.output.contains(#""kind":"no-pcscd""#))
  }
}
