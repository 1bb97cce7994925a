import Glibc
import JSONText
import LinuxRuntime
import Octets
import ProofOfTap
import RealParts
import TestSupport
import Testing

/// A phone that taps for a real service: as the page behind a card's link does, and as a Shortcut does.
@Suite(.realParts) struct PhoneTests {
  /// The page on a phone, in what it sends.
  struct Page {
    let parts: [String]
    let port: UInt16
    let own = [UInt8](repeating: 0x5C, count: 32)
    var number = 0

    init(link: String) throws {
      parts = try #require(link.split(separator: "#").last).split(separator: "~").map(String.init)
      port = try #require(UInt16(parts[3]))
    }

    var code: [UInt8] { Base64URLText.octets(of: parts[5]) ?? [] }

    func pairing() -> String {
      let (desk, phone, nonce) = (parts[1], parts[4], String(repeating: "0f", count: 16))
      let pad = HMACSHA256.code(of: Array("pair1-key|\(phone)|\(desk)|\(nonce)".utf8), key: code)
      let box = HexText.text(of: zip(own, pad).map { $0 ^ $1 })
      let proof = HMACSHA256.code(of: Array("pair1|\(phone)|\(desk)|\(nonce)|\(box)".utf8), key: code)
      return "/pair?p=\(phone)&o=\(nonce)&b=\(box)&m=\(HexText.text(of: proof))"
    }

    mutating func tap(_ route: String, encoded: String, at time: Int64? = nil) -> String {
      number += 1
      return tap(route, encoded: encoded, number: number, at: time)
    }

    func tap(_ route: String, encoded: String, number: Int, at time: Int64? = nil) -> String {
      let time = time ?? Int64(PhoneTests.now())
      let covered = "tap1|\(parts[4])|\(parts[1])|\(number)|\(time)|\(route)"
      let proof = HMACSHA256.code(of: Array(covered.utf8), key: own)
      return "/tap?p=\(parts[4])&n=\(number)&t=\(time)&r=\(encoded)&m=\(HexText.text(of: proof))"
    }

    func get(
      _ target: String, host: String? = nil, bySix: Bool = false
    ) async -> (status: String, mark: String, text: String) {
      let answer = await Browser.get(target, host: host, port: port, bySix: bySix)
      let mark = answer.split(separator: "<main data-").dropFirst().first?.prefix { $0 != ">" } ?? ""
      return (Browser.status(answer), String(mark), answer)
    }
  }

  static func now() -> Int { time(nil) }

  /// What a command says with `--json`.
  static func said(_ arguments: String..., by service: RunningService) throws -> JSONNode? {
    let outcome = try service.program.run(arguments + ["--json", "--home", service.home])
    return try? JSONDocument(Array(outcome.output.utf8)).root
  }

  static func paired(_ service: RunningService, isShortcut: Bool = false, host: String = "127.0.0.1") throws -> Page {
    let port = "\(try FreePort.take())"
    let answer =
      isShortcut
      ? try said(
        "phone", "pair", "--shortcut", "--name", "annas-phone", "--host", host, "--port", port, by: service)
      : try said("phone", "pair", "--name", "annas-phone", "--host", host, "--port", port, by: service)
    let link = try #require(answer?["link"]?.string, "\(String(describing: answer))")
    #expect(link.hasPrefix("https://focuskey.app/pair#v1~"))
    return try Page(link: link)
  }

  @Test func theCodePairsOnceAndTheCardThenStartsASession() async throws {
    let home = TemporaryFolder()
    try Files.replace(home("config.json5"), with: Array("{ port: 0 }".utf8))
    let service = try RunningService(home: home.path, arguments: ["--reader", "simulated"])
    #expect(try service("phone", "list").output.contains("No phone is paired"))
    var page = try Self.paired(service)
    let first = await page.get(page.pairing())
    #expect(first.status == "200" && first.text.contains("Paired with"))
    let second = await page.get(page.pairing())
    #expect(second.status == "403" && second.mark == #"reason="used""#)
    let tap = page.tap("/focus/work?minutes=50", encoded: "%2Ffocus%2Fwork%3Fminutes%3D50")
    // A card's link of its own form: this route knows no minutes, so the person is told, and nothing starts.
    #expect(await page.get(tap).mark == #"result="refused""#)
    let good = await page.get(
      page.tap("/start?profile=work&minutes=50", encoded: "%2Fstart%3Fprofile%3Dwork%26minutes%3D50"))
    #expect(good.status == "200" && good.mark == #"result="done""# && good.text.contains("Work is on until"))
    #expect(try Self.said("status", by: service)?["state"]?.string == "focusing")
    // A phone ends nothing.
    #expect(await page.get(page.tap("/stop", encoded: "%2Fstop")).mark == #"result="refused""#)
    #expect(try Self.said("status", by: service)?["state"]?.string == "focusing")
    #expect(try Self.said("phone", "list", by: service)?["phones"]?.array?.first?["phone"]?.string == "annas-phone")
  }

  @Test func everyReasonIsNamedInItsOrder() async throws {
    let home = TemporaryFolder()
    try Files.replace(home("config.json5"), with: Array("{ port: 0 }".utf8))
    let service = try RunningService(home: home.path, arguments: ["--reader", "simulated"])
    var page = try Self.paired(service)
    #expect(await page.get(page.pairing()).status == "200")
    let status = "%2Fstatus"
    #expect(await page.get("/tap?p=nobody&n=1&t=1&r=\(status)&m=00").mark == #"reason="unknown-phone""#)
    #expect(await page.get("/tap?p=annas-phone&n=1&t=1&r=\(status)&m=00").mark == #"reason="bad-proof""#)
    let stale = await page.get(page.tap("/status", encoded: status, at: Int64(Self.now() - 200)))
    #expect(stale.mark == #"reason="stale""# && stale.text.contains("seconds behind"))
    #expect(await page.get(page.tap("/status", encoded: status)).status == "200")
    #expect(await page.get(page.tap("/status", encoded: status, number: page.number)).mark == #"reason="replayed""#)
    for place in ["/", "/api/v1/status", "/index.html", "/tap/x", "/shield"] {
      #expect(await page.get(place).status == "404", "nothing of the dashboard is there: \(place)")
    }
    let elsewhere = await page.get(page.tap("/status", encoded: status), host: "evil.example:\(page.port)")
    #expect(elsewhere.status == "404")
    // However many wrong proofs came under the phone's name, and from its own address.
    for _ in 0..<70 { _ = await page.get("/tap?p=annas-phone&n=9&t=1&r=\(status)&m=00") }
    #expect(await page.get("/tap?p=annas-phone&n=9&t=1&r=\(status)&m=00").status == "429")
    #expect(await page.get(page.tap("/status", encoded: status)).status == "200")
    #expect(try service("phone", "revoke", "nobody").exitCode == 66)
    #expect(try service("phone", "revoke", "annas-phone").exitCode == 0)
    #expect(await Browser.get("/tap", port: page.port) == "no connection", "nobody is left to listen to")
  }

  @Test func theNumberOfATapOutlivesAKill() async throws {
    let home = TemporaryFolder()
    try Files.replace(home("config.json5"), with: Array("{ port: 0 }".utf8))
    var service = try RunningService(home: home.path, arguments: ["--reader", "simulated"])
    var page = try Self.paired(service)
    #expect(await page.get(page.pairing()).status == "200")
    for _ in 0..<5 {
      let tap = page.tap("/status", encoded: "%2Fstatus")
      #expect(await page.get(tap).status == "200")
      service.kill()
      service = try RunningService(home: home.path, arguments: ["--reader", "simulated"])
      #expect(await page.get(tap).mark == #"reason="replayed""#)
    }
  }

  @Test func aShortcutAnswersAChallenge() async throws {
    let home = TemporaryFolder()
    try Files.replace(home("config.json5"), with: Array("{ port: 0 }".utf8))
    let service = try RunningService(home: home.path, arguments: ["--reader", "simulated"])
    let page = try Self.paired(service, isShortcut: true)
    let key = page.parts[5]
    func answer(to challenge: String) async -> String {
      let route = "/focus/work"
      let inner = HexText.text(of: SHA256.digest(of: Array("\(key)\(challenge)\(route)".utf8)))
      let proof = HexText.text(of: SHA256.digest(of: Array("\(key)\(inner)".utf8)))
      let body = "p=annas-phone&c=\(challenge)&r=%2Ffocus%2Fwork&m=\(proof)"
      return await Browser.send(
        "POST /tap HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nConnection: close\r\n"
          + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
        to: page.port)
    }
    let challenge = String(await page.get("/challenge").text.suffix(32))
    #expect(challenge.allSatisfy { $0.isHexDigit })
    // Others who ask for one void nothing.
    for _ in 0..<100 { #expect(await page.get("/challenge").status == "200") }
    #expect(Browser.status(await answer(to: challenge)) == "200")
    #expect(try Self.said("status", by: service)?["state"]?.string == "focusing")
    #expect(await answer(to: challenge).contains(#"data-reason="replayed""#))
  }

  /// More connections than there are places, of somebody who never asks anything and comes again when sent away.
  @Test func aTapGoesThroughACrowdFromElsewhere() async throws {
    let home = TemporaryFolder()
    try Files.replace(home("config.json5"), with: Array("{ port: 0 }".utf8))
    let service = try RunningService(home: home.path, arguments: ["--reader", "simulated"])
    var page = try Self.paired(service)
    #expect(await page.get(page.pairing()).status == "200")
    let crowd = try LoopbackCrowd(of: 400, to: page.port, from: "127.0.0.2", renews: true)
    #expect(await eventually { crowd.counts?.ended ?? 0 > 400 }, "\(String(describing: crowd.counts))")
    // How long it takes is told by how often the crowd is sent away meanwhile, about once around: seconds would tell
    // what else the computer does.
    for _ in 0..<20 {
      let answer = try #require(await crowd.ask(page.tap("/status", encoded: "%2Fstatus")))
      #expect(answer.status == "200" && answer.meanwhile < 4000, "\(answer)")
    }
    let files = Folder.names(in: "/proc/\(service.id)/fd").count
    #expect(files < 300, "\(files)")
  }

  @Test(arguments: [
    (["--name", "a b"], 65), (["--host", "a b"], 65), (["--host", "127.0.0.1:80"], 65), (["--port", "0"], 64),
  ])
  func badInputIsOneLine(arguments: [String], code: Int) throws {
    let home = TemporaryFolder()
    try Files.replace(home("config.json5"), with: Array("{ port: 0 }".utf8))
    let service = try RunningService(home: home.path, arguments: ["--reader", "simulated"])
    let outcome = try service.program.run(["phone", "pair", "--home", home.path] + arguments)
    #expect(Int(outcome.exitCode) == code, "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }
}
