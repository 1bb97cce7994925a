import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What `service install` leaves on a computer, and that `service remove` leaves nothing of it.
@Suite(.realParts) struct ServiceInstallTests {
  let folder = TemporaryFolder()

  private var environment: [String] {
    ["HOME=\(folder("me"))", "PATH=/usr/bin:/bin", "LANG=C.UTF-8"]
  }

  private func focuskey(_ arguments: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(arguments, environment: environment)
  }

  /// Every file and folder of the person, with what is in it.
  private func tree() throws -> [String] {
    let script = "find . -mindepth 1 -printf '%p %y %l ' \\( -type f -exec cksum {} \\; -o -printf '\\n' \\) | sort"
    return try BuiltProgram(at: "/bin/sh").run(["-c", "cd '\(folder("me"))' && \(script)"]).lines
  }

  private func put(_ name: String, _ text: String) throws {
    let path = folder("me/\(name)")
    try Files.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    try Files.replace(path, with: Array(text.utf8))
  }

  static let systemd = [
    ".config/systemd/user/focuskey.service", ".config/systemd/user/default.target.wants/focuskey.service",
  ]
  /// A Java on this computer has a program of that name.
  static let keytool = ["/usr/bin/keytool", "/bin/keytool"].contains(where: Files.exists) ? [] : [".local/bin/keytool"]
  static let pages = ["focuskey", "keytool"].flatMap { name in
    [
      ".local/share/man/man1/\(name).1", ".local/share/bash-completion/completions/\(name)",
      ".local/share/zsh/site-functions/_\(name)", ".local/share/fish/vendor_completions.d/\(name).fish",
    ]
  }

  /// GNOME's own extension comes only when it is asked for, in the form that this GNOME loads, and goes with the rest.
  @Test func theGnomeExtensionIsInstalledOnWish() throws {
    try put(".config/other", "1\n")
    let before = try tree()
    #expect(try focuskey("service", "install", "--start-by", "autostart").exitCode == 0)
    let place = ".local/share/gnome-shell/extensions/focuskey-front@focuskey.app"
    #expect(!Files.exists(folder("me/\(place)")))
    let outcome = try focuskey("service", "install", "--start-by", "autostart", "--gnome-extension", "--json")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let metadata = try JSONDocument(try Files.read(folder("me/\(place)/metadata.json"))).root
    #expect(metadata["uuid"]?.string == "focuskey-front@focuskey.app")
    // GNOME loads an extension only in the versions that it names: each, without a gap, up to the one of sid.
    #expect(metadata["shell-version"]?.array?.compactMap(\.string) == (42...51).map(String.init))
    let script = String(decoding: try Files.read(folder("me/\(place)/extension.js")), as: UTF8.self)
    #expect(script.contains("app.focuskey.Front"))
    #expect(script.contains("export default") != script.contains("function init()"))
    // What is written on a window is nobody's business.
    #expect(!script.contains("get_title"))
    #expect(try focuskey("service", "remove").exitCode == 0)
    #expect(try tree() == before)
  }

  @Test(arguments: [("systemd", systemd), ("autostart", [".config/autostart/focuskey.desktop"])])
  func whatIsInstalledIsRemovedToTheLastFolder(starter: String, start: [String]) throws {
    // A computer that is lived in.
    try put(".config/systemd/user/other.service", "[Service]\nExecStart=/bin/true\n")
    try put(".local/share/bash-completion/completions/other", "true\n")
    let before = try tree()
    let dry = try focuskey("service", "install", "--start-by", starter, "--dry-run", "--json")
    #expect(try tree() == before)

    let outcome = try focuskey("service", "install", "--start-by", starter, "--json")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let files = try JSONDocument(outcome.output).root["files"]?.array?.compactMap { $0["path"]?.string } ?? []
    #expect(files == (start + Self.keytool + Self.pages).map { folder("me/\($0)") })
    #expect(files.allSatisfy(Files.exists))
    #expect(try JSONDocument(dry.output).root["files"]?.array?.compactMap { $0["path"]?.string } == files)
    // Once more changes nothing, and forgets nothing.
    let installed = try tree()
    #expect(try focuskey("service", "install", "--start-by", starter).exitCode == 0)
    #expect(try tree() == installed)

    #expect(try focuskey("service", "remove", "--dry-run").output.contains(files[0]))
    #expect(try tree() == installed)
    #expect(try focuskey("service", starter == "systemd" ? "remove" : "uninstall").exitCode == 0)
    #expect(try tree() == before)
    let again = try focuskey("service", "remove")
    #expect(again.exitCode == 0)
    #expect(again.output.hasPrefix("There is nothing to remove.\n"))
    #expect(try tree() == before)
  }

  @Test func whatSomebodyElseWroteStaysAsItIs() throws {
    try put(".local/share/bash-completion/completions/focuskey", "# mine\n")
    let before = try tree()
    let outcome = try focuskey("service", "install", "--start-by", "autostart")
    #expect(
      outcome.output.contains(
        "FocusKey did not write it:\n  \(folder("me/.local/share/bash-completion/completions/focuskey"))\n"))
    #expect(try focuskey("service", "remove").exitCode == 0)
    #expect(try tree() == before)
  }

  @Test func anotherKeytoolOnThePathStaysTheOneThatIsFound() throws {
    try put("java/keytool", "#!/bin/sh\n")
    #expect(unsafe chmod(folder("me/java/keytool"), 0o755) == 0)
    let path = "PATH=/usr/bin:/bin:\(folder("me/java"))"
    let outcome = try BuiltProgram.focuskey.run(
      ["service", "install", "--start-by", "autostart", "--dry-run"], environment: ["HOME=\(folder("me"))", path])
    #expect(outcome.exitCode == 0)
    #expect(!outcome.output.contains(".local/bin/keytool"))
  }

  /// `focuskey keytool` hands on every word, also those that look like options, and the exit code.
  @Test func focuskeyRunsKeytool() throws {
    let direct = try BuiltProgram.keytool.run(["link", "parse", "--json", "https://focuskey.app/focus/work"])
    let handed = try focuskey("keytool", "link", "parse", "--json", "https://focuskey.app/focus/work")
    #expect(handed.output == direct.output && handed.exitCode == 0)
    #expect(try focuskey("keytool", "--help").output == (try BuiltProgram.keytool.run(["--help"])).output)
    let wrong = try focuskey("keytool", "link", "parse")
    #expect(wrong.exitCode == 64)
    #expect(wrong.errors.hasPrefix("keytool: "))
  }

  /// Under its long name keytool says how it is called, in help, manual, completions and errors.
  @Test func keytoolGoesByTheNameThatCalledIt() throws {
    let link = folder("focuskey-keytool")
    #expect(unsafe symlink(BuiltProgram.keytool.path, link) == 0)
    let long = BuiltProgram(at: link)
    #expect(try long.run(["--version"]).output.hasPrefix("focuskey-keytool "))
    let help = try long.run(["write", "--help"]).output
    #expect(help.contains("USAGE: focuskey-keytool write") && help.contains("$ focuskey-keytool write"))
    #expect(!help.contains("$ keytool"))
    let page = try long.run(["manual", "--source"]).output
    #expect(page.contains(".Nm focuskey-keytool\n") && !page.contains("$ keytool"))
    #expect(try long.run(["completion", "bash"]).output.contains(" focuskey-keytool\n"))
    #expect(try long.run(["nonsense"]).errors.hasPrefix("focuskey-keytool: "))
  }

  @Test func bothStartersAreSound() throws {
    // A folder that needs care in either kind of file.
    let home = folder("a $HOME 100% \"x\"")
    try Files.makeFolder(home)
    let unit = folder("me/\(Self.systemd[0])")
    #expect(try focuskey("service", "install", "--start-by", "systemd", "--home", home).exitCode == 0)
    try ProgramShapeTests.require("systemd-analyze")
    let verdict = try BuiltProgram(at: "/usr/bin/systemd-analyze").run(
      ["--user", "--man=no", "verify", unit], environment: environment + ["XDG_RUNTIME_DIR=\(folder.path)"])
    #expect(verdict.exitCode == 0)
    #expect(!verdict.errors.contains("focuskey"), "\(verdict.errors)")
    let text = String(decoding: try Files.read(unit), as: UTF8.self)
    #expect(
      text.contains(
        "ExecStart=\"\(BuiltProgram.focuskey.path)\" serve --home \"\(folder("a $$HOME 100%% \\\"x\\\""))\"\n"))
    #expect(text.contains(" shield thaw --home "))
    #expect(try focuskey("service", "remove", "--home", home).exitCode == 0)

    #expect(try focuskey("service", "install", "--start-by", "autostart", "--home", home).exitCode == 0)
    try ProgramShapeTests.require("desktop-file-validate")
    let entry = try BuiltProgram(at: "/usr/bin/desktop-file-validate").run([
      folder("me/.config/autostart/focuskey.desktop")
    ])
    #expect(entry.output + entry.errors == "")
  }

  /// Only root's systemd can keep devices from the service; the unit that it gets names those of readers and cameras.
  @Test func rootsUnitAllowsTheDevicesOfReaders() throws {
    let everybodys = try focuskey("service", "install", "--print").output
    #expect(everybodys.contains("\nDevicePolicy=closed\n") && !everybodys.contains("DeviceAllow="))
    #expect(try focuskey("service", "install", "--start-by", "systemd").exitCode == 0)
    let installed = String(decoding: try Files.read(folder("me/\(Self.systemd[0])")), as: UTF8.self)
    for device in ["usb_device", "ttyUSB", "video4linux"] {
      #expect(installed.contains("\nDeviceAllow=char-\(device) rw\n") == (getuid() == 0))
    }
    #expect(try focuskey("service", "remove").exitCode == 0)
  }

  @Test func whatRootWouldHaveToDoIsSaidAndNotDone() throws {
    let outcome = try focuskey("service", "install", "--start-by", "autostart")
    #expect(outcome.output.contains("focuskey up  "))
    if !Files.exists("/etc/systemd/system/focuskey-shield.service") {
      #expect(outcome.output.contains("sudo \(BuiltProgram.focuskey.path) shield install  "))
    }
    #expect(!Files.exists("/usr/local/libexec/focuskey"))
  }

  @Test func systemdIsToldWhenTheServiceIsReady() throws {
    // systemd's side of sd_notify(3).
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind(sys.argv[1]); print("bound", flush=True)
      s.settimeout(30); print(s.recv(100).decode(), flush=True)
      """
    let output = try Descriptor.open(folder("told"), O_RDWR | O_CREAT)
    let listener = try ChildProcess.start(
      "/usr/bin/python3", ["-c", script, folder("notify")], output: .descriptor(output.number))
    while !Files.exists(folder("notify")) { usleep(2000) }
    try Files.makeFolder(folder("home"))
    let service = try RunningService(home: folder("home"), environment: ["NOTIFY_SOCKET": folder("notify")])
    #expect(listener.wait() == 0)
    #expect(String(decoding: try Files.read(folder("told")), as: UTF8.self) == "bound\nREADY=1\n")
    service.stop()
  }
}
