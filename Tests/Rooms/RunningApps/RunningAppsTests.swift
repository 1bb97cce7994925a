import DesktopEntries
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import RunningApps

@Suite(.realParts) struct RunningAppsTests {
  @Test(arguments: [
    ("app-gnome-org.example.Chat-1234.scope", "org.example.Chat", true),
    ("app-flatpak-org.example.Chat-99.scope", "org.example.Chat", true),
    ("app-org.example.Chat@a1b2c3.service", "org.example.Chat", true),
    (#"app-gnome-telegram\x2ddesktop-77.scope"#, "telegram-desktop", true),
    ("app-gnome-org.example.Chatter-1.scope", "org.example.Chat", false),
    ("dbus.service", "dbus", false), ("app-gnome-chat-1.slice", "chat", false),
  ])
  func aUnitsNameTellsTheApplication(unit: String, id: String, same: Bool) {
    #expect(ControlGroups.unit(unit, isOf: id) == same)
  }

  @Test func aRunningProgramStandsStillAndGoesOn() throws {
    let folder = TemporaryFolder()
    let program = folder("waiting")
    try Files.replace(program, with: try Files.read("/bin/sleep"), mode: 0o755)
    let child = try ChildProcess.start(program, ["60"])
    defer {
      kill(child.id, SIGKILL)
      _ = child.wait()
    }
    let entry = try #require(
      DesktopEntry(file: "waiting.desktop", octets: Array("[Desktop Entry]\nType=Application\nExec=waiting\n".utf8)))
    var running = RunningApplications(note: folder("frozen"))
    // The child is the program only once its exec is done.
    while !running.standing.contains(where: { _ in true }) {
      running.match([(entry, [program])], choice: .freeze)
    }
    while state(child.id) != "T" { sched_yield() }

    // Anyone who lets it go on is answered once, and what is stopped is left alone.
    var isAnswered = running.repair()
    #expect(!isAnswered)
    kill(child.id, SIGCONT)
    while state(child.id) == "T" { sched_yield() }
    isAnswered = running.repair()
    #expect(isAnswered)
    while state(child.id) != "T" { sched_yield() }
    isAnswered = running.repair()
    #expect(!isAnswered)

    // Anyone who comes after a service that was killed finds the note and lets go.
    var next = RunningApplications(note: folder("frozen"))
    #expect(next.standing == running.standing)
    next.match([], choice: .freeze)
    while state(child.id) == "T" { sched_yield() }
    #expect(!Files.exists(folder("frozen")))
  }

  @Test func aNoteOfAProcessThatIsGoneHurtsNobody() throws {
    let folder = TemporaryFolder()
    try Files.replace(folder("frozen"), with: Array("process \(getpid()) 1\nscope /etc\nnonsense\n".utf8))
    var running = RunningApplications(note: folder("frozen"))
    running.releaseAll()
    #expect(!Files.exists(folder("frozen")))
  }

  private func state(_ id: Int32) -> String {
    let octets = (try? Files.read("/proc/\(id)/stat")) ?? []
    let text = String(decoding: octets, as: UTF8.self)
    return text.lastIndex(of: ")").map { String(text[text.index($0, offsetBy: 2)]) } ?? ""
  }
}
