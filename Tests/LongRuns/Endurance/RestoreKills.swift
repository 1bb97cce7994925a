import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import TestSupport

/// Puts a home back to an older state again and again, and kills it at each call of the system with which it becomes a
/// device of its own: each time it ends as one device more, and what all of them sent counts once.
func restoreKills(isShort: Bool) throws -> String {
  try hold(Files.exists("/usr/bin/strace"), "install strace: Sources/Setup/packages.sh tests")
  let household = try TrialHousehold()
  let desk = try household.begin("desk")
  var laptop = try household.join("laptop")
  try laptop.hurry("work")
  laptop.stop()
  try put(household.folder("laptop"), in: household.folder("backup"))
  laptop = try household.service("laptop")
  try session(laptop)
  try settle(laptop)
  laptop.stop()
  var (kills, cuts, devices) = (0, 0, 2)
  // What is said to the server, what is made safe on the disk, what takes another's place.
  for call in ["sendto", "fdatasync", "rename"] {
    var count = 1
    while true {
      try put(household.folder("backup"), in: laptop.home)
      devices += 1
      let isKilled = try kill(laptop, at: call, count)
      if Files.exists("\(laptop.home)/sync-successor.json") { cuts += 1 }
      let done = try laptop("sync", "now")
      try hold(done.exitCode == 0, "\(call) \(count): \(done.errors)")
      try hold(!Files.exists("\(laptop.home)/sync-successor.json"), "\(call) \(count): it is not done")
      let found = try household.server.sql("SELECT count(*) FROM focuskey.device")
      try hold(found == "\(devices)\n", "\(call) \(count): \(found) devices, not \(devices)")
      if !isKilled { break }
      kills += 1
      count += isShort ? 7 : 1
    }
  }
  laptop = try household.service("laptop")
  try session(laptop)
  try settle(laptop)
  _ = try desk("sync", "now")
  try hold(desk.counted() == 2 && laptop.counted() == 2, "\(desk.counted()) and \(laptop.counted()) sessions of 2")
  return "\(kills) kills, \(cuts) of them in the middle of the change: one device more each time, and nothing lost"
}

/// Syncs, and is killed with the n-th call of that name.
///
/// - Returns: whether there was one.
private func kill(_ service: RunningService, at call: String, _ count: Int) throws -> Bool {
  let words = ["-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):signal=KILL:when=\(count)"]
  let done = try BuiltProgram(at: "/usr/bin/strace").run(
    words + [service.program.path, "sync", "now", "--home", service.home])
  return done.exitCode != 0
}

/// A copy of a home in the place of what was there.
private func put(_ home: String, in place: String) throws {
  for (program, words) in [("rm", ["-rf", place]), ("cp", ["-a", home, place])] {
    let done = try BuiltProgram(at: "/bin/\(program)").run(words)
    try hold(done.exitCode == 0, "\(program): \(done.errors)")
  }
}

private func session(_ service: RunningService) throws {
  for words in [["start", "work"], ["stop"], ["confirm"]] {
    let done = try service.program.run(words + ["--home", service.home])
    try hold(done.exitCode == 0, "\(words): \(done.errors)")
  }
}

private func settle(_ service: RunningService) throws {
  for _ in 0..<600 {
    _ = try service("sync", "now")
    if service.pending == 0, service.line == "live" { return }
    usleep(100_000)
  }
  throw Broken("what happened is not sent: \(service.pending)")
}
