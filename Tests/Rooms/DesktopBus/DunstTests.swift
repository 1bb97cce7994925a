import DesktopBus
import FocusPorts
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The same with a real notification daemon.
@Suite(.realParts, .serialized, .timeLimit(.minutes(5))) struct DunstTests {
  let folder = TemporaryFolder()

  @Test func aRealDaemonShowsOneNotificationAndItsButtonsAreHeard() async throws {
    let bus = try PrivateBus(in: folder)
    let dunst = try Dunst(on: bus, in: folder)
    let face = try Face(folder, address: bus.address)
    await face.desktop.open()
    await face.desktop.show(passing)
    #expect(try await eventually { try dunst.shown() == 1 })
    await face.desktop.show(asking)
    #expect(try await eventually { try dunst.shown() == 1 })
    var presses = face.desktop.presses().makeAsyncIterator()
    #expect(try dunst.press("Keep going"))
    #expect(await presses.next() == .keep)
    await face.desktop.show(asking)
    #expect(try await eventually { try dunst.shown() == 1 })
    #expect(try dunst.press("End it"))
    #expect(await presses.next() == .confirm)
    await face.desktop.show(asking)
    #expect(try await eventually { try dunst.shown() == 1 })
    await face.desktop.withdraw(.session)
    #expect(try await eventually { try dunst.shown() == 0 })
    await face.end()
  }

  /// What a run that was killed left on the screen leads nowhere: the next one takes it away, or puts its own in the
  /// same place.
  @Test func whatACrashLeftIsTakenBackOrReplaced() async throws {
    let bus = try PrivateBus(in: folder)
    let dunst = try Dunst(on: bus, in: folder)
    let crashed = try Face(folder, address: bus.address)
    await crashed.desktop.open()
    await crashed.desktop.show(asking)
    await crashed.desktop.show(Bulletin(.attempt, title: "chess is blocked", stays: true))
    #expect(try await eventually { try dunst.shown() == 2 })
    #expect(await eventually { (try? Files.read(folder("shown")))?.count { $0 == 0x0A } == 3 })

    let next = try Face(folder, address: bus.address)
    await next.desktop.open()
    await next.desktop.show(asking)
    #expect(try await eventually { try dunst.shown() == 1 })
    // Its buttons are heard by the run that is alive.
    var presses = next.desktop.presses().makeAsyncIterator()
    #expect(try dunst.press("Keep going"))
    #expect(await presses.next() == .keep)
    await next.end()
    #expect(try await eventually { try dunst.shown() == 0 })
    #expect(!Files.exists(folder("shown")))
    await crashed.end()
  }

  /// Numbers are each daemon's own: what the last one showed is none of the next one's.
  @Test func anotherDaemonsNumbersAreLeftAlone() async throws {
    let bus = try PrivateBus(in: folder)
    let first = try DesktopPart("daemon", on: bus, in: folder)
    let crashed = try Face(folder, address: bus.address)
    await crashed.desktop.open()
    await crashed.desktop.show(asking)
    #expect(await eventually { Files.exists(folder("shown")) })
    // The note as the crash left it; the face itself would go on, which a process that was killed does not.
    let note = try Files.read(folder("shown"))
    await crashed.end()
    first.stop()
    try Files.replace(folder("shown"), with: note)
    let second = try DesktopPart("daemon", on: bus, in: folder)
    let next = try Face(folder, address: bus.address)
    await next.desktop.open()
    await next.desktop.show(Bulletin(.attempt, title: "chess is blocked"))
    #expect(await eventually { second.lines.count == 1 })
    #expect(second.lines.first?.contains(#""event": "notify""#) == true)
    await next.end()
  }
}
