import ControlSocket
import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import SystemClock
import TestSupport

/// What a computer that joins a household of many years waits for.
func syncHistoryBenchmarks(_ run: BenchmarkRun) throws {
  let household = try TrialHousehold()
  let years = ManyYears(sessions: run.isSmoke ? 2000 : 256_000, endingAt: SystemTime.wall())
  let desk = try household.home("desk", "")
  let facts = try years.record(at: "\(desk)/focuskey.sqlite")
  let sent = try milliseconds {
    try household.done(["sync", "init", household.server.address(), "--name", "desk"], in: desk)
  }
  run.report("household begun with \(facts) facts", sent, "ms")
  let laptop = try household.home("laptop", "")
  let link = try household.invite()
  let read = try milliseconds { try household.done(["sync", "join", link, "--name", "laptop"], in: laptop) }
  run.report("\(facts) facts read", read, "ms")
  let service = try household.service("laptop")
  let told = milliseconds { while service.line != "live" { usleep(20_000) } }
  run.report("\(facts) facts told to the session", told, "ms")
  var counted: Int64 = -1
  // A command gives up after ten seconds; the service goes on, and the next one finds more done.
  let folded = milliseconds { for _ in 0..<10 where counted < 0 { counted = service.counted() } }
  guard counted == Int64(years.sessions) else { return run.fail("\(counted) of \(years.sessions) sessions") }
  run.report("\(facts) facts folded", folded, "ms")
  run.report("\(facts) facts, folded again", milliseconds { _ = service.counted() }, "ms")
  run.promise("\(facts) facts read and folded", read + folded, atMost: 10_000, "ms")
  run.report(
    "\(facts) facts, resident memory of the service",
    Double(try field("VmRSS", in: "/proc/\(service.id)/status")) / 1024,
    "MiB")
}
