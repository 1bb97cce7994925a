import ControlSocket
import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import TestSupport

/// What several devices cost: how soon one sees what another records, how long a week offline takes to catch up, and
/// what an open line takes while nothing happens.
func syncBenchmarks(_ run: BenchmarkRun) throws {
  let household = try TrialHousehold()
  let desk = try household.begin("desk")
  let laptop = try household.join("laptop", "sync: { follow: true }")
  guard try desk("start", "work", "--minutes", "60").exitCode == 0 else { throw NotSynced() }
  try wait { laptop.state == "focusing" }
  try seenBenchmark(run, desk, laptop)
  try catchUpBenchmark(run, household, desk, laptop)
  try idleLineBenchmark(run, laptop)
}

private struct NotSynced: Error {}

private func wait(until holds: () -> Bool) throws {
  for _ in 0..<600 where !holds() { usleep(100_000) }
  guard holds() else { throw NotSynced() }
}

/// From the answer on one device, which comes after its commit, to the event on the other.
private func seenBenchmark(_ run: BenchmarkRun, _ desk: RunningService, _ laptop: RunningService) throws {
  var listener = try ControlClient(path: "\(laptop.home)/control.sock")
  try listener.send(Array(#"{"subscribe":true}"#.utf8))
  var speaker = try ControlClient(path: "\(desk.home)/control.sock")
  var times: [Double] = []
  for _ in 0..<(run.isSmoke ? 5 : 101) {
    // One more minute each time: more than two devices' clocks differ.
    _ = try speaker.ask(Array(#"{"command":"extend","minutes":1}"#.utf8))
    times.append(
      try milliseconds {
        while let line = try listener.nextLine() {
          if (try? JSONDocument(line).root["event"]?.string) == "session-extended" { break }
        }
      })
    usleep(30_000)
  }
  run.promise("recorded here to recorded there, median", median(times), atMost: 10, "ms")
  run.report("recorded here to recorded there, p95", percentile(times, 95), "ms")
}

/// A week without a server.
private func catchUpBenchmark(
  _ run: BenchmarkRun, _ household: TrialHousehold, _ desk: RunningService, _ laptop: RunningService
) throws {
  household.server.stop(SIGQUIT)
  let count = run.isSmoke ? 200 : 2000
  var speaker = try ControlClient(path: "\(desk.home)/control.sock")
  for _ in 0..<count { _ = try speaker.ask(Array(#"{"command":"extend","minutes":1}"#.utf8)) }
  try household.server.start()
  let now = Array(#"{"command":"sync-now"}"#.utf8)
  var other = try ControlClient(path: "\(laptop.home)/control.sock")
  var sent = 0.0
  // The other one reads while this one still sends.
  let followed = try milliseconds {
    sent = try milliseconds { _ = try speaker.ask(now) }
    _ = try other.ask(now)
  }
  run.promise("\(count) facts of a time offline sent", sent, atMost: 300, "ms")
  run.report("\(count) facts of a time offline sent, read and followed", followed, "ms")
  try wait { desk.pending == 0 && laptop.head(of: "desk") == desk.head(of: "desk") }
}

private func idleLineBenchmark(_ run: BenchmarkRun, _ service: RunningService) throws {
  sleep(1)
  let seconds: UInt32 = run.isSmoke ? 2 : 60
  let before = try contextSwitches(of: service.id)
  sleep(seconds)
  run.promise(
    "idle wakeups with an open line, context switches of all threads",
    Double(try contextSwitches(of: service.id) - before) / Double(seconds), atMost: 0, "per second")
}
