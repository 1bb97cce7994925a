import CommandShell
import KeytoolCommands
import Octets
import ProofOfTap
import RealParts
import TestSupport
import Testing

/// `keytool sun check` with the worked examples of NXP's AN12196, and with forgeries.
@Suite(.realParts) struct SunCheckTests {
  let keytool = Rehearsal(Keytool.program)
  private static let zero = String(repeating: "0", count: 32)

  private func check(_ link: String, _ more: String...) async throws -> (root: JSONNode, exitCode: ExitCode) {
    let outcome = try await keytool.run(["sun", "check", link, "--json"] + more)
    return (try JSONDocument(outcome.output).root, outcome.exitCode)
  }

  @Test(arguments: [
    ("https://a.example/?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086", "04DE5F1EACC040", 61),
    (
      "https://a.example/?picc_data=FD91EC264309878BE6345CBE53BADF40&enc=CEE9A53E3E463EF1F459635736738962&cmac=ECC1E7F6C6C73BF6",
      "04958CAA5C5E80", 8
    ),
    ("https://a.example/?uid=041E3C8A2D6B80&ctr=000006&cmac=4B00064004B0B3D3", "041E3C8A2D6B80", 6),
  ])
  func theApplicationNotesCardsAreRight(_ link: String, _ uid: String, _ counter: Int) async throws {
    let (root, exitCode) = try await check(link, "--key", Self.zero)
    #expect(exitCode == .done && root["valid"]?.bool == true)
    #expect(root["uid"]?.string == uid && root["counter"]?.integer == Int64(counter))
    // One digit of the code is another.
    let forged = link.dropLast() + (link.last == "0" ? "1" : "0")
    let (no, code) = try await check(String(forged), "--key", Self.zero)
    #expect(code == .no && no["valid"]?.bool == false && no["uid"]?.string == uid)
    let (other, otherCode) = try await check(link, "--key", String(repeating: "1", count: 32))
    #expect(otherCode == .no && other["valid"]?.bool == false)
  }

  @Test func theFileOfKeytoolIsTaken() async throws {
    let link = "https://a.example/?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086"
    let cards = #"[{"uid":"04DE5F1EACC040","fileKey":"\#(Self.zero)","metaKey":"\#(Self.zero)"}]"#
    try Files.replace(keytool.folder("keys.json"), with: Array(cards.utf8))
    #expect(try await check(link, "--keys", "keys.json").root["valid"]?.bool == true)
    try Files.replace(keytool.folder("keys.json"), with: Array("[]".utf8))
    let (root, exitCode) = try await check(link, "--keys", "keys.json")
    #expect(exitCode == .no && root["uid"]?.isNull == true && root["counter"]?.isNull == true)
    try Files.replace(keytool.folder("keys.json"), with: Array("{".utf8))
    #expect(try await check(link, "--keys", "keys.json").exitCode == .badData)
  }

  @Test func slipsAreOneLine() async throws {
    let link = "https://a.example/?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086"
    let home = ["--home", keytool.folder("home")]
    let cases: [(words: [String], code: ExitCode, kind: String)] = [
      ([link] + home, .noInput, "no-keys"), ([link, "--keys", "none.json"], .noInput, "no-keys"),
      (["https://a.example/", "--key", Self.zero], .badData, "not-signed"),
      ([link, "--key", "00"], .usage, "bad-key"), ([link, "--key", "xyz"], .badData, "not-hex"),
    ]
    for (words, code, kind) in cases {
      let outcome = try await keytool.run(["sun", "check", "--json"] + words)
      #expect(outcome.exitCode == code && outcome.errors.split(separator: "\n").count == 1, "\(words): \(outcome)")
      #expect(try JSONDocument(outcome.output).root["error"]?["kind"]?.string == kind, "\(outcome)")
    }
    #expect(try await keytool("sun", "check", link, "--key", Self.zero, "--keys", "a").exitCode == .usage)
  }
}
