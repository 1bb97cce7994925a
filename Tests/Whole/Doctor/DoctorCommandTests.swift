import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing
import VirtualReader

/// `focuskey doctor` as a person runs it, on a system made of files, with commands that only note that they were
/// called.
@Suite(.realParts) struct DoctorCommandTests {
  private let system = TemporaryFolder()
  private let home = TemporaryFolder()

  private func file(_ path: String, _ content: String = "", mode: UInt32 = 0o644) throws {
    let slash = path.lastIndex(of: "/")!
    try Files.makeFolder(system.path + String(path[..<slash]))
    try Files.replace(system.path + path, with: Array(content.utf8), mode: mode)
  }

  /// Runs it without the right to open what a mode closes, which root would have.
  private func doctor(_ words: String..., pcscd: String? = nil) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.runUnprivileged(
      ["doctor", "--home", home.path, "--root", system.path] + words,
      environment: [
        "PCSCLITE_CSOCK_NAME=\(pcscd ?? "\(system.path)/nobody")", "PATH=\(system.path)/bin:/usr/bin:/bin",
        "HOME=\(home.path)", "USER=ada", "FOCUSKEY_SHIELD=none",
      ])
  }

  private func command(_ name: String) throws {
    try file("/bin/\(name)", "#!/bin/sh\necho \"\(name) $*\" >>\(system.path)/calls\n", mode: 0o755)
  }

  private var calls: String {
    (try? Files.read("\(system.path)/calls")).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test func aStoppedDaemonIsStartedAndStoppedAgain() throws {
    try file("/usr/sbin/pcscd")
    try command("systemctl")
    let found = try doctor("--json")
    #expect(found.exitCode == 1)
    #expect(found.output.contains(#""kind":"pcscd-stopped""#))
    #expect(found.output.contains(#""fix":["sudo systemctl enable --now pcscd.socket"]"#))
    #expect(calls.isEmpty)
    #expect(try doctor("--fix").exitCode == 0)
    #expect(calls == "systemctl enable --now pcscd.socket\n")
    #expect(try doctor("--undo").output == "systemctl disable --now pcscd.socket\n")
    #expect(calls.hasSuffix("systemctl disable --now pcscd.socket\n"))
    #expect(try doctor("--undo").output == "There is nothing to undo.\n")
  }

  @Test func theKernelDriverIsKeptAwayAndLetBack() throws {
    try file("/usr/sbin/pcscd")
    try file("/sys/bus/usb/drivers/pn533_usb/1-1:1.0")
    try command("systemctl")
    try command("modprobe")
    let file = "\(system.path)/etc/modprobe.d/focuskey-readers.conf"
    #expect(try doctor("--fix").exitCode == 0)
    #expect(Files.exists(file))
    #expect(calls.contains("modprobe -r pn533_usb"))
    let undone = try doctor("--undo").output
    #expect(undone.hasSuffix("removed /etc/modprobe.d/focuskey-readers.conf\nmodprobe pn533_usb\n"), "\(undone)")
    #expect(!Files.exists(file))
    #expect(calls.hasSuffix("modprobe pn533_usb\n"))
  }

  /// What stood before is what comes after taking it back: a socket that was enabled stays so.
  @Test func anEnabledSocketIsStartedOnly() throws {
    try file("/usr/sbin/pcscd")
    try file("/etc/systemd/system/sockets.target.wants/pcscd.socket")
    try command("systemctl")
    #expect(try doctor("--fix").exitCode == 0)
    #expect(try doctor("--undo").exitCode == 0)
    #expect(calls == "systemctl start pcscd.socket\nsystemctl stop pcscd.socket\n")
  }

  @Test func aPortThatIsClosedIsOpenedAndClosedAgain() throws {
    try Files.makeFolder(home.path)
    try Files.replace(
      home("config.json5"), with: Array(#"{ readers: { pcsc: false, libnfc: ["pn532_uart:/dev/ttyUSB0"] } }"#.utf8))
    try file("/dev/ttyUSB0", mode: 0)
    try command("usermod")
    try command("gpasswd")
    let found = try doctor("--json")
    #expect(found.exitCode == 1)
    #expect(found.output.contains(#""kind":"no-permission""#), "\(found.output)")
    #expect(found.output.contains(#""fix":["sudo usermod -aG dialout ada"]"#))
    #expect(try doctor("--fix").exitCode == 0)
    #expect(calls == "usermod -aG dialout ada\n")
    #expect(try doctor("--undo").output == "gpasswd -d ada dialout\n")
    #expect(calls.hasSuffix("gpasswd -d ada dialout\n"))
    // Who is in the group already lacks a new login, and would lose what was there before.
    try file("/etc/group", "root:x:0:\ndialout:x:20:bob,ada\n")
    #expect(try doctor("--fix").output.contains("log out and in again"))
    #expect(try doctor("--undo").output == "There is nothing to undo.\n")
  }

  @Test func aUserWhomPCSCDRefusesIsLetInAndRefusedAgain() throws {
    let daemon = try HangingUp()
    try file("/usr/sbin/pcscd")
    let rules = "\(system.path)/etc/polkit-1/rules.d/50-focuskey-readers.rules"
    let found = try doctor("--json", pcscd: daemon.socketPath)
    #expect(found.exitCode == 1)
    #expect(found.output.contains(#""kind":"pcscd-refuses""#), "\(found.output)")
    #expect(!Files.exists(rules))
    #expect(try doctor("--fix", pcscd: daemon.socketPath).exitCode == 0)
    let rule = String(decoding: try Files.read(rules), as: UTF8.self)
    #expect(rule.contains(#"subject.user == "ada""#) && rule.contains("org.debian.pcsc-lite."))
    #expect(try doctor("--undo").exitCode == 0)
    #expect(!Files.exists(rules))
  }

  @Test func aFixThatFailsIsOneClearLine() throws {
    try file("/usr/sbin/pcscd")
    try file("/bin/systemctl", "#!/bin/sh\nexit 5\n", mode: 0o755)
    let outcome = try doctor("--fix", "--json")
    #expect(outcome.exitCode == 77)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains("as root"))
    #expect(try doctor("--fix", "--undo").exitCode == 64)
  }
}
