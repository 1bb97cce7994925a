import Allowance
import FocusSession
import JSONText
import RealParts
import ServiceContract
import Testing

@Suite(.realParts) struct ControlRequestTests {
  private static let requests: [ControlRequest] =
    [
      .status, .start(profile: nil, minutes: nil, task: nil, inMinutes: nil),
      .start(profile: "work", minutes: 25, task: "write", inMinutes: 5), .stop, .confirm, .keep,
      .takeBreak(minutes: nil), .takeBreak(minutes: 5), .resume, .extend(minutes: 10), .emergency(sentence: nil),
      .emergency(sentence: "I give up"), .open(url: "https://focuskey.app/start"), .tap(.key("desk")),
      .tap(.link("https://focuskey.app/start", uid: nil)), .tap(.link("https://focuskey.app/start", uid: [4, 0xAB])),
      .tap(.uid([4, 0xAB])), .tap(.lift), .simulatedCard(.look(orPutBlank: false)),
      .simulatedCard(.look(orPutBlank: true)), .simulatedCard(.exchange(uid: [4, 0xAB], frame: [0x30, 0])),
      .simulatedCard(.exchange(uid: [4, 0xAB], frame: nil)), .simulatedCard(.release), .subscribe,
      .leaseReader(name: nil), .leaseReader(name: "ACR122U"),
      .history(since: nil, until: nil, profile: nil), .history(since: 1, until: 2, profile: "work"),
      .sessions(limit: 100, before: nil, since: nil, until: nil, profile: nil),
      .sessions(limit: 1, before: "1.a", since: "2026-11-21", until: "2026-11-22", profile: "work"),
      .days(since: nil, until: nil), .days(since: "2026-11-21", until: "2026-11-22"), .dashboard,
      .writeCard(link: "https://focuskey.app/start"),
      .explainLink(association: "{}", url: "https://focuskey.app/start", domain: nil, app: nil),
      .explainLink(association: "{}", url: "https://focuskey.app/start", domain: "focuskey.app", app: "T.app"),
      .statistics, .attempt(Attempt(kind: .site, name: "example.com")), .attempt(Attempt(kind: .app, name: "game")),
      .keepPromise(nil), .keepPromise(Attempt(kind: .site, name: "example.com")),
      .keepPromise(Attempt(kind: .app, name: "game")), .settings, .configure(["profiles": []]), .recoveryCode,
      .moved(.init(kind: "squat", amount: 10, trust: .measured)),
      .sync, .statisticsOf(device: "laptop"),
      .household(.sessions(.all, .init(limit: 100, before: nil, since: nil, until: nil, profile: nil))),
      .household(.sessions(.one("laptop"), .init(limit: 1, before: "1.a", since: "a", until: "b", profile: "work"))),
      .household(.days(.all, since: nil, until: nil)), .household(.days(.one("desk"), since: "a", until: "b")),
      .sensors(.list), .sensors(.connect), .sensors(.scan(seconds: 3)),
      .sensors(.remove(address: "C0:11:22:33:44:55")),
      .moved(.init(kind: "jumping_jack", amount: 1, trust: .claimed, after: 3)),
      .recover(code: "ABCDE"), .replaceLog(draft: "draft"), .forget, .restore,
      .confirmDone, .finishTask, .pledges, .settlePledge("12.50 EUR"),
    ] + ControlRequest.Listing.allCases.map { .listed($0) }
    + ControlRequest.Saying.allCases.map { .say($0) } + additions

  private static let additions: [ControlRequest] = [
    SensorRequest.ChosenSensor(address: "c0:11:22:33:44:55"),
    SensorRequest.ChosenSensor(address: "C0:11:22:33:44:55", name: "Strap", rest: 58, most: 184),
  ].compactMap { $0.map { .sensors(.add($0)) } }

  @Test("Each end reads what the other writes.", arguments: requests)
  func bothEnds(request: ControlRequest) throws {
    #expect(try ControlRequest(JSONDocument(request.json.octets).root) == request)
  }

  @Test(
    "What is not a request says where and why.",
    arguments: [
      ("{}", "command"), (#"{"command":"dance"}"#, "dance"), (#"{"command":"stop","now":true}"#, "now"),
      (#"{"command":"tap"}"#, "a tap needs"), (#"{"command":"tap","uid":"4"}"#, "hex"),
      (#"{"command":"simulated-exchange","frame":"3000"}"#, "uid"), (#"{"command":"simulated-card","uid":""}"#, "uid"),
      (#"{"command":"attempt"}"#, "an attempt needs"), (#"{"command":"sessions","limit":1001}"#, "1000"),
      (#"{"command":"moved","kind":"squat","amount":5,"trust":"proof"}"#, "proof"),
      (#"{"command":"moved","kind":"Squat!","amount":5}"#, "an exercise is"),
      (#"{"command":"moved","kind":"squat","amount":0}"#, "amount"),
      (#"{"command":"sensor-add","address":"C0:11"}"#, "Bluetooth address"),
      (#"{"command":"sensor-add","address":"C0:11:22:33:44:55","rest":20}"#, "30"),
      (#"{"command":"sensor-scan","seconds":121}"#, "120"),
      (#"{"command":"extend"}"#, "minutes"), (#"{"subscribe":true,"command":"stop"}"#, "command"),
    ])
  func refusals(line: String, words: String) throws {
    #expect {
      try ControlRequest(JSONDocument(Array(line.utf8)).root)
    } throws: { error in
      guard let error = error as? JSONShapeError else { return false }
      #expect("\(error.message) \(error.pointer.text)".contains(words))
      return true
    }
  }
}
