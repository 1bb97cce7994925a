import Glibc
import LinuxRuntime

/// A bus of one test's own, with nobody on it but whom the test puts there.
package final class PrivateBus {
  package let address: String
  private let folder: TemporaryFolder
  private var daemon: ChildProcess?

  /// A bus in that folder; it runs at once unless told otherwise.
  package init(in folder: TemporaryFolder, runs: Bool = true) throws {
    self.folder = folder
    address = "unix:path=\(folder("bus"))"
    // Without a folder of services: what is installed on this machine is not started by a test.
    let rules = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
      </busconfig>
      """
    try Files.replace(folder("bus.conf"), with: Array(rules.utf8))
    if runs { try start() }
  }

  /// The environment of anyone who is on this bus.
  package var environment: [String] {
    [
      "DBUS_SESSION_BUS_ADDRESS=\(address)", "HOME=\(folder.path)", "XDG_RUNTIME_DIR=\(folder.path)",
      "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
    ]
  }

  /// What leads a service to this bus.
  package var variables: [String: String?] { ["DBUS_SESSION_BUS_ADDRESS": address] }

  /// Starts the bus and waits until it listens.
  package func start() throws {
    let pipe = try makePipe()
    daemon = try ChildProcess.start(
      "/usr/bin/dbus-daemon", ["--nofork", "--print-address", "--config-file=\(folder("bus.conf"))"],
      output: .descriptor(pipe.writing), errors: .nothing)
    close(pipe.writing)
    let source = Descriptor(owning: pipe.reading)
    var octet: UInt8 = 0
    while unsafe read(source.number, &octet, 1) == 1, octet != 0x0A {}
  }

  /// Ends the bus; who was on it is cut off.
  package func stop() {
    daemon?.signal(SIGTERM)
    daemon?.wait()
    daemon = nil
  }

  /// Lets the bus hold its breath, so that something can happen before it answers.
  package func pause() { daemon?.signal(SIGSTOP) }

  /// Lets it breathe again.
  package func goOn() { daemon?.signal(SIGCONT) }

  deinit {
    goOn()
    stop()
  }
}

/// A part of a desktop that tells in lines what happens to it, until the test lets it go.
package final class DesktopPart {
  private let child: ChildProcess
  private let input: Descriptor
  private let output: String

  /// Starts `Tests/Rooms/DesktopBus/desktop.py` on a bus and waits until it is there.
  package init(_ arguments: String..., on bus: PrivateBus, in folder: TemporaryFolder) throws {
    let pipe = try makePipe()
    input = Descriptor(owning: pipe.writing)
    var name = "part"
    while Files.exists(folder(name)) { name += "+" }
    output = folder(name)
    let lines = try Descriptor.open(output, O_WRONLY | O_CREAT | O_APPEND)
    child = try ChildProcess.start(
      "/usr/bin/python3", [Repository.path("Tests/Rooms/DesktopBus/desktop.py")] + arguments,
      environment: bus.environment,
      input: .descriptor(pipe.reading), output: .descriptor(lines.number))
    close(pipe.reading)
    while child.outcomeIfEnded() == nil, !told.contains("ready") { usleep(2000) }
  }

  private var told: String { (try? Files.read(output)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// What it told so far, without its greeting.
  package var lines: [String] { told.split(separator: "\n").dropFirst().map(String.init) }

  /// Has the person do something.
  package func act(_ words: String) throws {
    try Files.write(Array("\(words)\n".utf8), to: input.number)
  }

  /// Ends it.
  package func stop() {
    child.signal(SIGKILL)
    child.wait()
  }

  deinit {
    stop()
  }
}

/// Dunst, a real notification daemon, on a screen that nobody sees.
package final class Dunst {
  private let screen: HiddenScreen
  private let daemon: ChildProcess
  private let environment: [String]

  /// Starts the screen and the daemon.
  ///
  /// - Parameter keeps: whether what is hardly urgent stays too until it is taken away, rather than for ten seconds.
  package init(on bus: PrivateBus, in folder: TemporaryFolder, keeps: Bool = false) throws {
    screen = try HiddenScreen()
    environment = bus.environment + ["DISPLAY=\(screen.name)"]
    // Where dunst asks which button, a script answers in the person's place: with the line that has these words.
    let chooser = """
      #!/bin/sh
      grep -m 1 -F "$(cat '\(folder("choice"))')" && found=pressed || found=missing
      echo "$found" > '\(folder("chosen.new"))' && mv '\(folder("chosen.new"))' '\(folder("chosen"))'
      """
    try Files.replace(folder("chooser"), with: Array(chooser.utf8), mode: 0o755)
    let rules =
      "[global]\n    dmenu = \(folder("chooser"))\n    history_length = 50\n"
      + (keeps ? "[urgency_low]\n    timeout = 0\n" : "")
    try Files.replace(folder("dunstrc"), with: Array(rules.utf8))
    (choice, chosen) = (folder("choice"), folder("chosen"))
    daemon = try ChildProcess.start(
      "/usr/bin/dunst", ["-config", folder("dunstrc")], environment: environment, output: .nothing, errors: .nothing)
    while daemon.outcomeIfEnded() == nil, try ctl("count").exitCode != 0 { usleep(5000) }
  }

  private let choice: String
  /// Where the script tells whether there was such a button.
  private let chosen: String

  /// Asks dunst something.
  @discardableResult
  package func ctl(_ arguments: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram(at: "/usr/bin/dunstctl").run(arguments, environment: environment)
  }

  /// How many notifications it shows now.
  package func shown() throws -> Int {
    Int(try ctl("count", "displayed").output.filter(\.isNumber)) ?? -1
  }

  /// Waits for a button with these words on the notification that came last, and presses it once.
  ///
  /// - Returns: whether it was there within ten seconds.
  package func press(_ words: String) throws -> Bool {
    try Files.replace(choice, with: Array(words.utf8))
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
      unsafe unlink(chosen)
      try ctl("context")
      // Where there is no button at all, dunst does not ask.
      var waits = 0
      while !Files.exists(chosen), waits < 1000 {
        usleep(2000)
        waits += 1
      }
      if try Files.exists(chosen) && Files.read(chosen) == Array("pressed\n".utf8) { return true }
    }
    return false
  }

  deinit {
    daemon.signal(SIGTERM)
    daemon.wait()
  }
}
