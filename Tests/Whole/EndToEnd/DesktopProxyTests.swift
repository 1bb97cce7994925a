import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What a service alone changes in the settings of real desktops, and brings back: dconf as GNOME has it, KDE's files
/// as KDE's own programs write them.
@Suite(.realParts) struct DesktopProxyTests {
  private let home = TemporaryFolder()

  /// A person's desktop, where a service runs without a helper.
  private func variables(_ bus: PrivateBus, desktop: String) -> [String: String?] {
    bus.variables.merging([
      "FOCUSKEY_SHIELD": home("no.sock"), "HOME": home("user"), "XDG_DATA_HOME": home("user/share"),
      "XDG_CONFIG_HOME": home("user/config"), "XDG_CURRENT_DESKTOP": desktop, "GSETTINGS_BACKEND": nil,
    ]) { $1 }
  }

  private func service(_ variables: [String: String?]) throws -> RunningService {
    try Files.replace(home("config.json5"), with: Array("{ port: 0, readers: { pcsc: false } }".utf8))
    let service = try RunningService(home: home.path, environment: variables)
    try Files.replace(
      home("profile.json5"),
      with: Array(
        #"{ profiles: [{ id: "deep", blocks: { sites: ["social.example"] }, question: { wait: "0s" } }] }"#.utf8))
    #expect(try service("profile", "import", home("profile.json5")).exitCode == 0)
    return service
  }

  private func run(_ program: String, _ arguments: String..., on variables: [String: String?]) throws -> String {
    let outcome = try BuiltProgram(at: "/usr/bin/\(program)")
      .run(arguments, environment: TrialEnvironment.lines(variables))
    #expect(outcome.exitCode == 0, "\(program) \(arguments): \(outcome.errors)")
    return outcome.output
  }

  private func end(_ service: RunningService) throws {
    #expect(try service("stop").exitCode == 0)
    #expect(try service("confirm").exitCode == 0)
  }

  @Test func gnomesSettingIsBorrowedAndBroughtBackAlsoAfterAKill() async throws {
    try Files.makeFolder(home("user/config"))
    let bus = try PrivateBus(in: home)
    let variables = variables(bus, desktop: "GNOME")
    let keeper = try ChildProcess.start(
      "/usr/libexec/dconf-service", [], environment: TrialEnvironment.lines(variables), output: .nothing,
      errors: .nothing)
    defer {
      keeper.signal(SIGTERM)
      keeper.wait()
    }
    func all() throws -> String { try run("dconf", "dump", "/", on: variables) }
    let proxy = "org.gnome.system.proxy"
    // A script that waits while no proxy is used, and settings of another kind.
    // As soon as the keeper is on the bus.
    #expect(
      try await eventually {
        _ = try run("gsettings", "set", proxy, "autoconfig-url", "http://wpad/", on: variables)
        return try all().contains("autoconfig-url='http://wpad/'")
      })
    _ = try run("gsettings", "set", proxy, "ignore-hosts", "['localhost', 'printer']", on: variables)
    let before = try all()
    #expect(before.contains("printer") && !before.contains("mode="))

    let first = try service(variables)
    #expect(try first("start", "deep").exitCode == 0)
    #expect(try await eventually { try run("gsettings", "get", proxy, "mode", on: variables) == "'auto'\n" })
    #expect(try run("gsettings", "get", proxy, "autoconfig-url", on: variables).contains("/focuskey-"))
    try end(first)
    #expect(try await eventually { try all() == before })

    #expect(try first("start", "deep").exitCode == 0)
    #expect(try await eventually { try all() != before })
    first.kill()
    #expect(try run("gsettings", "get", proxy, "mode", on: variables) == "'auto'\n")
    // The next service takes the session up, and still knows what was there before.
    let second = try service(variables)
    try end(second)
    #expect(try await eventually { try all() == before })

    #expect(try second("start", "deep").exitCode == 0)
    #expect(try await eventually { try all() != before })
    second.kill()
    // The service's unit runs this where the service does not come again.
    let thaw = try BuiltProgram.focuskey.run(
      ["shield", "thaw", "--home", home.path], environment: TrialEnvironment.lines(variables))
    #expect(thaw.exitCode == 0)
    #expect(try all() == before)
  }

  @Test(arguments: [
    nil,
    "[Other]\nKey=Value\n\n[Proxy Settings]\nProxy Config Script=http://wpad/\nProxyType=0\nhttpProxy=http://old:1\n",
  ])
  func plasmasSettingIsBorrowedAndBroughtBackAlsoAfterAKill(before: String?) async throws {
    try Files.makeFolder(home("user/config"))
    let bus = try PrivateBus(in: home)
    let variables = variables(bus, desktop: "KDE")
    let file = home("user/config/kioslaverc")
    if let before { try Files.replace(file, with: Array(before.utf8)) }
    func now() -> String? { (try? Files.read(file)).map { String(decoding: $0, as: UTF8.self) } }
    for ending in ["end", "kill", "thaw"] {
      let service = try service(variables)
      #expect(try service("start", "deep").exitCode == 0)
      #expect(await eventually { now()?.contains("ProxyType=2") == true && now()?.contains("/focuskey-") == true })
      // What running browsers do not see is said.
      #expect(try service("status", "--json").output.contains("has to be restarted") == (before == nil))
      switch ending {
      case "end": try end(service)
      case "kill":
        service.kill()
        let next = try self.service(variables)
        try end(next)
        next.stop()
      default:
        service.kill()
        let thaw = try BuiltProgram.focuskey.run(
          ["shield", "thaw", "--home", home.path], environment: TrialEnvironment.lines(variables))
        #expect(thaw.exitCode == 0)
      }
      #expect(await eventually { now() == before }, "\(ending): \(now() ?? "no file")")
      service.stop()
    }
  }
}
