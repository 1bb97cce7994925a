import ControlSocket
import FocusPorts
import Keeping
import RealParts
import ServiceAPI
import ServiceContract
import Session
import TestSupport
import Testing

@Suite(.realParts) struct ControlAPITests {
  @Test("A session begins and ends over the API, and the status says so.")
  func session() async throws {
    let rig = try await ServiceRig()
    let answer = try await rig.ask(SessionRequests.start("work", 25, nil, nil))
    #expect(answer["ok"]?.bool == true)
    #expect(answer["events"]?.array?.first?["event"]?.string == "session-started")
    #expect(try await rig.ask(SessionRequests.status())["state"]?.string == "focusing")
    await rig.end()
  }

  @Test(
    "A refusal carries its kind, its sentence and the exit code of programs.",
    arguments: [
      ("", "request-too-long", 65), ("{", "not-json", 65), (#"{"command":"dance"}"#, "not-a-request", 65),
      (#"{"command":"stop"}"#, "not-active", 1), (#"{"command":"tap","key":"desk"}"#, "unknown-key", 66),
      (#"{"command":"days","since":"soon"}"#, "not-a-day", 65),
      (#"{"command":"sessions","before":"here"}"#, "not-a-place", 65),
      (#"{"command":"dashboard"}"#, "no-dashboard", 69),
    ])
  func refusal(line: String, kind: String, exit: Int64) async throws {
    let rig = try await ServiceRig()
    let error = try await rig.ask(line)["error"]
    #expect(error?["kind"]?.string == kind)
    #expect(error?["exit"]?.integer == exit)
    #expect(error?["message"]?.string?.isEmpty == false)
    await rig.end()
  }

  @Test("A log that fails is told as such, and nothing was done.")
  func failingLog() async throws {
    let rig = try await ServiceRig()
    await rig.log.fail(with: .failed(detail: "database or disk is full"))
    let error = try await rig.ask(SessionRequests.start(nil, nil, nil, nil))["error"]
    #expect(error?["kind"]?.string == "log-failed")
    #expect(error?["exit"]?.integer == 74)
    #expect(try await rig.ask(SessionRequests.status())["state"]?.string == "idle")
    await rig.end()
  }

  @Test("A tap is made by the hand; the same link is the same card.")
  func tap() async throws {
    let rig = try await ServiceRig()
    let link = "https://focuskey.app/start?profile=work"
    #expect(try await rig.ask(TapRequests.tap(.link(link, uid: nil)))["ok"]?.bool == true)
    #expect(try await rig.ask(TapRequests.tap(.lift))["ok"]?.bool == true)
    _ = try await rig.ask(TapRequests.tap(.link(link, uid: nil)))
    _ = try await rig.ask(TapRequests.tap(.link(link + "2", uid: nil)))
    _ = try await rig.ask(TapRequests.tap(.uid([4, 1, 2, 3, 4, 5, 6])))
    let taps = rig.asked.withLock { $0.taps }
    #expect(taps.map(\.link) == [link, "lift", link, link + "2", nil])
    #expect(taps[0].uid.count == 7 && taps[0].uid == taps[2].uid && taps[0].uid != taps[3].uid)
    #expect(taps[4].uid == [4, 1, 2, 3, 4, 5, 6])
    await rig.end()
  }

  @Test("Without a simulated reader a tap is refused.")
  func noHand() async throws {
    let rig = try await ServiceRig(hasHand: false)
    let error = try await rig.ask(TapRequests.tap(.lift))["error"]
    #expect(error?["kind"]?.string == "no-simulated-reader")
    await rig.end()
  }

  @Test("What concerns readers, shield and counters reaches the part that it concerns.")
  func ports() async throws {
    let rig = try await ServiceRig()
    let reply = await rig.control.reply(to: TapRequests.lease("ACR").json.octets)
    guard case .stream(let lines) = reply else { return #expect(Bool(false), "no lease") }
    for await line in lines { #expect(line == Array("lent".utf8)) }
    let blocked = try await rig.ask(PageRequests.attempt(Attempt(kind: .site, name: "blocked.example")))
    #expect(blocked["closed"]?.bool == true)
    let free = try await rig.ask(PageRequests.attempt(Attempt(kind: .app, name: "free.desktop")))
    #expect(free["closed"]?.bool == false)
    let settings = try #require(try await rig.ask(SettingsRequests.settings())["settings"]?.value)
    #expect(try await rig.ask(SettingsRequests.configure(settings))["ok"]?.bool == true)
    let asked = rig.asked.withLock { $0 }
    #expect(asked.lent == ["ACR"])
    #expect(asked.attempts == ["blocked.example", "free.desktop"])
    #expect(asked.adoptions == 1)
    await rig.end()
  }

  @Test("A site that is probably meant otherwise is told once, when it is said.")
  func siteRemarks() async throws {
    let rig = try await ServiceRig()
    let profile: JSONValue = ["id": "p", "blocks": ["sites": ["co.uk", "reddit.com"]]]
    let told = try await rig.ask(SettingsRequests.configure(["profiles": [profile]]))
    #expect(told["warnings"]?.array?.compactMap(\.string) == ["co.uk blocks every site that ends in .co.uk"])
    #expect(try await rig.ask(SettingsRequests.configure(["profiles": [profile]]))["warnings"] == nil)
    await rig.end()
  }

  @Test("The log is swapped only while no session is under way, and only the first wish counts.")
  func logSwap() async throws {
    let rig = try await ServiceRig()
    _ = try await rig.ask(SessionRequests.start("work", 25, nil, nil))
    #expect(try await rig.ask(KeepingRequests.forget())["error"]?["kind"]?.string == "session-under-way")
    #expect(rig.logSwap.log == nil)
    await rig.end()

    let idle = try await ServiceRig()
    #expect(try await idle.ask(KeepingRequests.replaceLog("draft"))["ok"]?.bool == true)
    _ = try await idle.ask(KeepingRequests.forget())
    #expect(idle.logSwap.log == .replacement("draft"))
    await idle.end()
  }

  @Test("A recovery code ends one session, however it is typed, and only once.")
  func recoveryCode() async throws {
    let rig = try await ServiceRig()
    let code = try #require(try await rig.ask(SessionRequests.makeRecoveryCode())["code"]?.string)
    _ = try await rig.ask(SessionRequests.start("work", 25, nil, nil))
    #expect(try await rig.ask(SessionRequests.recover("00000-00000-00000-00000-00000"))["ok"]?.bool == false)
    let typed = code.lowercased().filter { $0 != "-" }.replacing("0", with: "O").replacing("1", with: "l")
    #expect(try await rig.ask(SessionRequests.recover(typed))["ok"]?.bool == true)
    #expect(try await rig.ask(SessionRequests.status())["state"]?.string == "idle")
    _ = try await rig.ask(SessionRequests.start("work", 25, nil, nil))
    #expect(try await rig.ask(SessionRequests.recover(code))["ok"]?.bool == false)
    await rig.end()
  }
}
