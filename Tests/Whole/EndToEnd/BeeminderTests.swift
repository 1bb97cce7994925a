import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The example for Beeminder in the help of `pledge`, as somebody pastes it, beside a stand for Beeminder's door.
@Suite(.realParts) struct BeeminderTests {
  private let folder = TemporaryFolder()

  /// Takes what is posted, and writes each path and body on a line.
  private static let stand = """
    import http.server, sys
    class Door(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            open(sys.argv[1], "a").write(self.path + " " + body + "\\n")
            self.send_response(200); self.end_headers(); self.wfile.write(b"{}")
        def log_message(self, *words): pass
    server = http.server.HTTPServer(("127.0.0.1", 0), Door)
    open(sys.argv[1] + ".port", "w").write(str(server.server_port))
    server.serve_forever()
    """

  private func text(_ name: String) -> String {
    (try? Files.read(folder(name))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test("an episode is one datapoint, with the token from the file; an excused one is none")
  func episodes() async throws {
    #expect(Files.exists("/usr/bin/curl"), "the example calls curl: sudo apt install curl")
    let door = try ChildProcess.start(
      "/usr/bin/python3", ["-c", Self.stand, folder("posted")], output: .nothing, errors: .nothing)
    defer {
      door.signal(SIGKILL)
      door.wait()
    }
    #expect(await eventually { !text("posted.port").isEmpty })
    let help = try BuiltProgram.focuskey("help", "pledge").output.split(separator: "\n").map(String.init)
    let url = try #require(help.first { $0.contains("url = ") })
    let secret = try #require(help.first { $0.contains("data = ") })
    let hooks = try #require(help.firstIndex { $0.contains("hooks: [") })
    try Files.makeFolder(folder(".config/focuskey"))
    let here = url.replacing("https://www.beeminder.com", with: "http://127.0.0.1:\(text("posted.port"))")
    try Files.replace(folder(".config/focuskey/beeminder"), with: Array("\(here)\n\(secret)\n".utf8))
    try Files.makeFolder(folder("home"))
    let settings = "{ port: 0, signals: { card: true },\n\(help[hooks])\n\(help[hooks + 1]) }"
    try Files.replace(folder("home/config.json5"), with: Array(settings.utf8))
    let service = try RunningService(home: folder("home"), environment: ["HOME": folder.path])
    let desk = """
      { profiles: [{ id: "desk", presence: true, guard: { presence: { after: "1s", does: "count" }, settle: "1s" } }] }
      """
    try Files.replace(folder("desk.json5"), with: Array(desk.utf8))
    #expect(try service("profile", "import", folder("desk.json5")).exitCode == 0)
    let card = ["--uid", "04A1B2C3D4E580", "--link", "https://focuskey.app/focus/desk", "--may", "start"]
    #expect(try service.program.run(["key", "add", "card"] + card + ["--home", service.home]).exitCode == 0)
    #expect(try service("tap", "card").exitCode == 0)
    func state() throws -> String? {
      try JSONDocument(try service("status", "--json").output).root["guard"]?["state"]?.string
    }
    for isExcused in [true, false] {
      #expect(try service("tap", "--lift").exitCode == 0)
      #expect(try await eventually { try state() == "straying" })
      if isExcused { #expect(try service("excuse").exitCode == 0) }
      // The card is back; what its link asks is refused, because it runs already.
      _ = try service("tap", "card")
      #expect(try await eventually { try state() == "attentive" })
    }
    #expect(await eventually { text("posted").hasSuffix("\n") })
    let posted = text("posted").split(separator: "\n").map(String.init)
    let start = "/api/v1/users/me/goals/GOAL/datapoints.json auth_token=TOKEN&value=1&requestid="
    #expect(posted.count == 1 && posted.first?.hasPrefix(start + "20") == true, "\(posted)")
    _ = service.stop()
  }
}
