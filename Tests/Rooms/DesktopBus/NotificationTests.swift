import DesktopBus
import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// A desktop bus with its loop, as a service has it.
struct Face {
  let loop: EventLoop
  let desktop: DesktopBus
  let said = Locked([String]())

  init(_ folder: TemporaryFolder, address: String?, doNotDisturb: Bool = false, pausesMedia: Bool = false) throws {
    loop = try EventLoop()
    let said = said
    desktop = DesktopBus(
      loop: loop,
      options: .init(
        address: address, notifies: true, doNotDisturb: doNotDisturb, pausesMedia: pausesMedia,
        note: folder("quiet"), shown: folder("shown"))
    ) { words in said.withLock { $0.append(words) } }
  }

  func end() async {
    await desktop.close()
    loop.close()
  }
}

let asking = Bulletin(
  .session, title: "End Work?", text: "At 9 <or> 10 & later", buttons: [(.confirm, "End it"), (.keep, "Keep going")],
  stays: true)
let passing = Bulletin(.session, title: "Focusing on Work", buttons: [(.stop, "End…")], urgency: .low)

@Suite(.realParts, .serialized, .timeLimit(.minutes(5))) struct NotificationTests {
  let folder = TemporaryFolder()

  @Test func aBulletinTakesTheLastOnesPlaceAndGoesWhenItIsAnsweredElsewhere() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", on: bus, in: folder)
    let face = try Face(folder, address: bus.address)
    await face.desktop.open()
    // Said at once one after the other: what is overtaken may be left out, what remains is the last.
    await face.desktop.show(passing)
    #expect(await eventually { daemon.lines.count == 1 })
    await face.desktop.show(asking)
    #expect(await eventually { daemon.lines.count == 2 })
    await face.desktop.withdraw(.session)
    #expect(await eventually { daemon.lines.count == 3 })
    #expect(
      daemon.lines == [
        #"{"actions": ["stop", "End\u2026"], "event": "notify", "hints": {"category": "presence", "desktop-entry": "focuskey", "suppress-sound": true, "urgency": 0}, "number": 1, "text": "", "time": -1, "title": "Focusing on Work"}"#,
        #"{"actions": ["confirm", "End it", "keep", "Keep going"], "event": "notify", "hints": {"category": "presence", "desktop-entry": "focuskey", "resident": true, "urgency": 1}, "number": 1, "text": "At 9 &lt;or&gt; 10 &amp; later", "time": 0, "title": "End Work?"}"#,
        #"{"event": "close", "number": 1}"#,
      ])
    // Subjects stand beside each other.
    await face.desktop.show(Bulletin(.attempt, title: "chess is blocked"))
    await face.desktop.show(asking)
    #expect(await eventually { daemon.lines.count == 5 })
    #expect(daemon.lines[3].contains(#""number": 2"#))
    #expect(daemon.lines[4].contains(#""number": 3"#))
    await face.end()
    #expect(face.said.withLock { $0 } == [])
  }

  /// A bulletin that comes while the bus has not yet said who shows notifications waits for that, also one that nobody
  /// has to answer.
  @Test func whatIsSaidBeforeTheDaemonIsKnownIsShown() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", on: bus, in: folder)
    let face = try Face(folder, address: bus.address)
    bus.pause()
    await face.desktop.open()
    await face.desktop.show(passing)
    bus.goOn()
    #expect(await eventually { daemon.lines.count == 1 })
    #expect(daemon.lines.first?.contains(#""title": "Focusing on Work""#) == true)
    await face.end()
  }

  @Test func onlyWhatIsPressedOnTheNotificationCounts() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", on: bus, in: folder)
    let face = try Face(folder, address: bus.address)
    await face.desktop.open()
    await face.desktop.show(asking)
    #expect(await eventually { daemon.lines.count == 1 })
    try daemon.act("invoke 7 keep")
    try daemon.act("forge 1 confirm")
    try daemon.act("invoke 1 stop")
    try daemon.act("invoke 1 nonsense")
    try daemon.act("invoke 1 keep")
    var presses = face.desktop.presses().makeAsyncIterator()
    #expect(await presses.next() == .keep)
    // Waved away, it is gone and its number with it.
    try daemon.act("dismiss 1")
    try daemon.act("invoke 1 confirm")
    await face.desktop.show(passing)
    #expect(await eventually { daemon.lines.count == 2 })
    if daemon.lines.count == 2 { #expect(daemon.lines[1].contains(#""title": "Focusing on Work""#)) }
    await face.end()
    #expect(await presses.next() == nil)
  }

  @Test func aDaemonWithoutButtonsSaysTheCommands() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", "--no-actions", on: bus, in: folder)
    let face = try Face(folder, address: bus.address)
    await face.desktop.open()
    await face.desktop.show(asking)
    #expect(await eventually { daemon.lines.count == 1 })
    #expect(daemon.lines[0].contains(#""actions": []"#))
    #expect(daemon.lines[0].contains(#"\nEnd it: focuskey confirm\nKeep going: focuskey keep""#))
    await face.end()
  }

  @Test func aDesktopThatMustNotDisturbIsNotDisturbed() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", "--inhibited", on: bus, in: folder)
    let face = try Face(folder, address: bus.address)
    await face.desktop.open()
    await face.desktop.show(asking)
    #expect(await eventually { daemon.lines.count == 1 })
    #expect(daemon.lines[0].contains(#""suppress-sound": true, "urgency": 0"#))
    await face.end()
  }

  /// What comes while the daemon is asked whether it must not disturb waits for its answer.
  @Test func nobodyIsDisturbedBeforeTheAnswer() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", "--inhibited", "--slow", on: bus, in: folder)
    let face = try Face(folder, address: bus.address)
    await face.desktop.open()
    #expect(await eventually { daemon.lines == [#"{"about": "Inhibited", "event": "asked"}"#] })
    await face.desktop.show(asking)
    #expect(await eventually { daemon.lines.last?.contains(#""event": "notify""#) == true })
    #expect(daemon.lines.last?.contains(#""suppress-sound": true, "urgency": 0"#) == true)
    await face.end()
  }

  /// A notification whose number has not come yet goes with the service too.
  @Test func whatWasJustShownIsTakenAwayAtTheEnd() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", "--late", on: bus, in: folder)
    let face = try Face(folder, address: bus.address)
    await face.desktop.open()
    await face.desktop.show(asking)
    #expect(await eventually { daemon.lines.count == 1 })
    await face.end()
    #expect(await eventually { daemon.lines.last == #"{"event": "close", "number": 1}"# })
  }

  @Test func whatStandsIsShownWhenTheDaemonOrTheBusComesLate() async throws {
    let bus = try PrivateBus(in: folder, runs: false)
    let face = try Face(folder, address: bus.address)
    await face.desktop.open()
    await face.desktop.show(passing)
    await face.desktop.show(asking)
    #expect(face.said.withLock { $0.count } == 1)
    // The bus comes, without a daemon; then the daemon comes, and once more.
    try bus.start()
    for round in 0..<2 {
      let daemon = try DesktopPart("daemon", on: bus, in: folder)
      #expect(await eventually { daemon.lines.count == 1 }, "round \(round)")
      #expect(daemon.lines.first?.contains("End Work?") == true)
      daemon.stop()
    }
    // The bus starts again, as at the next login.
    bus.stop()
    try bus.start()
    let daemon = try DesktopPart("daemon", on: bus, in: folder)
    #expect(await eventually { daemon.lines.count == 1 })
    await face.end()
    #expect(await eventually { daemon.lines.count == 2 })
    #expect(daemon.lines.last == #"{"event": "close", "number": 1}"#)
    let said = face.said.withLock { $0 }
    #expect(said.filter { $0.hasPrefix("no desktop D-Bus") }.count == 1)
    #expect(said.filter { $0.hasPrefix("no notification") }.count <= 1)
  }

  @Test func withoutABusNothingIsLost() async throws {
    for address in [nil, "", "nonsense", "unix:abstract=\(folder("none"))", "autolaunch:", "unix:path=/none/at/all"] {
      let face = try Face(folder, address: address, doNotDisturb: true, pausesMedia: true)
      await face.desktop.open()
      await face.desktop.show(asking)
      await face.desktop.focus(true)
      await face.desktop.focus(false)
      await face.end()
      #expect(face.said.withLock { $0.count } == 1)
      #expect(face.said.withLock { $0.first ?? "" }.hasPrefix("no desktop D-Bus: "))
    }
  }

  @Test func anIdleBusWakesNobody() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", on: bus, in: folder)
    let face = try Face(folder, address: bus.address)
    await face.desktop.open()
    await face.desktop.show(asking)
    #expect(await eventually { daemon.lines.count == 1 })
    let thread = try #require(await face.desktop.thread())
    // The daemon's answer is still on its way when the daemon has the message.
    #expect(
      await eventually {
        let before = thread.wakeups
        try? await Task.sleep(for: .milliseconds(200))
        return thread.wakeups == before
      })
    // Others come and go on the bus, and that is nothing to us.
    let before = thread.wakeups
    for _ in 0..<3 {
      let player = try DesktopPart("player", "passer", "Paused", on: bus, in: folder)
      player.stop()
    }
    #expect(thread.wakeups == before)
    await face.end()
  }
}

extension DesktopBus {
  /// The thread that it lives on, as the kernel sees it.
  func thread() -> ProcessEntry? {
    ProcessEntry.current()
  }
}
