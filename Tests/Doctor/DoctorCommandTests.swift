import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// `focuskey doctor` as a person runs it, on a system made of files, with commands that only note that they were called.
@Suite struct DoctorCommandTests {
  private let system = TemporaryFolder()
  private let home = TemporaryFolder()

  private func file(_ path: String, _ content: String = "", mode: UInt32 = 0o644) throws {
    let slash = path.lastIndex(of: "/")!
    try Files.makeFolder(system.path + String(path[..<slash]))
    try Files.replace(system.path + path, with: Array(content.utf8), mode: mode)
  }

  private func doctor(_ words: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(
      ["doctor", "--home", home.path, "--root", system.path] + words,
      environment: [
        "PCSCLITE_CSOCK_NAME=\(system.path)/nobody", "PATH=\(system.path)/bin:/usr/bin:/bin", "HOME=\(home.path)",
        "USER=ada",
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
    #expect(try doctor("--undo").output == "There is nothing to take back.\n")
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
    #expect(try doctor("--undo").exitCode == 0)
    #expect(!Files.exists(file))
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
