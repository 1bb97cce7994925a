import Allowance
import ControlSocket
import Learning
import ServiceContract
import Session
import Sets
import Study
import TestSupport

/// Kills a real service at random moments in the middle of a gate with a step of every kind: what was answered with yes
/// stays done, what was not asked for is not done, and a break begins only when every step is.
func gateKills(_ isShort: Bool) throws -> String {
  let rounds = isShort ? 15 : 1000
  let trial = try GateTrial()
  var generator = SeededGenerator(seed: 20261122)
  for round in 1...rounds {
    do { try trial.round(&generator) } catch { throw Broken("round \(round): \(error)") }
  }
  return
    "\(rounds) kills in the middle of a gate of six steps: \(trial.deeds) deeds and \(trial.breaks) breaks, no step lost"
}

/// A home with a gate of six steps, and what was done for it as far as answers said so.
private final class GateTrial {
  private(set) var deeds = 0
  private(set) var breaks = 0
  private let folder = TemporaryFolder()
  private var service: RunningService
  private var said = GateAnswers()
  private var nextCard = 0

  init() throws {
    try Files.replace(folder("config.json5"), with: Array("{port: 0}".utf8))
    let cards = (0..<100).map { "{\"id\":\"\($0)\",\"title\":\"t\",\"content\":\"c\"}" }.joined(separator: ",")
    try Files.replace(folder("deck.json"), with: Array("{\"cards\":[\(cards)]}".utf8))
    // Nothing here counts repetitions, so that a service would refuse this gate: it is there before the service is.
    let steps = """
      [{"learn":\(GateAnswers.cardsWanted)},{"type":"yes"},{"tap":"desk"},{"move":\(GateAnswers.movesWanted)},{"scan":"hall"},{"wait":"1s"}]
      """
    let log = """
      {"export":"focuskey","v":1}
      {"at":1700000000000,"settings":{"profiles":[{"id":"work","gate":{"break":\(steps)}}],"keys":[{"id":"desk","uid":"04A1B2C3D4E580","may":[]},{"id":"hall","uid":"04A1B2C3D4E581","may":[]}]}}
      {"end":{"facts":0,"settings":1}}

      """
    try Files.replace(folder("log.jsonl"), with: Array(log.utf8))
    let home = folder.path
    func run(_ words: String...) throws {
      let outcome = try BuiltProgram.focuskey.run(words + ["--home", home])
      try hold(outcome.exitCode == 0, "\(words): \(outcome.errors)")
    }
    try run("import", "--replace", folder("log.jsonl"))
    try run("deck", "import", folder("deck.json"))
    service = try RunningService(home: folder.path)
    try run("start", "work")
  }

  deinit { service.kill() }

  func round(_ generator: inout SeededGenerator) throws {
    // Most within a few answers; some so late that a tap, whose hand takes its time, and a whole break are between.
    let latest: UInt32 = Int.random(in: 0..<4, using: &generator) == 0 ? 2_000_000 : 60_000
    let killer = Killer(process: service.id, afterMicroseconds: UInt32.random(in: 0...latest, using: &generator))
    killer.start()
    while true {
      guard try speak(&generator) else { break }
    }
    service.kill()
    service = try RunningService(home: folder.path)
    try look()
  }

  /// Says something; `false` once the service is gone.
  private func speak(_ generator: inout SeededGenerator) throws -> Bool {
    switch Int.random(in: 0..<11, using: &generator) {
    case 0:
      said.asks()
      let answer = try ask(SessionRequests.type("yes"))
      said.typed(answer)
      return answer != nil
    case 1:
      let answer = try tap("desk")
      said.tapped(answer)
      return answer != nil
    case 2:
      let answer = try tap("hall")
      said.scanned(answer)
      return answer != nil
    case 3: return try takeBreak()
    case 4, 5:
      return did(said.moved(3, try ask(SetRequests.moved("squat", 3, .measured, 0))))
    default:
      nextCard += 1
      let card = CardID(deck: "deck", card: "card \(nextCard)")
      return did(said.learned(try ask(StudyRequests.learned([.reviewed(card, .good, took: 2500)]))))
    }
  }

  private func did(_ isSaid: Bool) -> Bool {
    if isSaid { deeds += 1 }
    return isSaid
  }

  private func takeBreak() throws -> Bool {
    said.asks()
    guard let isGranted = try ask(SessionRequests.takeBreak(1)) else {
      said.mayHavePassed()
      return false
    }
    guard isGranted else {
      said.refused()
      return true
    }
    if let lack = said.lack { throw Broken("a break began, but \(lack)") }
    breaks += 1
    said.passed()
    guard try ask(SessionRequests.resume()) != nil else { return false }
    said.mayBeOnBreak = false
    return true
  }

  /// Whether the service says yes; `nil` where it says nothing.
  private func ask(_ request: SentRequest) throws -> Bool? { try answer(request)?.root["ok"]?.bool }

  /// Whether the service says that a tap was a step. One that came too soon after another is none.
  private func tap(_ key: String) throws -> Bool? {
    let events = try answer(TapRequests.tap(.key(key)))?.root["events"]?.array
    return events?.contains { $0["event"]?.string == "gate-tapped" }
  }

  private func answer(_ request: SentRequest) throws -> JSONDocument? {
    guard var client = try? ControlClient(path: Home(folder: folder.path).socket),
      let answer = try? client.ask(request.json.octets)
    else { return nil }
    return try JSONDocument(answer)
  }

  /// Holds what the service shows against what was said. A break that a kill left open is over first.
  private func look() throws {
    var client = try ControlClient(path: Home(folder: folder.path).socket)
    func status() throws -> JSONNode { try JSONDocument(try client.ask(SessionRequests.status().json.octets)).root }
    if try status()["state"]?.string == "break" {
      try hold(said.mayBeOnBreak, "a break began that nobody could have")
      _ = try ask(SessionRequests.resume())
    }
    try said.compare(try status()["breaks"]?["steps"]?.array ?? [])
  }
}
