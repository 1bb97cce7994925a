import ControlSocket
import FocusEngine
import FocusKeyService
import FocusLinks
import FocusPorts
import FocusSession
import FocusWire
import Glibc
import JSONText
import LinuxRuntime
import SQLiteLog
import TestSupport

/// Pulls the plug of a real service at random moments of a run of taps and answers: what was announced must be there
/// afterwards, and the
/// state must be the fold of what is on the disk.
func kills(_ isShort: Bool) throws -> String {
  let rounds = isShort ? 20 : 200
  let folder = TemporaryFolder()
  var generator = SeededGenerator(seed: 20261121)
  var announced: [String] = []
  for round in 1...rounds {
    let service = try RunningService(home: folder.path)
    try compare(service, folder, announced, round)
    let killer = Killer(process: service.id, afterMicroseconds: UInt32.random(in: 0...150_000, using: &generator))
    killer.start()
    // Speak until the service is gone; every answer that comes back whole is an announcement.
    while true {
      guard let events = try? act(folder.path, &generator) else { break }
      announced += events
    }
    service.kill()
  }
  let service = try RunningService(home: folder.path)
  try compare(service, folder, announced, rounds + 1)
  service.stop()
  return "\(rounds) kills, \(announced.count) announced facts, all there; each state the fold of the log"
}

/// Says something at random, and gives the facts that the service announced for it.
private func act(_ home: String, _ generator: inout SeededGenerator) throws -> [String] {
  let requests: [ControlRequest] = [
    .start(profile: "work", minutes: nil, task: nil, inMinutes: nil),
    .start(profile: "study", minutes: 1, task: "reading", inMinutes: nil),
    .stop, .confirm, .keep, .takeBreak(minutes: 1), .resume, .extend(minutes: 1),
    .tap(.link("https://focuskey.app/focus/work", uid: nil)), .tap(.link("https://focuskey.app/stop", uid: nil)),
    .open(url: "focuskey://start?profile=sleep"), .status,
  ]
  let request = requests[Int.random(in: 0..<requests.count, using: &generator)]
  var client = try ControlClient(path: Home(folder: home).socket)
  let answer = try JSONDocument(try client.ask(request.json.octets)).root
  var facts: [String] = []
  for event in answer["events"]?.array ?? [] {
    guard let name = event["event"]?.string, name != "tap-ignored", name != "refused" else { continue }
    facts.append("\(event["at"]?.string ?? "") \(name)")
  }
  return facts
}

/// Holds the log against what was announced, and the service's state against the fold of the log.
private func compare(
  _ service: RunningService, _ folder: TemporaryFolder, _ announced: [String], _ round: Int
) throws {
  let facts = try recall(folder("focuskey.sqlite"))
  let told = facts.map { fact in
    "\(ISO8601.text(fact.stamp.moment.wall, in: .utc)) \(fact.name)"
  }
  var position = 0
  for announcement in announced {
    guard let found = told[position...].firstIndex(of: announcement) else {
      throw Broken("round \(round): announced and lost: \(announcement)")
    }
    position = found + 1
  }
  var machine = SessionMachine(settings: .shipped)
  for fact in facts { machine.apply(fact) }
  let outcome = try service("status", "--json")
  let status = try JSONDocument(outcome.output).root
  let folded: String
  switch machine.state {
  case .idle: folded = "idle"
  case .focusing: folded = "focusing"
  case .onBreak: folded = "break"
  }
  try hold(
    status["state"]?.string == folded, "round \(round): the service says \(outcome.output), the log says \(folded)")
}

/// The facts of a log, read while the service has it open, as another program would.
private func recall(_ path: String) throws -> [Fact] {
  let result = Locked<Result<[Fact], LogFault>?>(nil)
  Task {
    do throws(LogFault) {
      let log = try SQLiteLog(path: path, meaningOf: RouteTable().meaning(of:))
      let facts = try await log.recall().facts
      result.withLock { $0 = .success(facts) }
    } catch {
      result.withLock { $0 = .failure(error) }
    }
  }
  while true {
    if let result = result.withLock({ $0 }) { return try result.get() }
    usleep(500)
  }
}

/// Kills a process after a while, from a thread of its own.
private struct Killer {
  let process: Int32
  let afterMicroseconds: UInt32

  func start() {
    startThread(named: "killer") {
      usleep(afterMicroseconds)
      kill(process, SIGKILL)
    }
  }
}
