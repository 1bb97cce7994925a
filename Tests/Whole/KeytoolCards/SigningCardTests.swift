import CardModels
import FocusLinks
import Glibc
import JSONText
import LinuxRuntime
import NDEF
import ProofOfTap
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// An NTAG 424 DNA from the factory to a card whose taps are proven through anybody's phone: the real keytool through
/// the real pcscd, the real service and its listener for phones, and a card that signs by itself.
@Suite(
  .realParts, .serialized, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"),
  .timeLimit(.minutes(2)))
struct SigningCardTests {
  private static let stop = "https://focuskey.app/stop"

  private static func card() -> Type4Card {
    var card = Type4Card(ntag424: [4, 0x42, 0x40, 0x33, 0x44, 0x55, 0x77])
    card.ciphers = .openSSL { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 + 5) } }
    return card
  }

  /// What a phone reads when it touches the card: path and query of its link, which the card fills in.
  private static func touch(_ bench: Bench) throws -> String {
    var card = try #require(bench.reader.pull())
    card.leaveField()
    // Read without keytool, by a model of what a phone does; the card keeps its count.
    var table = CardOnTheTable(card)
    let message = try #require(try table.read(.everything).message.octets)
    bench.reader.place(table.card)
    let records = try NDEFMessage(decoding: message).records
    let uri = try #require(LinkForecaster(table: RouteTable()).forecast(records: records).uri)
    return String(uri.dropFirst("https://focuskey.app".count))
  }

  private static func said(_ service: RunningService, _ words: String...) throws -> JSONNode {
    try JSONDocument(Array(try service.program.run(words + ["--json", "--home", service.home]).output.utf8)).root
  }

  /// A phone that nobody paired hands a link in.
  private static func tap(_ route: String, on port: UInt16) async -> String {
    let encoded = route.replacing("/", with: "%2F").replacing("?", with: "%3F").replacing("=", with: "%3D")
      .replacing("&", with: "%26")
    let answer = await Browser.get("/tap?p=stranger&n=1&t=1&r=\(encoded)&m=00", port: port)
    return String(answer.split(separator: "<main data-").dropFirst().first?.prefix { $0 != ">" } ?? "\(answer)")
  }

  @Test func aSignedTapAsksAndAnswersThroughAnybodysPhone() async throws {
    let bench = try Bench()
    let home = TemporaryFolder()
    try Files.replace(home("config.json5"), with: Array("{ port: 0 }".utf8))
    let service = try RunningService(home: home.path)
    defer { service.stop() }
    bench.reader.place(.type4(Self.card()))
    let written = try bench.keytool("write", Self.stop, "--sign", "--key", "signet", "--home", home.path)
    #expect(written.exitCode == 0 && written.output.contains("Signs each tap"), "\(written)")
    #expect(try service("key", "show", "signet", "--json").output.contains(#""proof":"sun""#))
    // Somebody is invited, so that phones are listened to.
    let link = try #require(try Self.said(service, "phone", "pair", "--host", "127.0.0.1")["link"]?.string)
    let port = try #require(UInt16(link.split(separator: "~")[3]))
    #expect(try service("start", "work").exitCode == 0)
    let first = try Self.touch(bench)
    #expect(await Self.tap(first, on: port) == #"result="done""#, "\(first)")
    #expect(try Self.said(service, "status")["question"]?.isNull == false, "a proven tap asks")
    #expect(await Self.tap(first, on: port) == #"result="refused""#, "its signature was used")
    let opens = try #require(try Self.said(service, "status")["question"]?["opens_at"]?.string)
    let second = Int(try BuiltProgram(at: "/bin/date").run(["-d", opens, "+%s"]).lines[0]) ?? 0
    #expect(await eventually(within: .seconds(20)) { time(nil) > second })
    #expect(await Self.tap(try Self.touch(bench), on: port) == #"result="done""#, "and the next one answers")
    #expect(try Self.said(service, "status")["state"]?.string == "idle")
    #expect(try service("start", "work").exitCode == 0)
    #expect(await Self.tap(first, on: port) == #"result="refused""#, "a lower counter")
    #expect(try Self.said(service, "status")["question"]?.isNull == true)
  }

  @Test func itIsTakenBackAndDoneAgain() throws {
    let bench = try Bench()
    let home = TemporaryFolder()
    let file = home("signing-cards.json")
    bench.reader.place(.type4(Self.card()))
    let dry = try bench.answer("write", Self.stop, "--sign", "--home", home.path, "--dry-run")
    #expect(dry["dry_run"]?.bool == true && dry["done"]?.string?.contains("sign each tap") == true)
    #expect(try !Files.exists(file) && bench.contents().message == .empty)
    #expect(try bench.keytool("write", Self.stop, "--sign", "--home", home.path).exitCode == 0)
    let kept = try Files.read(file)
    #expect(try bench.contents().signs)
    // Another link takes its place, with the same keys; then one that is not signed.
    #expect(try bench.keytool("write", startWork, "--sign", "--home", home.path).exitCode == 0)
    #expect(try Files.read(file) == kept)
    #expect(try bench.keytool("write", startWork, "--home", home.path).exitCode == 0)
    #expect(try !bench.contents().signs)
    #expect(try bench.answer("read")["records"]?.array?.first?["uri"]?.string == startWork)
    #expect(try bench.keytool("write", Self.stop, "--sign", "--home", home.path).exitCode == 0)
    #expect(try bench.answer("unsign", "--home", home.path, "--dry-run")["dry_run"]?.bool == true)
    #expect(try bench.contents().signs)
    let back = try bench.keytool("unsign", "--home", home.path)
    #expect(back.exitCode == 0, "\(back)")
    #expect(String(decoding: try Files.read(file), as: UTF8.self) == "[]")
    guard case .type4(let model)? = bench.reader.card else { return }
    #expect(model.keys.others.values.allSatisfy { key in key.allSatisfy { $0 == 0 } })
    #expect(try bench.keytool("unsign", "--home", home.path, "--json").output.contains(#""kind":"not-signing""#))
  }

  /// An NTAG 424 DNA in LRP mode, which it is switched to once and for good: after a question, and never by itself.
  @Test func aCardIsSwitchedToLRPModeForGood() throws {
    let bench = try Bench()
    let home = TemporaryFolder()
    bench.reader.place(.type4(Self.card()))
    #expect(try bench.keytool("write", Self.stop, "--lrp", "--home", home.path).exitCode == 64)
    let unasked = try bench.keytool("write", Self.stop, "--sign", "--lrp", "--home", home.path)
    #expect(unasked.exitCode == 64 && unasked.errors.contains("--yes"), "\(unasked)")
    let dry = try bench.keytool("write", Self.stop, "--sign", "--lrp", "--dry-run", "--home", home.path)
    #expect(dry.output.contains("sign each tap in LRP mode"), "\(dry)")
    #expect(try !bench.contents().speaksLRP)
    let written = try bench.keytool("write", Self.stop, "--sign", "--lrp", "--yes", "--home", home.path)
    #expect(written.exitCode == 0 && written.output.contains("Signs each tap in LRP mode"), "\(written)")
    #expect(try bench.contents().speaksLRP)
    let link = "https://focuskey.app" + (try Self.touch(bench))
    let checked = try JSONDocument(
      Array(try bench.keytool("sun", "check", link, "--json", "--home", home.path).output.utf8)
    ).root
    #expect(checked["valid"]?.bool == true && checked["mode"]?.string == "lrp")
    // It stays so without being asked again, and is taken back as others are.
    #expect(try bench.keytool("write", startWork, "--sign", "--home", home.path).exitCode == 0)
    #expect(try bench.contents().signs && bench.contents().speaksLRP)
    #expect(try bench.keytool("unsign", "--home", home.path).exitCode == 0)
    #expect(try !bench.contents().signs && bench.contents().speaksLRP)
    // Others have no such mode.
    bench.reader.pull()
    var other = Type4Card(ntag413: Self.card().uid)
    other.ciphers = Self.card().ciphers
    bench.reader.place(.type4(other))
    let refused = try bench.keytool("write", Self.stop, "--sign", "--lrp", "--yes", "--home", home.path)
    #expect(refused.exitCode == 1 && refused.errors.contains("no LRP mode"), "\(refused)")
  }

  /// Each chip that signs, with keys that follow from a master key: the file of keys can be lost.
  @Test(arguments: [Chip.ntag424DNA, .ntag424DNATT, .ntag413DNA, .desfireEV3]) func keysFollowFromAMasterKey(
    _ chip: Chip
  ) throws {
    let bench = try Bench()
    let (home, other) = (TemporaryFolder(), TemporaryFolder())
    var model = Self.card()
    if chip == .ntag413DNA { model = Type4Card(ntag413: model.uid) }
    if chip == .desfireEV3 { model = Type4Card(blank: chip, uid: model.uid) }
    model.ciphers = Self.card().ciphers
    model.chip = chip
    bench.reader.place(.type4(model))
    let master = "00112233445566778899aabbccddeeff"
    let written = try bench.keytool("write", Self.stop, "--sign", "--master", master, "--home", home.path)
    #expect(written.exitCode == 0 && written.output.contains("Signs each tap"), "\(written)")
    #expect(!written.output.contains(master))
    let link = "https://focuskey.app" + (try Self.touch(bench))
    let known = try bench.keytool("sun", "check", link, "--home", home.path)
    #expect(known.exitCode == 0 && known.output.hasPrefix("valid: card 04424033445577, counter "), "\(known)")
    if chip != .ntag413DNA {
      let made = try bench.keytool("sun", "check", link, "--master", "-", input: master + "\n")
      #expect(made.exitCode == 0 && made.output == known.output, "\(made)")
    }
    // A backup is a file of its own, and another computer takes it over.
    let copy = other("keys.json")
    #expect(try bench.keytool("sun", "backup", copy, "--home", home.path).exitCode == 0)
    #expect(try bench.keytool("sun", "backup", copy, "--home", home.path).errors.contains("--force"))
    #expect(try bench.keytool("sun", "restore", copy, "--home", other.path).output.contains("1 new card of 1"))
    #expect(try bench.keytool("sun", "check", link, "--home", other.path).exitCode == 0)
    // Without any file the master key takes the card back.
    try Files.remove(home("signing-cards.json"))
    let lost = try bench.keytool("unsign", "--home", home.path)
    #expect(lost.exitCode == 77 && lost.errors.contains("another key"), "\(lost)")
    let back = try bench.keytool("unsign", "--master", master, "--home", home.path)
    #expect(back.exitCode == 0, "\(back)")
    #expect(try !bench.contents().signs)
    #expect(try bench.keytool("write", Self.stop, "--master", master).exitCode == 64)
  }

  @Test func badInputChangesNothing() throws {
    let bench = try Bench()
    let home = TemporaryFolder()
    bench.reader.place(blank())
    let before = try bench.contents().message
    let other = try bench.keytool("write", Self.stop, "--sign", "--home", home.path, "--json")
    #expect(other.exitCode == 1 && other.output.contains(#""kind":"not-possible""#), "\(other)")
    for words in [["--mirror", "uid"], ["--hex", startWorkHex]] {
      let start = words[0] == "--hex" ? ["write"] : ["write", Self.stop]
      let outcome = try BuiltProgram.keytool.run(start + words + ["--sign"], environment: bench.environment)
      #expect(outcome.exitCode == 64, "\(outcome)")
    }
    #expect(try bench.keytool("write", Self.stop, "--key", "a", "--proof", "sun").exitCode == 64)
    bench.reader.pull()
    bench.reader.place(.type4(Self.card()))
    try Files.replace(home("signing-cards.json"), with: Array("[{ \"uid\": 5 }]".utf8))
    let damaged = try bench.keytool("write", Self.stop, "--sign", "--home", home.path)
    #expect(damaged.exitCode == 65 && damaged.errors.split(separator: "\n").count <= 2, "\(damaged)")
    #expect(try bench.contents().message == .empty && before == .empty || before == .missing)
  }
}
