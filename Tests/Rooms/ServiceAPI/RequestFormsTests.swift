import Allowance
import FeaturePorts
import Keeping
import Nights
import RealParts
import ServiceAPI
import Session
import Sets
import Straying
import Study
import Taps
import Testing

/// What goes over the socket for each request: programs of people write the same.
@Suite(.realParts) struct RequestFormsTests {
  private static let forms: [(SentRequest, String)] = [
    (SessionRequests.status(), #"{"command":"status"}"#),
    (SessionRequests.start(nil, nil, nil, nil), #"{"command":"start"}"#),
    (
      SessionRequests.start("work", 25, "write", 5),
      #"{"command":"start","in":5,"minutes":25,"profile":"work","task":"write"}"#
    ),
    (SessionRequests.stop(), #"{"command":"stop"}"#), (SessionRequests.confirm(nil), #"{"command":"confirm"}"#),
    (SessionRequests.confirm("done"), #"{"command":"confirm","task":"done"}"#),
    (SessionRequests.finishTask(), #"{"command":"finish-task"}"#), (SessionRequests.keep(), #"{"command":"keep"}"#),
    (SessionRequests.takeBreak(5), #"{"command":"break","minutes":5}"#),
    (SessionRequests.resume(), #"{"command":"resume"}"#),
    (SessionRequests.extend(10), #"{"command":"extend","minutes":10}"#),
    (SessionRequests.emergency(nil), #"{"command":"emergency"}"#),
    (SessionRequests.emergency("I give up"), #"{"command":"emergency","sentence":"I give up"}"#),
    (SessionRequests.type("yes"), #"{"command":"type","sentence":"yes"}"#),
    (SessionRequests.override("exam"), #"{"command":"override","name":"exam"}"#),
    (SessionRequests.makeRecoveryCode(), #"{"command":"recovery-code"}"#),
    (SessionRequests.recover("ABCDE"), #"{"code":"ABCDE","command":"recover"}"#),
    (SessionRequests.pledges(), #"{"command":"pledge"}"#),
    (SessionRequests.settlePledge("12.50 EUR"), #"{"amount":"12.50 EUR","command":"pledge-settled"}"#),
    (PastRequests.note("well", nil), #"{"command":"note","note":"well"}"#),
    (PastRequests.forget("01J"), #"{"command":"forget-session","session":"01J"}"#),
    (PastRequests.history(1, 2, "work"), #"{"command":"history","profile":"work","since":1,"until":2}"#),
    (
      PastRequests.sessions(1, "1.a", "2026-11-21", "2026-11-22", "work", .one("laptop")),
      #"{"before":"1.a","command":"sessions","device":"laptop","limit":1,"profile":"work","since":"2026-11-21","until":"2026-11-22"}"#
    ),
    (PastRequests.days(nil, nil, .all), #"{"command":"days","devices":"all"}"#),
    (PastRequests.statistics("laptop"), #"{"command":"stats","device":"laptop"}"#),
    (SettingsRequests.settings(), #"{"command":"settings"}"#), (SettingsRequests.keys(), #"{"command":"keys"}"#),
    (SettingsRequests.configure(["profiles": []]), #"{"command":"configure","settings":{"profiles":[]}}"#),
    (TapRequests.open("focuskey://start"), #"{"command":"open","url":"focuskey://start"}"#),
    (TapRequests.tap(.key("desk")), #"{"command":"tap","key":"desk"}"#),
    (TapRequests.tap(.link("a:b", uid: [4, 0xAB])), #"{"command":"tap","link":"a:b","uid":"04ab"}"#),
    (TapRequests.tap(.uid([4, 0xAB])), #"{"command":"tap","uid":"04ab"}"#),
    (TapRequests.tap(.lift), #"{"command":"tap","lift":true}"#),
    (TapRequests.card(true), #"{"blank":true,"command":"simulated-card"}"#),
    (TapRequests.exchange([4], [0x30, 0]), #"{"command":"simulated-exchange","frame":"3000","uid":"04"}"#),
    (TapRequests.exchange([4], nil), #"{"command":"simulated-exchange","uid":"04"}"#),
    (TapRequests.release(), #"{"command":"simulated-release"}"#),
    (TapRequests.lease("ACR122U"), #"{"command":"reader-lease","reader":"ACR122U"}"#),
    (TapRequests.write("a:b"), #"{"command":"write-card","link":"a:b"}"#),
    (
      TapRequests.explain("{}", "a:b", nil, "T.app"),
      #"{"aasa":"{}","app":"T.app","command":"explain-link","url":"a:b"}"#
    ),
    (PageRequests.dashboard(), #"{"command":"dashboard"}"#),
    (PageRequests.attempt(Attempt(kind: .app, name: "game")), #"{"app":"game","command":"attempt"}"#),
    (PageRequests.keepPromise(nil), #"{"command":"keep-promise"}"#),
    (
      PageRequests.keepPromise(Attempt(kind: .site, name: "example.com")),
      #"{"command":"keep-promise","site":"example.com"}"#
    ),
    (NightRequests.bed(), #"{"command":"bed"}"#), (NightRequests.up(), #"{"command":"up"}"#),
    (NightRequests.feel(3), #"{"command":"feel","eyes":3}"#),
    (StrayRequests.excuse(), #"{"command":"excuse"}"#), (StrayRequests.hush(), #"{"command":"hush"}"#),
    (
      SetRequests.moved("jumping_jack", 1, .claimed, 3),
      #"{"after":3,"amount":1,"command":"moved","kind":"jumping_jack","trust":"claimed"}"#
    ),
    (StudyRequests.learned([]), #"{"command":"learned","facts":[]}"#),
    (KeepingRequests.replaceLog("draft"), #"{"command":"replace-log","draft":"draft"}"#),
    (KeepingRequests.forget(), #"{"command":"forget"}"#), (KeepingRequests.restore(), #"{"command":"restore"}"#),
  ]

  @Test func writesAndReadsTheSameForm() async throws {
    let rig = try await ServiceRig()
    for (request, text) in Self.forms {
      #expect(request.json.text == text)
      let root = try JSONDocument(Array(text.utf8)).root
      _ = try #require(rig.control.requests[root["command"]?.string ?? ""]).deed(JSONItem(root))
    }
    await rig.end()
  }

  @Test(
    "What is not a request says where and why.",
    arguments: [
      ("{}", "command"), (#"{"command":"dance"}"#, "dance"), (#"{"command":"stop","now":true}"#, "now"),
      (#"{"command":"stpo"}"#, "stop"), (#"{"command":7}"#, "/command"),
      (#"{"command":"tap"}"#, "a tap needs"), (#"{"command":"tap","uid":"4"}"#, "hex"),
      (#"{"command":"simulated-exchange","frame":"3000"}"#, "uid"), (#"{"command":"simulated-card","uid":""}"#, "uid"),
      (#"{"command":"attempt"}"#, "an attempt needs"), (#"{"command":"sessions","limit":1001}"#, "1000"),
      (#"{"command":"moved","kind":"squat","amount":5,"trust":"proof"}"#, "proof"),
      (#"{"command":"moved","kind":"Squat!","amount":5}"#, "an exercise is"),
      (#"{"command":"moved","kind":"squat","amount":0}"#, "amount"), (#"{"command":"feel","eyes":4}"#, "eyes"),
      (#"{"command":"extend"}"#, "minutes"), (#"{"subscribe":true,"command":"stop"}"#, "command"),
      (#"{"command":"confirm","task":"later"}"#, "task"), (#"{"command":"days","devices":"some"}"#, "devices"),
    ])
  func refusals(line: String, words: String) async throws {
    let rig = try await ServiceRig()
    let error = try await rig.ask(line)["error"]
    #expect(error?["kind"]?.string == "not-a-request")
    let told = "\(error?["message"]?.string ?? "") \(error?["at"]?.string ?? "")"
    #expect(told.contains(words))
    await rig.end()
  }
}
