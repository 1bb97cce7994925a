import Glibc
import JSONText
import LinuxRuntime
import Octets
import ProofOfTap
import RealParts
import TestSupport
import Testing

/// What a card proves through a phone, and what strangers on the network cannot do.
@Suite(.realParts) struct PhoneProofTests {
  private static let uid = "04DE5F1EACC040"
  private static let plain = "04112233445566"

  /// A service that knows a card that signs, and one that only counts; a session is running.
  private static func focusing(_ home: TemporaryFolder) throws -> RunningService {
    let zero = String(repeating: "0", count: 32)
    try Files.replace(
      home("config.json5"),
      with: Array("{ port: 0, signingCards: [{ uid: '\(uid)', metaKey: '\(zero)', fileKey: '\(zero)' }] }".utf8))
    try Files.replace(
      home("settings.json5"),
      with: Array(
        "{ keys: [{ id: 'signet', uid: '\(uid)', proof: 'sun' }, { id: 'tag', uid: '\(plain)', proof: 'counter' }] }"
          .utf8))
    let service = try RunningService(home: home.path)
    #expect(try service("key", "import", home("settings.json5")).exitCode == 0)
    #expect(try service("start", "work").exitCode == 0)
    return service
  }

  /// What a simulated NTAG 424 DNA puts into its link, with the keys of NXP's AN12196.
  private static func signed(_ route: String, counter: UInt32) throws -> String {
    let tap = try #require(SignedTap(uid: HexText.octets(of: uid), counter: counter))
    let key = try #require(AES128(key: [UInt8](repeating: 0, count: 16)))
    let digits = String(counter, radix: 16).uppercased()
    let padded = String(repeating: "0", count: 6 - digits.count) + digits
    let code = HexText.text(of: tap.code(key, over: [])).uppercased()
    return "\(route)?uid=\(uid)&ctr=\(padded)&cmac=\(code)"
  }

  private static func encoded(_ route: String) -> String {
    route.replacing("/", with: "%2F").replacing("?", with: "%3F").replacing("=", with: "%3D").replacing(
      "&", with: "%26")
  }

  private static func isAsked(_ service: RunningService) throws -> Bool {
    try PhoneTests.said("status", by: service)?["question"]?.isNull == false
  }

  @Test func aSignedLinkIsACardThatWasThereWhicheverPhoneReadIt() async throws {
    let home = TemporaryFolder()
    let service = try Self.focusing(home)
    var page = try PhoneTests.paired(service)
    #expect(await page.get(page.pairing()).status == "200")
    func tap(_ route: String) async -> String { await page.get(page.tap(route, encoded: Self.encoded(route))).mark }
    // A phone that nobody knows.
    func strange(_ route: String) async -> String {
      await page.get("/tap?p=stranger&n=1&t=1&r=\(Self.encoded(route))&m=00").mark
    }
    let other = "?picc_data=EF963FF7828658A599F3041510671E88&cmac=94EED9EE6533708"
    #expect(await tap("/stop\(other)7") == #"result="refused""#, "a wrong code is a soft link")
    #expect(try !Self.isAsked(service))
    // NXP's own example, with counter 61, read by a phone that was never paired.
    #expect(await strange("/stop\(other)6") == #"result="done""#)
    #expect(try Self.isAsked(service))
    #expect(try service("keep").exitCode == 0)
    // The phone's proof is new each time; the card's is old.
    #expect(await tap("/stop\(other)6") == #"result="refused""#)
    #expect(await tap(try Self.signed("/stop", counter: 60)) == #"result="refused""#)
    #expect(
      await tap("/stop?uid=\(Self.uid)&ctr=000099") == #"result="refused""#, "a card that signs never only counts")
    #expect(try !Self.isAsked(service))
    #expect(await strange("/stop") == #"reason="unknown-phone""#)
    #expect(await strange("/stop?uid=\(Self.plain)&ctr=000007") == #"reason="unknown-phone""#)
    let phones = try PhoneTests.said("status", by: service)?["readers"]?.array?.filter {
      $0["backend"]?.string == "phone"
    }
    #expect(phones?.map { $0["name"]?.string } == ["annas-phone"] && phones?.first?["state"]?.string == "ready")
  }

  @Test func aSignedLinkFromAPairedPhoneAsksOnce() async throws {
    let home = TemporaryFolder()
    let service = try Self.focusing(home)
    var page = try PhoneTests.paired(service)
    #expect(await page.get(page.pairing()).status == "200")
    func tap(_ counter: UInt32) async throws -> String {
      let route = try Self.signed("/stop", counter: counter)
      return await page.get(page.tap(route, encoded: Self.encoded(route))).mark
    }
    #expect(try await tap(62) == #"result="done""#)
    #expect(try Self.isAsked(service) && service("keep").exitCode == 0)
    // Each of these is a new tap of the phone; the card's counter is what counts.
    for counter: UInt32 in [62, 61] { #expect(try await tap(counter) == #"result="refused""#) }
    #expect(try !Self.isAsked(service))
    #expect(try PhoneTests.said("phone", "list", by: service)?["phones"]?.array?.first?["taps"]?.integer == 3)
  }

  @Test func aMirroredCounterCountsFromAPairedPhoneOnly() async throws {
    let home = TemporaryFolder()
    let service = try Self.focusing(home)
    var page = try PhoneTests.paired(service)
    #expect(await page.get(page.pairing()).status == "200")
    func tap(_ route: String) async -> String { await page.get(page.tap(route, encoded: Self.encoded(route))).mark }
    #expect(await tap("/stop?uid=04AABBCCDDEEFF&ctr=000007") == #"result="refused""#, "a stranger's card")
    #expect(await tap("/stop?uid=\(Self.plain)&ctr=000007") == #"result="done""#)
    #expect(try Self.isAsked(service) && service("keep").exitCode == 0)
    for counter in ["000007", "000006"] {
      #expect(await tap("/stop?uid=\(Self.plain)&ctr=\(counter)") == #"result="refused""#)
    }
    #expect(try !Self.isAsked(service))
    let target = "/tap?p=stranger&n=1&t=1&r=\(Self.encoded("/stop?uid=\(Self.plain)&ctr=0000FF"))&m=00"
    #expect(await page.get(target).mark == #"reason="unknown-phone""#)
    #expect(try service("phone", "revoke", "annas-phone").exitCode == 0)
  }

  /// Half a request each, and nobody goes on: the service keeps its files, its memory and its wits.
  @Test func aThousandSilentConnectionsTakeNothingFromTheService() async throws {
    let home = TemporaryFolder()
    try Files.replace(home("config.json5"), with: Array("{ port: 0 }".utf8))
    let service = try RunningService(home: home.path)
    var page = try PhoneTests.paired(service)
    #expect(await page.get(page.pairing()).status == "200")
    let before = try Self.memory(of: service.id)
    let script = """
      import socket, sys
      held = []
      for number in range(1000):
          line = socket.socket(); line.setblocking(False)
          try: line.connect(("127.0.0.1", \(page.port)))
          except BlockingIOError: pass
          held.append(line)
      for line in held:
          try: line.send(b"GET /tap?p=annas")
          except OSError: pass
      print("there", flush=True)
      sys.stdin.read()
      """
    let pipe = try makePipe()
    let strangers = try ChildProcess.start(
      "/usr/bin/env", ["python3", "-c", script], input: .descriptor(pipe.reading), output: .nothing, errors: .nothing)
    close(pipe.reading)
    defer {
      close(pipe.writing)
      strangers.signal(SIGKILL)
      strangers.wait()
    }
    #expect(await eventually(within: .seconds(30)) { (try? Self.files(of: service.id)) ?? 0 > 60 })
    #expect(try service("status").exitCode == 0)
    #expect(try Self.files(of: service.id) < 600)
    // Silent connections end after a few seconds, and then the phone is heard.
    let isHeard = await eventually(within: .seconds(60)) {
      await page.get(page.tap("/status", encoded: "%2Fstatus")).mark == #"result="done""#
    }
    #expect(isHeard)
    #expect(try Self.memory(of: service.id) - before < 32 << 10, "kilobytes")
  }

  /// The files that a process has open.
  private static func files(of process: Int32) throws -> Int {
    try BuiltProgram(at: "/bin/ls").run(["/proc/\(process)/fd"]).lines.count
  }

  /// The memory that a process has, in kilobytes.
  private static func memory(of process: Int32) throws -> Int {
    let lines = String(decoding: try Files.read("/proc/\(process)/status"), as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
