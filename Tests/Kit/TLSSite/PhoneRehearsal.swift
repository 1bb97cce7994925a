import Glibc
package import JSONText
import LinuxRuntime
package import TestSupport

/// A phone in a real browser: the site of `keytool site build` is served as https under its own name, and a real
/// service listens at `desk.local`.
package final class PhoneRehearsal {
  /// The service that phones tap for.
  package let service: RunningService
  /// The browser of the phone.
  package let browser: Chromium
  /// The port that phones come to.
  package let port: UInt16

  private let site: TLSSite
  private let home: TemporaryFolder

  /// Starts everything.
  ///
  /// - Parameters:
  ///   - port: a free port for phones.
  ///   - hosts: more rules of names for the browser.
  package init(port: UInt16, hosts: [String] = []) async throws {
    home = TemporaryFolder()
    try Files.replace(home("config.json5"), with: Array("{ port: 0 }".utf8))
    service = try RunningService(home: home.path)
    site = try await Self.site()
    self.port = port
    browser = try Chromium(
      resolving: ["focuskey.app 127.0.0.1:\(site.port)", "desk.local 127.0.0.1"] + hosts, trusting: try site.keyHash)
  }

  // Apart from `init` and not inlined there, as in `TLSSite`.
  @inline(never)
  private static func site() async throws -> TLSSite {
    let folder = TemporaryFolder()
    let built = try BuiltProgram.keytool(
      "site", "build", "--config", Repository.path("aasa/focuskey.json5"), "--out", folder.path)
    guard built.exitCode == 0 else { throw TLSSiteError.noServer }
    return try await TLSSite(try answers(of: folder.path), name: "focuskey.app")
  }

  /// What a static host answers that reads `_headers` and `_redirects`.
  private static func answers(of folder: String) throws -> JSONValue {
    func text(_ path: String) throws -> String { String(decoding: try Files.read(folder + path), as: UTF8.self) }
    var headers: JSONObject = [:]
    for line in try text("/_headers").split(separator: "\n").drop(while: { $0 != "/*" }).dropFirst() {
      guard line.hasPrefix("  "), let colon = line.firstIndex(of: ":") else { break }
      headers[String(line[..<colon].dropFirst(2))] = .string(String(line[line.index(colon, offsetBy: 2)...]))
    }
    var answers: JSONObject = [:]
    func put(_ path: String, _ file: String, _ type: String) throws {
      var own = headers
      own["Content-Type"] = .string(type)
      answers[path] = ["status": 200, "headers": .object(own), "body": .string(try text(file))]
    }
    let scripts = try Files.names(inFolder: folder).filter { $0.hasSuffix(".js") }
    let words = try Files.names(inFolder: "\(folder)/words").map { "words/\($0)" }
    for name in scripts + words {
      try put("/\(name)", "/\(name)", "text/javascript; charset=utf-8")
    }
    for name in ["tokens.css", "landing.css"] { try put("/\(name)", "/\(name)", "text/css; charset=utf-8") }
    try put("/icon.svg", "/icon.svg", "image/svg+xml")
    try put("/", "/index.html", "text/html; charset=utf-8")
    for line in try text("/_redirects").split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      guard parts.count == 3 else { continue }
      let path = String(parts[0].replacing("*", with: "work"))
      try put(path, parts[1] + "index.html", "text/html; charset=utf-8")
    }
    return .object(answers)
  }

  /// What a command says with `--json`.
  package func said(_ arguments: String...) throws -> JSONNode? {
    let outcome = try service.program.run(arguments + ["--json", "--home", service.home])
    return try? JSONDocument(Array(outcome.output.utf8)).root
  }

  /// The link in a new pairing code.
  package func code(name: String = "annas-phone") throws -> String {
    try said("phone", "pair", "--name", name, "--host", "desk.local", "--port", "\(port)")?["link"]?.string ?? ""
  }

  /// What is read on a page of the computer, and its mark for programs; `nil` while the site's own page is there.
  package func answer(on page: ChromiumPage) async -> (mark: String, title: String)? {
    let found = await page.waits(for: "location.host === 'desk.local:\(port)' && document.readyState === 'complete'")
    guard found else { return nil }
    let mark = try? await page.evaluate(
      "(({ result, reason }) => result || reason)(document.querySelector('main').dataset)")
    let title = try? await page.evaluate("document.querySelector('h1').textContent")
    return (mark?.string ?? "", title?.string ?? "")
  }

  /// Opens a card's link, as a phone does that touches the card.
  package func tap(_ route: String, on page: ChromiumPage) async throws -> (mark: String, title: String)? {
    // The answer of the tap before must not be taken for this one's.
    try await leave(page)
    try await page.call("Page.navigate", ["url": .string("https://focuskey.app\(route)")])
    return await answer(on: page)
  }

  /// Leads a page away from what it shows.
  package func leave(_ page: ChromiumPage) async throws {
    try await page.call("Page.navigate", ["url": "about:blank"])
    _ = await page.waits(for: "location.href === 'about:blank'")
  }
}
