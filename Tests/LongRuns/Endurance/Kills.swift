import ControlSocket
import FocusLinks
import FocusPorts
import FocusWire
import Glibc
import SQLiteLog
import ServiceContract
import Session
import TestSupport

/// Pulls the plug of a real service at random moments of a run of taps and answers: what was announced must be there
/// afterwards, and log and state must be what the session engine alone predicts from what was said.
func kills(_ isShort: Bool) throws -> String {
  let rounds = isShort ? 20 : 1000
  let folder = TemporaryFolder()
  try Files.replace(folder("config.json5"), with: Array("{port: 0}".utf8))
  var generator = SeededGenerator(seed: 20261121)
  var prediction = Prediction()
  var announced = 0
  var said: [(command: Command, announced: Int?)] = []
  for round in 1...(rounds + 1) {
    let service = try RunningService(home: folder.path)
    do {
      try prediction.follow(try facts(folder("focuskey.sqlite"), behind: prediction.facts), said)
      try compare(service, prediction.machine)
    } catch {
      throw Broken("round \(round): \(error)")
    }
    said = []
    if round > rounds { break }
    let killer = Killer(process: service.id, afterMicroseconds: UInt32.random(in: 0...150_000, using: &generator))
    killer.start()
    // Speak until the service is gone; every answer that comes back whole is an announcement.
    while true {
      let deed = Deed.random(&generator)
      guard let answer = try? answer(folder.path, deed.request) else {
        said.append((deed.command(said.count), nil))
        break
      }
      announced += answer.facts ?? 0
      // Some facts are told to nobody, such as that a layer stays longer.
      said.append((deed.command(said.count), answer.facts))
    }
    service.kill()
  }
  return
    "\(rounds) kills, \(announced) announced facts, all there; \(prediction.facts.count) facts and each state as predicted"
}

/// Something that is said to the service, and what it is to the session.
private enum Deed: CaseIterable {
  case work, study, stop, confirm, keep, takeBreak, resume, extend, tapFocus, tapStop, open, exit

  static func random(_ generator: inout SeededGenerator) -> Deed { allCases.randomElement(using: &generator) ?? .stop }

  var request: SentRequest {
    switch self {
    case .work: SessionRequests.start("work", nil, nil, nil)
    case .study: SessionRequests.start("study", 1, "reading", nil)
    case .stop: SessionRequests.stop()
    case .confirm: SessionRequests.confirm(nil)
    case .keep: SessionRequests.keep()
    case .takeBreak: SessionRequests.takeBreak(1)
    case .resume: SessionRequests.resume()
    case .extend: SessionRequests.extend(1)
    case .tapFocus: TapRequests.tap(.link("https://focuskey.app/focus/work", uid: nil))
    case .tapStop: TapRequests.tap(.link("https://focuskey.app/stop", uid: nil))
    case .open: TapRequests.open("focuskey://start?profile=sleep")
    case .exit: SessionRequests.emergency("I am breaking off this session and I know what I promised.")
    }
  }

  /// - Parameter number: tells taps apart, so that each is that of a card which was away.
  func command(_ number: Int) -> Command {
    switch self {
    case .work: .ask(.start(StartRequest(profile: "work")), by: .localUser)
    case .study: .ask(.start(StartRequest(profile: "study", minutes: 1, task: "reading")), by: .localUser)
    case .stop: .ask(.stop, by: .localUser)
    case .confirm: .confirm
    case .keep: .keep
    case .takeBreak: .ask(.takeBreak(minutes: 1), by: .localUser)
    case .resume: .ask(.resume, by: .localUser)
    case .extend: .extend(minutes: 1)
    case .tapFocus: tap(number, .focus("work"))
    case .tapStop: tap(number, .stop)
    case .open: .ask(.start(StartRequest(profile: "sleep")), by: .soft)
    case .exit: .emergency(sentence: "I am breaking off this session and I know what I promised.")
    }
  }

  private func tap(_ number: Int, _ ask: Intent) -> Command {
    let card = CardReading(uid: CardUID([0x04, UInt8(truncatingIfNeeded: number)]), link: .ours(ask))
    return .cardsArrived(ReaderID("reader \(number)"), [card])
  }
}

/// What an answer announces.
private struct Announcement {
  /// How many facts; `nil` where that is not said.
  let facts: Int?
}

/// What the service answers to a request: how many facts it announces. A refusal announces none and may have made one
/// all the same, as a tap that came too early and began the wait again.
private func answer(_ home: String, _ request: SentRequest) throws -> Announcement {
  var client = try ControlClient(path: Home(folder: home).socket)
  let answer = try JSONDocument(try client.ask(request.json.octets)).root
  guard answer["ok"]?.bool == true else { return Announcement(facts: nil) }
  let announced = (answer["events"]?.array ?? []).count { event in
    !["tap-ignored", "refused", nil].contains(event["event"]?.string)
  }
  return Announcement(facts: announced)
}

/// Holds the service's state against the predicted one.
private func compare(_ service: RunningService, _ machine: SessionMachine) throws {
  let status = try JSONDocument(try service("status", "--json").output).root
  let (state, focus): (String, Focus?) =
    switch machine.state {
    case .idle: ("idle", nil)
    case .focusing(let focus), .visiting(let focus, _): ("focusing", focus)
    case .onBreak(let focus, _): ("break", focus)
    }
  try hold(status["state"]?.string == state, "the service says \(status.value.text), predicted is \(state)")
  try hold(status["session"]?.string == focus?.id.text, "another session: \(status.value.text)")
  try hold(
    status["layers"]?.array?.compactMap(\.string) ?? [] == focus?.layers.map { $0.policy.profile.text } ?? [],
    "other layers: \(status.value.text)")
  try hold(status["question"]?.isNull == (focus?.question == nil), "another question: \(status.value.text)")
}

/// The facts of a log, read while the service has it open, as another program would.
private func facts(_ path: String, behind known: [Fact]) throws -> [Fact] {
  var facts = known
  var passed = 0
  try LogReader(path: path).lines(orThrow: { $0 as any Error }) { line in
    guard line.contains("\"fact\":") else { return }
    passed += 1
    if passed > known.count { facts.append(try Fact(octets: Array(line.utf8))) }
  }
  return facts
}

/// Kills a process after a while, from a thread of its own.
struct Killer {
  let process: Int32
  let afterMicroseconds: UInt32

  func start() {
    startThread(named: "killer") {
      usleep(afterMicroseconds)
      kill(process, SIGKILL)
    }
  }
}
