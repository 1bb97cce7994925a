import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The site in front, which a browser tells.
@Suite(.realParts, .serialized, .timeLimit(.minutes(3))) struct FrontSiteTests {
  private let folder = TemporaryFolder()

  private static let profiles = """
    { profiles: [
      { id: "plain", name: "Plain", question: { wait: "1s", closes: "9s" } },
      { id: "thesis", name: "Thesis", blocks: { mode: "allow", sites: ["example.org"] } },
    ] }
    """

  /// A service on a screen with a window manager.
  private func service(_ places: [String: String?]) throws -> RunningService {
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{port: 0, signals: {front: true}}".utf8))
    try Files.replace(folder("profiles.json5"), with: Array(Self.profiles.utf8))
    let service = try RunningService(home: folder("home"), environment: places)
    #expect(try service("profile", "import", folder("profiles.json5")).exitCode == 0)
    return service
  }

  private func sites() -> [String] {
    let text = (try? Files.read(folder("lines"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").compactMap { line in
      guard let site = (try? JSONDocument(String(line)).root)?["site"] else { return nil }
      return site.string ?? "-"
    }
  }

  @Test func itIsAskedForOnlyWhileAProfileWithSitesIsInFocus() async throws {
    let screen = try HiddenScreen()
    let places: [String: String?] = ["DISPLAY": screen.name, "WAYLAND_DISPLAY": nil, "SWAYSOCK": nil]
    let manager = try ChildProcess.start(
      "/usr/bin/openbox", [], environment: ["DISPLAY=\(screen.name)", "PATH=/usr/bin:/bin", "HOME=\(folder.path)"],
      output: .nothing, errors: .nothing)
    let service = try service(places)
    #expect(try await eventually { try service("signals").output.contains("in force (x11)") })
    let browser = try ExtensionStandIn(folder("home"), TrialEnvironment.lines(places))
    let output = try Descriptor.open(folder("lines"), O_RDWR | O_CREAT)
    let follower = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["signals", "--follow", "--json", "--home", folder("home")],
      output: .descriptor(output.number), errors: .nothing)
    #expect(await eventually { browser.hears(#"{"shield":null}"#) })
    // Unasked, it is not taken in; a profile without sites of its own asks for none.
    try browser.say("early.example")
    #expect(try service("start", "plain").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(try await eventually(within: .seconds(20)) { try service("confirm").exitCode == 0 })
    #expect(!browser.hears("front"))
    #expect(try service("start", "thesis").exitCode == 0)
    #expect(await eventually { browser.hears(#"{"front":true}"#) })
    try browser.say("news.example")
    #expect(await eventually { sites() == ["news.example"] })
    #expect(try service("break").exitCode == 0)
    #expect(await eventually { browser.hears(#"{"front":false}"#) })
    #expect(await eventually { sites() == ["news.example", "-"] })
    service.kill()
    for child in [follower, manager] {
      child.signal(SIGKILL)
      child.wait()
    }
  }
}
