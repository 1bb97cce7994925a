import ControlSocket
import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// keytool and the page write to the cards of the simulated reader, which keep what was written: the whole way from a
/// blank card to a proven key, without hardware.
@Suite(.realParts, .timeLimit(.minutes(2))) struct SimulatedWriteTests {
  let folder = TemporaryFolder()
  let link = "https://focuskey.app/focus/work"

  private func keytool(_ words: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.keytool.run(
      words + ["--reader", "simulated", "--home", folder.path], environment: TrialEnvironment.lines())
  }

  private func answer(_ outcome: BuiltProgram.Outcome) throws -> JSONNode {
    try JSONDocument(outcome.lines.last ?? "").root
  }

  private func state(_ service: RunningService) throws -> String? {
    try JSONDocument(try service("status", "--json").output).root["state"]?.string
  }

  @Test func aBlankCardIsWrittenAndIsATapOnlyWhenItComesBack() throws {
    let service = try RunningService(home: folder.path)
    let written = try keytool("write", link, "--json")
    #expect(written.exitCode == 0, "\(written.errors)")
    let card = try answer(written)
    #expect(card["verified"]?.bool == true && card["chip"]?.string == "NTAG213")
    let uid = try #require(card["uid"]?.string)
    #expect(try state(service) == "idle", "what is being written is not a tap")
    let read = try answer(try keytool("read", "--json"))
    #expect(read["uid"]?.string == uid)
    #expect(read["records"]?.array?.first?["uri"]?.string == link)
    // The hand takes it away for as long as a card must have been away, and puts it down again.
    #expect(try service("tap", "--uid", uid).exitCode == 0)
    #expect(try state(service) == "focusing")
  }

  @Test func whatWasWrittenOutlivesTheServiceAndANewCardIsNew() throws {
    var service: RunningService? = try RunningService(home: folder.path)
    let uid = try #require(try answer(try keytool("write", link, "--json"))["uid"]?.string)
    service?.kill()
    service = try RunningService(home: folder.path)
    #expect(try service?("tap", "--uid", uid).output.contains("Work") == true)
    let file = String(decoding: try Files.read(folder("simulated-cards.json")), as: UTF8.self)
    #expect(file.contains(uid.lowercased()))
    // A link that is named is on the card, whatever it held before.
    #expect(try service?("tap", "--link", "https://focuskey.app/status", "--uid", uid).exitCode == 0)
    let fresh = try answer(try keytool("read", "--json"))["records"]?.array?.first
    #expect(fresh?["uri"]?.string == "https://focuskey.app/status")
    // A file that was tampered with has no cards, and the service comes up all the same.
    service?.stop()
    try Files.replace(folder("simulated-cards.json"), with: Array("{\"cards\":[{\"uid\":5},7]}".utf8))
    service = try RunningService(home: folder.path)
    #expect(try service?("tap", "--uid", uid).exitCode == 0)
    #expect(try answer(try keytool("read", "--json"))["records"]?.array?.isEmpty != false)
  }

  @Test func oneFlowFromABlankCardToAProvenKey() throws {
    let service = try RunningService(home: folder.path)
    let written = try keytool("write", link, "--key", "desk", "--mirror", "counter", "--proof", "counter", "--json")
    #expect(written.exitCode == 0, "\(written.errors)")
    #expect(try answer(written)["key"]?.string == "desk")
    // The card counts its taps, and each counts more than the last: a counter that stood still would be refused.
    #expect(try service("tap", "desk").exitCode == 0)
    #expect(try state(service) == "focusing")
    let settings = try service("key", "list", "--json").output
    #expect(settings.contains("desk"))
    #expect(try service("tap", "desk").output.contains("End this session?"))
    // Locked, it stays as it is.
    #expect(try keytool("lock", "--yes").exitCode == 0)
    let refused = try keytool("write", "https://focuskey.app/stop", "--json")
    #expect(refused.exitCode == 1 || refused.exitCode == 77, "\(refused.errors)")
    let kept = try answer(try keytool("read", "--json"))["records"]?.array?.first
    #expect(kept?["uri"]?.string?.hasPrefix(link) == true)
  }

  @Test func manyCardsAndTheOtherCommands() throws {
    let service = try RunningService(home: folder.path)
    let batch = try keytool("write", link, "--batch", "3", "--json")
    #expect(batch.exitCode == 0, "\(batch.errors)")
    let uids = try batch.lines.map { try JSONDocument($0).root["uid"]?.string }
    #expect(Set(uids).count == 3 && !uids.contains(nil))
    #expect(try keytool("dump", folder("card.json")).exitCode == 0)
    #expect(try keytool("erase").exitCode == 0)
    #expect(try answer(try keytool("read", "--json"))["records"]?.array?.isEmpty != false)
    #expect(try keytool("readers").output == "Simulated reader\n")
    let watch = try keytool("watch", "--json", "--timeout", "1s")
    #expect(watch.lines.contains { $0.contains("\"arrived\"") })
    #expect(try service("tap", "--lift").exitCode == 0)
    let nothing = try keytool("read", "--timeout", "500ms", "--json")
    #expect(nothing.exitCode == 75)
    // A dry run changes nothing.
    let dry = try keytool("write", link, "--dry-run", "--json")
    #expect(dry.exitCode == 0)
    #expect(try answer(try keytool("read", "--json"))["records"]?.array?.isEmpty != false)
  }

  /// The page's way: the service has keytool write, on the only reader that there is.
  @Test func thePageWritesToo() throws {
    let service = try RunningService(home: folder.path)
    var client = try ControlClient(path: folder("control.sock"), patience: 60)
    let line = try client.ask(Array(#"{"command":"write-card","link":"https://focuskey.app/focus/work"}"#.utf8))
    let done = try JSONDocument(line).root
    #expect(done["ok"]?.bool == true, "\(String(decoding: line, as: UTF8.self))")
    let uid = try #require(done["card"]?["uid"]?.string)
    #expect(try service("tap", "--uid", uid).output.contains("Work"))
    // A card that is not there any more gives no answer.
    let request = #"{"command":"simulated-exchange","uid":"04010203040506","frame":"3000"}"#
    var other = try ControlClient(path: folder("control.sock"))
    let gone = try other.ask(Array(request.utf8))
    #expect(try JSONDocument(gone).root["answer"]?.string == "gone")
  }

  @Test func withoutTheServiceOrTheReaderItSaysSo() throws {
    let nobody = try keytool("write", link, "--json")
    #expect(nobody.exitCode == 69)
    #expect(nobody.errors.contains("focuskey up"))
    let service = try RunningService(home: folder.path, arguments: ["--reader", "auto"])
    let outcome = try keytool("write", link, "--json")
    // Without any reader the service has put the simulated one in its place; else it has none.
    if try service("status", "--json").output.contains("\"simulated\"") {
      #expect(outcome.exitCode == 0)
    } else {
      #expect(outcome.exitCode == 69)
    }
  }
}
