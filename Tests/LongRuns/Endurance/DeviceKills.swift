import FocusPorts
import FocusWire
import Following
import Glibc
import LinuxRuntime
import PrivatePostgres
import SQLiteFiles
import SQLiteLog
import SyncProtocol
import TestSupport

/// Kills the service that sends, the one that follows and the server of a database at random moments, while a session
/// is extended again and again: what was recorded arrives, once and in order, and the other session lasts as long.
func deviceKills(isShort: Bool) throws -> String {
  let rounds = isShort ? 6 : 200
  let household = try TrialHousehold()
  var desk = try household.begin("desk")
  var laptop = try household.join("laptop", "sync: { follow: true }")
  var generator = SeededGenerator(seed: 20_261_123)
  guard try desk("start", "work", "--minutes", "60").exitCode == 0 else { throw Broken("nothing begins") }
  try wait("the other follows") { laptop.state == "focusing" }
  for round in 1...rounds {
    let victim = Int.random(in: 0..<3, using: &generator)
    let child = try ChildProcess.start(
      desk.program.path, ["extend", "1", "--home", desk.home], output: .nothing, errors: .nothing)
    usleep(UInt32.random(in: 0...30_000, using: &generator))
    switch victim {
    case 0:
      desk.kill()
      desk = try household.service("desk")
    case 1:
      laptop.kill()
      laptop = try household.service("laptop")
    default:
      household.server.stop(SIGQUIT)
      try household.server.start()
    }
    child.wait()
    try hold(desk.state == "focusing", "round \(round): the session is gone")
  }
  _ = try desk("sync", "now")
  _ = try laptop("sync", "now")
  try wait("all of it arrives") {
    desk.pending == 0 && desk.head(of: "desk") == laptop.head(of: "desk") && laptop.line == "live"
  }
  let told = try facts(told: household.folder("desk/focuskey.sqlite"))
  let heard = try facts(heard: household.folder("laptop/sync.sqlite"))
  try hold(told == heard, "\(told.count) facts were recorded and \(heard.count) heard, or in another order")
  let ends = [desk, laptop].map { $0.status?["planned_end"]?.string.flatMap(ISO8601.moment)?.milliseconds ?? 0 }
  try hold(abs(ends[0] - ends[1]) < 5000, "one session lasts \(ends[0] - ends[1]) ms longer than the other")
  return "\(rounds) kills of sender, follower and server: \(told.count) facts arrived once and in order"
}

/// What others may know of a log, as it is written.
private func facts(told path: String) throws -> [String] {
  try LogReader(path: path).bodies(after: 0, most: 1_000_000).map { $0.text }.filter { text in
    try Fact(octets: Array(text.utf8)).isShared
  }
}

/// The facts that were heard of the one other device, in order.
private func facts(heard path: String) throws -> [String] {
  let rows = try Connection(path: path).prepare("SELECT message FROM heard_messages ORDER BY number")
  var facts: [String] = []
  while try rows.step() {
    let message = try SyncMessage(octets: rows.octets(0))
    if case .fact(let octets) = message.body { facts.append(String(decoding: octets, as: UTF8.self)) }
  }
  return facts
}

private func wait(_ what: String, until holds: () throws -> Bool) throws {
  for _ in 0..<600 {
    if try holds() { return }
    usleep(100_000)
  }
  throw Broken("it does not come to it that \(what)")
}
