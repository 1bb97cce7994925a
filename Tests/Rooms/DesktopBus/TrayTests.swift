import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import DesktopBus

/// The item in a tray that the tests bring; `EndToEnd/TrayTests` has the service's.
@Suite(.realParts, .serialized, .timeLimit(.minutes(2))) struct TrayItemTests {
  let folder = TemporaryFolder()

  private func face(_ title: String, _ picture: TrayFace.Picture = .idle) -> TrayFace {
    TrayFace(picture: picture, title: title, menu: [[.init(title)], [.init("Start Work_1", .openPage)]])
  }

  @Test func withoutATrayNothingIsSaidAndWithOneItIsThere() async throws {
    let bus = try PrivateBus(in: folder)
    let loop = try EventLoop()
    let said = Locked([String]())
    let desktop = DesktopBus(
      loop: loop,
      options: .init(
        address: bus.address, notifies: true, doNotDisturb: false, pausesMedia: false, showsTray: true,
        note: folder("quiet"), shown: folder("shown"))
    ) { words in said.withLock { $0.append(words) } }
    await desktop.show(face("No session"))
    #expect(await desktop.trayState == .noDesktop)
    await desktop.open()
    #expect(await eventually { await desktop.trayState == .noTray })
    var tray = try DesktopPart("tray", on: bus, in: folder)
    #expect(await eventually { tray.lines.contains { $0.contains("registered") } })
    #expect(await eventually { await desktop.trayState == .shown })
    await desktop.show(face("Work until 10:40", .focusing))
    for signal in ["NewIcon", "NewTitle", "NewToolTip", "NewStatus", "LayoutUpdated"] {
      #expect(await eventually { tray.lines.contains { $0.contains("\"\(signal)\"") } }, "\(signal)")
    }
    // The same again is told to nobody.
    let count = tray.lines.count
    await desktop.show(face("Work until 10:40", .focusing))
    try tray.act("look")
    #expect(await eventually { tray.lines.count > count })
    #expect(tray.lines.last?.contains(#""Start Work__1""#) == true, "\(tray.lines)")
    // A panel that starts again knows nobody.
    tray.stop()
    #expect(await eventually { await desktop.trayState == .noTray })
    tray = try DesktopPart("tray", on: bus, in: folder)
    #expect(await eventually { tray.lines.contains { $0.contains("registered") } })
    await desktop.close()
    loop.close()
    #expect(said.withLock { $0 }.isEmpty)
  }

  @Test func picturesDifferInShapeAndHaveTheirSize() {
    var shapes: Set<[Bool]> = []
    for picture in TrayFace.Picture.allCases {
      for size in [22, 44] {
        let pixels = TrayPicture.pixels(picture, size: size)
        #expect(pixels.count == size * size * 4)
        // Nothing in the corners, the ring at the side.
        #expect(pixels[0] == 0)
        #expect(pixels[(size / 2 * size + size / 9) * 4] > 200)
      }
      let pixels = TrayPicture.pixels(picture, size: 44)
      let shape = stride(from: 0, to: 44 * 44 * 4, by: 4).map { pixels[$0] > 128 }
      #expect(shapes.insert(shape).inserted, "no color is needed to tell \(picture)")
    }
  }

  @Test func aPressOnALineThatIsGoneDoesNothing() {
    var menu = TrayMenu()
    let lines: [[TrayFace.Entry]] = [[.init("Page", .openPage)], [], [.init("Pause", .press(.takeBreak))]]
    let isNew = menu.set(lines)
    #expect(isNew)
    guard case .array(_, let old)? = menu.answer("GetGroupProperties", [], press: { _ in })?.first,
      case .structure(let first)? = old.first, let number = first[0].whole
    else { return #expect(Bool(false)) }
    #expect(old.count == 3, "a line between the groups, none for the empty one")
    var pressed: [TrayAction] = []
    let click: [BusValue] = [.int32(Int32(number)), .string("clicked"), .variant(.string("")), .uint32(0)]
    _ = menu.answer("Event", click) { pressed.append($0) }
    #expect(pressed == [.openPage])
    let isOther = [menu.set(lines), menu.set([[.init("End", .press(.stop))]])]
    #expect(isOther == [false, true])
    _ = menu.answer("Event", click) { pressed.append($0) }
    _ = menu.answer("EventGroup", [.array(of: "(isvu)", [.structure(click)])]) { pressed.append($0) }
    _ = menu.answer("Event", [.string("x")]) { pressed.append($0) }
    #expect(pressed.count == 1)
    #expect(menu.answer("Explode", []) { _ in } == nil)
  }
}
