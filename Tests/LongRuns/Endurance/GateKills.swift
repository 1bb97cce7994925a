import ControlSocket
import JSONText
import Learning
import LinuxRuntime
import ServiceContract
import TestSupport

/// Kills a real service at random moments in the middle of a gate: what was answered with yes stays done, what was not
/// asked for is not done, and a break begins only when every step is.
func gateKills(_ isShort: Bool) throws -> String {
  let rounds = isShort ? 15 : 1000
  let trial = try GateTrial()
  var generator = SeededGenerator(seed: 20261122)
  for round in 1...rounds {
    do { try trial.round(&generator) } catch { throw Broken("round \(round): \(error)") }
  }
  return "\(rounds) kills in the middle of a gate, \(trial.learned) cards and \(trial.breaks) breaks, no step lost"
}

/// A home with a gate of three steps, and what was done for it as far as answers said so.
private final class GateTrial {
  private(set) var learned = 0
  private(set) var breaks = 0
  private let folder = TemporaryFolder()
  private var service: RunningService
  /// What the step of cards must show at least, and at most.
  private var cards = 0...0
  private var nextCard = 0
  private static let wanted = 12

  init() throws {
    try Files.replace(folder("config.json5"), with: Array("{port: 0}".utf8))
    let cards = (0..<100).map { "{\"id\":\"\($0)\",\"title\":\"t\",\"content\":\"c\"}" }.joined(separator: ",")
    try Files.replace(folder("deck.json"), with: Array("{\"cards\":[\(cards)]}".utf8))
    try Files.replace(
      folder("profiles.json5"),
      with: Array(
        """
        { profiles: [{ id: "work", gate: { break: [{ learn: \(Self.wanted) }, { type: "yes" }, { tap: "desk" }] } }],
          keys: [{ id: "desk", uid: "04A1B2C3", may: [] }] }
        """.utf8))
    service = try RunningService(home: folder.path)
    for words in [
      ["deck", "import", folder("deck.json")], ["key", "import", folder("profiles.json5")],
      ["profile", "import", folder("profiles.json5")], ["start", "work"],
    ] {
      let outcome = try BuiltProgram.focuskey.run(words + ["--home", folder.path])
      try hold(outcome.exitCode == 0, "\(words): \(outcome.errors)")
    }
  }

  deinit { service.kill() }

  func round(_ generator: inout SeededGenerator) throws {
    let killer = Killer(process: service.id, afterMicroseconds: UInt32.random(in: 0...60_000, using: &generator))
    killer.start()
    while true {
      guard try speak(&generator) else { break }
    }
    service.kill()
    service = try RunningService(home: folder.path)
    let done = try progress()
    try hold(cards.contains(done), "\(done) cards are done, \(cards) were said")
    cards = done...done
  }

  /// Says something; `false` once the service is gone.
  private func speak(_ generator: inout SeededGenerator) throws -> Bool {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return try ask(.type(sentence: "yes")) != nil
    case 1: return try ask(.tap(.key("desk"))) != nil
    case 2: return try takeBreak()
    default:
      nextCard += 1
      // A break that was not answered may have begun and spent the cards.
      let before = cards
      cards = before.lowerBound...min(Self.wanted, before.upperBound + 1)
      let card = CardID(deck: "deck", card: "card \(nextCard)")
      guard try ask(.learned([.reviewed(card, .good, took: 2500)])) == true else { return false }
      cards = min(Self.wanted, before.lowerBound + 1)...cards.upperBound
      learned += 1
      return true
    }
  }

  private func takeBreak() throws -> Bool {
    guard let isGranted = try ask(.takeBreak(minutes: 1)) else {
      cards = 0...cards.upperBound
      return false
    }
    guard isGranted else { return true }
    try hold(cards.upperBound == Self.wanted, "a break began with \(cards) cards")
    breaks += 1
    // More cards than were wanted count for the next.
    cards = 0...Self.wanted
    return try ask(.resume) != nil
  }

  /// Whether the service says yes; `nil` where it says nothing.
  private func ask(_ request: ControlRequest) throws -> Bool? {
    guard var client = try? ControlClient(path: Home(folder: folder.path).socket),
      let answer = try? client.ask(request.json.octets)
    else { return nil }
    return try JSONDocument(answer).root["ok"]?.bool
  }

  /// How many cards the step shows now. A break that a kill left open is over first.
  private func progress() throws -> Int {
    _ = try ask(.resume)
    var client = try ControlClient(path: Home(folder: folder.path).socket)
    let status = try JSONDocument(try client.ask(ControlRequest.status.json.octets)).root
    return Int(status["breaks"]?["steps"]?.array?.first?["done"]?.integer ?? -1)
  }
}
