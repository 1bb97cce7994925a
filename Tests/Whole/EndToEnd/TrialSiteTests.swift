import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TLSSite
import TestSupport
import Testing

/// `keytool aasa serve`, asked by browsers and by keytool itself.
@Suite(.realParts) struct TrialSiteTests {
  static let aasa = Repository.path("aasa")

  /// A site that is served by a program of its own.
  final class Trial {
    let port: UInt16
    let url: String
    private let child: ChildProcess
    private let folder = TemporaryFolder()
    private var ended = false

    init(_ arguments: [String]) async throws {
      let log = try Descriptor.open(folder("log"), O_WRONLY | O_CREAT | O_APPEND)
      child = try ChildProcess.start(
        BuiltProgram.keytool.path, ["aasa", "serve", "--port", "0", "--json"] + arguments,
        output: .descriptor(log.number))
      let file = folder("log")
      #expect(await eventually { (try? Files.read(file))?.contains(0x0A) == true })
      let first = try JSONDocument(Array(try Files.read(file).prefix { $0 != 0x0A })).root
      url = try #require(first["url"]?.string)
      port = try #require(UInt16(url.split(separator: ":").last ?? ""))
    }

    /// What was told of the requests so far.
    func requests() throws -> [JSONNode] {
      try Files.read(folder("log")).split(separator: 0x0A).dropFirst().map { try JSONDocument(Array($0)).root }
    }

    /// Asks it to end.
    func end(_ signal: Int32) -> Int32 {
      child.signal(signal)
      ended = true
      return child.wait()
    }

    deinit { if !ended { _ = end(SIGKILL) } }
  }

  @Test func aFolderIsServedAsItLiesThere() async throws {
    let folder = TemporaryFolder()
    try Files.makeFolder(folder(".well-known"))
    let file = folder(".well-known/apple-app-site-association")
    try Files.replace(file, with: try Files.read(Self.aasa + "/.well-known/apple-app-site-association"))
    let trial = try await Trial([folder.path])
    let path = "/.well-known/apple-app-site-association"
    let answer = await Browser.get(path, port: trial.port)
    #expect(Browser.status(answer) == "200")
    #expect(answer.contains("Content-Type: application/json\r\n"))
    #expect(Browser.status(await Browser.get("/focus/work", port: trial.port)) == "200")
    #expect(Browser.status(await Browser.get("/.well-known/assetlinks.json", port: trial.port)) == "404")
    #expect(Browser.status(await Browser.get("/apple-app-site-association", port: trial.port)) == "200")
    #expect(Browser.status(await Browser.get("/", host: "evil.example", port: trial.port)) == "421")
    // Through somebody's forward the site's own name comes with another port, or with none.
    for host in ["focuskey.app", "focuskey.app:443", "FocusKey.app:8080"] {
      #expect(Browser.status(await Browser.get("/focus/work", host: host, port: trial.port)) == "200", "\(host)")
    }
    for host in ["focuskey.app.evil.example", "focuskey.app:http", "xfocuskey.app"] {
      #expect(Browser.status(await Browser.get("/focus/work", host: host, port: trial.port)) == "421", "\(host)")
    }
    // What is changed meanwhile is served changed.
    try Files.replace(file, with: Array("{,}".utf8))
    #expect(await Browser.get(path, port: trial.port).hasSuffix("{,}"))
    let told = try trial.requests().filter { $0["target"]?.string != "/focus/work" || $0["status"]?.integer != 200 }
    #expect(told.map { $0["status"]?.integer } == [200, 404, 200, 200])
    #expect(try trial.requests()[1]["message"]?.string?.contains("on an iPhone it opens F0CU5K3Y42") == true)
    let words = told.map { $0["message"]?.string ?? "" }
    #expect(words[0].hasPrefix("devices would accept it: F0CU5K3Y42.app.focuskey.FocusKey"))
    #expect(words[1].hasPrefix("Android would reject it: The answer is 404"))
    #expect(words[2].contains("do not look here"))
    #expect(words[3].hasPrefix("devices would reject it: Not JSON"))
    #expect(told[3]["findings"]?.array?.first?["kind"]?.string == "file.not-json")
    #expect(trial.end(SIGINT) == 0)
  }

  /// With a certificate, the check of live sites finds nothing but that this computer is not a public one.
  @Test func withACertificateItPassesForALiveSite() async throws {
    let identity = try TestCertificate(name: "focuskey.app")
    let trial = try await Trial([Self.aasa, "--certificate", identity.certificate, "--key", identity.key])
    #expect(trial.url.hasPrefix("https://"))
    let outcome = try BuiltProgram.keytool(
      "aasa", "validate", "https://focuskey.app:\(trial.port)", "--resolve", "focuskey.app:\(trial.port):127.0.0.1",
      "--authorities", identity.certificate, "--json")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let kinds = try JSONDocument(outcome.output).root["findings"]?.array?.map { $0["kind"]?.string }
    #expect(kinds == ["site.private-address"])
    #expect(trial.end(SIGTERM) == 0)
  }

  @Test func whatCannotBeServedIsSaidInOneLine() async throws {
    let trial = try await Trial([Self.aasa])
    let folder = TemporaryFolder()
    let keytool = BuiltProgram.keytool
    let cases: [(arguments: [String], exitCode: Int32, words: String)] = [
      ([Self.aasa, "--port", "\(trial.port)"], 75, "something else listens there: 127.0.0.1:\(trial.port)"),
      ([folder("nowhere")], 66, "no such folder"), ([folder.path], 66, "no association files"),
      ([Self.aasa, "--key", "key.pem"], 64, "a key without a certificate"),
      ([Self.aasa, "--certificate", Self.aasa + "/focuskey.json5"], 65, "no certificate with its key"),
      ([Self.aasa, "--certificate", folder("none.pem")], 66, "no such file"),
    ]
    for (arguments, exitCode, words) in cases {
      let outcome = try keytool.run(["aasa", "serve"] + arguments)
      #expect(outcome.exitCode == exitCode, "\(arguments)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
  }
}
