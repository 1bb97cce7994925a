import Glibc
import JSONText
import LinuxRuntime
import TestSupport

/// The real service beside real compositors of GNOME and Plasma, without a screen: what is in front, that there is no
/// input, and that it is back. A compositor that is not installed is said, and the other still runs.
func desktopRuns(isShort: Bool) throws -> String {
  var told: [String] = []
  told.append(try GnomeDesktop.run())
  told.append(try PlasmaDesktop.run())
  return told.joined(separator: "; ")
}

/// One desktop with a bus, a service and somebody who follows its signals.
private final class TrialDesktop {
  let folder = TemporaryFolder()
  let bus: PrivateBus
  private var children: [ChildProcess] = []

  init() throws {
    bus = try PrivateBus(in: folder)
  }

  func start(_ path: String, _ arguments: [String], _ variables: [String]) throws -> ChildProcess {
    let log = try Descriptor.open(folder("desktop.log"), O_WRONLY | O_CREAT | O_APPEND)
    let child = try ChildProcess.start(
      path, arguments, environment: bus.environment + variables, output: .nothing, errors: .descriptor(log.number),
      ownSession: true)
    children.append(child)
    return child
  }

  func service(wayland: String) throws -> RunningService {
    let home = folder("home")
    try Files.makeFolder(home)
    try Files.replace("\(home)/config.json5", with: Array("{port: 0, signals: {front: true, input: true}}".utf8))
    return try RunningService(
      home: home,
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": wayland,
        "DISPLAY": nil, "SWAYSOCK": nil,
      ])
  }

  func follow(_ home: String) throws {
    let output = try Descriptor.open(folder("lines"), O_WRONLY | O_CREAT)
    children.append(
      try ChildProcess.start(
        BuiltProgram.focuskey.path, ["signals", "--follow", "--json", "--home", home],
        output: .descriptor(output.number), errors: .nothing, ownSession: true))
  }

  var lines: [JSONNode] {
    let text = (try? Files.read(folder("lines"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").compactMap { try? JSONDocument(String($0)).root }
  }

  /// The apps that were in front, one after the other.
  var fronts: [String] { lines.compactMap { $0["app"]?.string } }

  @discardableResult
  func call(_ arguments: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram(at: "/usr/bin/gdbus").run(
      ["call", "--address", bus.address] + arguments, environment: bus.environment)
  }

  func wait(_ what: String, seconds: Int = 30, until isSo: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if try isSo() { return }
      usleep(20_000)
    }
    throw Broken("\(what): \(lines.suffix(8).map(\.value.text))")
  }

  /// How a signal is seen: its source, or its state.
  func source(of name: String, _ service: RunningService) throws -> String? {
    let root = try JSONDocument(try service("signals", "--json").output).root
    let signal = root["signals"]?.array?.first { $0["name"]?.string == name }
    return signal?["source"]?.string ?? signal?["state"]?.string
  }

  deinit {
    for child in children.reversed() {
      child.signalGroup(SIGKILL)
      child.wait()
    }
  }
}

private enum GnomeDesktop {
  static let monitor = "org.gnome.Mutter.IdleMonitor"

  static func run() throws -> String {
    guard Files.exists("/usr/bin/mutter") else { return "GNOME NOT TRIED: mutter is not installed" }
    let desktop = try TrialDesktop()
    // With this variable a call stands in for a key.
    _ = try desktop.start(
      "/usr/bin/mutter", ["--headless", "--wayland", "--no-x11", "--virtual-monitor", "800x600"],
      ["MUTTER_DEBUG_RESET_IDLETIME=1"])
    func say(_ member: String) throws -> Int32 {
      try desktop.call("-d", monitor, "-o", "/org/gnome/Mutter/IdleMonitor/Core", "-m", "\(monitor).\(member)").exitCode
    }
    try desktop.wait("mutter did not start") { try say("GetIdletime") == 0 }
    let service = try desktop.service(wayland: "wayland-0")
    try desktop.wait("input is not seen") { try desktop.source(of: "input", service) == "gnome" }
    guard try desktop.source(of: "front", service) == "unavailable" else {
      throw Broken("the front app without FocusKey's extension")
    }
    try desktop.follow(service.home)
    try desktop.wait("no input was not told") { desktop.lines.contains { $0["input"]?.bool == false } }
    let before = desktop.lines.count
    guard try say("ResetIdletime") == 0 else { throw Broken("mutter takes no key") }
    try desktop.wait("input was not told", seconds: 2) {
      desktop.lines.dropFirst(before).contains { $0["input"]?.bool == true }
    }
    return "mutter: no input and back told"
  }
}

private enum PlasmaDesktop {
  /// A window of an app by its id.
  private static let window = """
    import sys, gi
    gi.require_version("Gtk", "4.0")
    from gi.repository import Gtk
    app = Gtk.Application(application_id=sys.argv[1])
    app.connect("activate", lambda app: Gtk.ApplicationWindow(application=app).present())
    app.run([])

    """

  static func run() throws -> String {
    guard Files.exists("/usr/bin/kwin_wayland") else { return "PLASMA NOT TRIED: kwin_wayland is not installed" }
    let gtk = try ChildProcess.start(
      "/usr/bin/python3", ["-c", "import gi; gi.require_version('Gtk', '4.0')"], output: .nothing, errors: .nothing)
    guard gtk.wait() == 0 else { return "PLASMA NOT TRIED: gir1.2-gtk-4.0 is not installed" }
    let desktop = try TrialDesktop()
    // A copy loses the file's capabilities, which not every machine lets a program have; its name counts.
    try Files.replace(desktop.folder("kwin_wayland"), with: try Files.read("/usr/bin/kwin_wayland"), mode: 0o755)
    let variables = ["XDG_CURRENT_DESKTOP=KDE", "KWIN_COMPOSE=Q", "XDG_RUNTIME_DIR=\(desktop.folder.path)"]
    _ = try desktop.start(
      desktop.folder("kwin_wayland"),
      [
        "--virtual", "--width", "800", "--height", "600", "--no-lockscreen", "--no-global-shortcuts", "--socket",
        "wl-k",
      ], variables)
    func isLoaded() throws -> String {
      try desktop.call(
        "-d", "org.kde.KWin", "-o", "/Scripting", "-m", "org.kde.kwin.Scripting.isScriptLoaded", "focuskey-front"
      ).output
    }
    try desktop.wait("KWin did not start") { try isLoaded() == "(false,)\n" }
    let service = try desktop.service(wayland: "wl-k")
    try desktop.wait("the front app is not seen") { try desktop.source(of: "front", service) == "kde" }
    guard try desktop.source(of: "input", service) == "ext-idle-notify" else { throw Broken("input is not seen") }
    try desktop.follow(service.home)
    try Files.replace(desktop.folder("window.py"), with: Array(window.utf8))
    let windows = ["WAYLAND_DISPLAY=wl-k", "GDK_BACKEND=wayland", "GSK_RENDERER=cairo"]
    func open(_ id: String) throws -> ChildProcess {
      try desktop.start("/usr/bin/python3", [desktop.folder("window.py"), id], windows)
    }
    _ = try open("org.test.One")
    try desktop.wait("the first window") { desktop.fronts.last == "org.test.One" }
    let two = try open("org.test.Two")
    try desktop.wait("the second window") { desktop.fronts.last == "org.test.Two" }
    two.signalGroup(SIGKILL)
    try desktop.wait("the first window again") { desktop.fronts.last == "org.test.One" }
    try desktop.wait("no input was not told") { desktop.lines.contains { $0["input"]?.bool == false } }
    guard service.stop() == 0, try isLoaded() == "(false,)\n" else { throw Broken("the script stayed in KWin") }
    return "KWin: the front app by a script that goes again, no input told"
  }
}
