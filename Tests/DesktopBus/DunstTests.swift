import DesktopBus
import FocusPorts
import TestSupport
import Testing

/// The same with a real notification daemon.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DunstTests {
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
    try dunst.press("Keep going")
    #expect(await presses.next() == .keep)
    await face.desktop.show(asking)
    #expect(try await eventually { try dunst.shown() == 1 })
    try dunst.press("End it")
    #expect(await presses.next() == .confirm)
    await face.desktop.show(asking)
    #expect(try await eventually { try dunst.shown() == 1 })
    await face.desktop.withdraw(.session)
    #expect(try await eventually { try dunst.shown() == 0 })
    await face.end()
  }
}
