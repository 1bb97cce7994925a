import DesktopBus
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What is quietened while the person focuses, and given back.
@Suite(.realParts, .serialized, .timeLimit(.minutes(5))) struct QuietTests {
  let folder = TemporaryFolder()

  @Test func whatPlaysPausesAndGoesOn() async throws {
    let bus = try PrivateBus(in: folder)
    let music = try DesktopPart("player", "music", "Playing", on: bus, in: folder)
    let film = try DesktopPart("player", "film", "Paused", on: bus, in: folder)
    let face = try Face(folder, address: bus.address, pausesMedia: true)
    await face.desktop.open()
    await face.desktop.focus(true)
    #expect(await eventually { music.lines == [#"{"event": "pause"}"#] })
    await face.desktop.focus(false)
    #expect(await eventually { music.lines.last == #"{"event": "play"}"# })
    #expect(await eventually { !Files.exists(folder("quiet")) })
    // A service that ends gives back as well.
    await face.desktop.focus(true)
    #expect(await eventually { music.lines.count == 3 })
    await face.end()
    #expect(await eventually { music.lines.count == 4 })
    #expect(film.lines == [])
    #expect(!Files.exists(folder("quiet")))
  }

  @Test func aCrashGivesBackAtTheNextStart() async throws {
    let bus = try PrivateBus(in: folder)
    let music = try DesktopPart("player", "music", "Playing", on: bus, in: folder)
    let dunst = try Dunst(on: bus, in: folder)
    let crashed = try Face(folder, address: bus.address, doNotDisturb: true, pausesMedia: true)
    await crashed.desktop.open()
    await crashed.desktop.focus(true)
    #expect(await eventually { music.lines == [#"{"event": "pause"}"#] })
    #expect(try dunst.ctl("is-paused").output == "true\n")
    // In the same session nothing is asked twice; without one everything comes back.
    let again = try Face(folder, address: bus.address, doNotDisturb: true, pausesMedia: true)
    await again.desktop.open()
    await again.desktop.focus(true)
    await again.desktop.focus(false)
    #expect(await eventually { music.lines.last == #"{"event": "play"}"# })
    #expect(try await eventually { try dunst.ctl("is-paused").output == "false\n" })
    #expect(await eventually { !Files.exists(folder("quiet")) })
    await again.end()
    await crashed.end()
  }

  @Test func dunstThatWasPausedStaysSo() async throws {
    let bus = try PrivateBus(in: folder)
    let dunst = try Dunst(on: bus, in: folder)
    try dunst.ctl("set-paused", "true")
    let face = try Face(folder, address: bus.address, doNotDisturb: true)
    await face.desktop.open()
    await face.desktop.focus(true)
    await face.desktop.focus(false)
    await face.end()
    #expect(try dunst.ctl("is-paused").output == "true\n")
  }

  @Test func aDaemonThatCanBeInhibitedIs() async throws {
    let bus = try PrivateBus(in: folder)
    let daemon = try DesktopPart("daemon", "--inhibitable", on: bus, in: folder)
    let face = try Face(folder, address: bus.address, doNotDisturb: true)
    await face.desktop.open()
    await face.desktop.focus(true)
    #expect(await eventually { daemon.lines == [#"{"by": "focuskey", "event": "inhibit"}"#] })
    await face.desktop.focus(false)
    #expect(await eventually { daemon.lines.last == #"{"by": "focuskey", "event": "uninhibit"}"# })
    await face.end()
  }

  @Test func nothingIsTouchedUnasked() async throws {
    let bus = try PrivateBus(in: folder)
    let music = try DesktopPart("player", "music", "Playing", on: bus, in: folder)
    let daemon = try DesktopPart("daemon", "--inhibitable", on: bus, in: folder)
    let face = try Face(folder, address: bus.address)
    await face.desktop.open()
    await face.desktop.focus(true)
    await face.desktop.focus(false)
    await face.end()
    #expect(music.lines == [])
    #expect(daemon.lines == [])
  }
}
