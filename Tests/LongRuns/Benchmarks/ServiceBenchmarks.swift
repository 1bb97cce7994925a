import Glibc
import LinuxRuntime
import TestSupport

/// What the service costs: how fast it is there, how fast it answers, and what it takes while nothing happens.
func serviceBenchmarks(_ run: BenchmarkRun) throws {
  try startBenchmark(run)
  let folder = TemporaryFolder()
  let service = try RunningService(home: folder.path)
  try statusBenchmark(run, service)
  try idleBenchmark(run, service)
  _ = try service("start", "work")
  try statusBenchmark(run, service, while: "focusing, ")
  try idleBenchmark(run, service, while: "focusing, ")
  try sizeBenchmark(run, folder)
  service.stop()
}

private func startBenchmark(_ run: BenchmarkRun) throws {
  var times: [Double] = []
  for _ in 0..<(run.isSmoke ? 3 : 31) {
    let folder = TemporaryFolder()
    // The home of somebody who has used it before.
    try RunningService(home: folder.path).stop()
    var service: RunningService?
    times.append(try milliseconds { service = try RunningService(home: folder.path) })
    service?.stop()
  }
  run.promise("start to ready, process", median(times), atMost: 50, "ms")
}

private func statusBenchmark(_ run: BenchmarkRun, _ service: RunningService, while state: String = "") throws {
  var ours: [Double] = []
  var bare: [Double] = []
  for _ in 0..<(run.isSmoke ? 3 : 101) {
    ours.append(
      try milliseconds {
        try ChildProcess.start(service.program.path, ["status", "--json", "--home", service.home], output: .nothing)
          .wait()
      })
    bare.append(try milliseconds { try ChildProcess.start("/bin/true", [], output: .nothing).wait() })
  }
  run.promise("\(state)status round trip, process, median", median(ours), atMost: 5, "ms")
  run.report("\(state)status round trip, process, p95", percentile(ours, 95), "ms")
  run.report("\(state)/bin/true, process, median", median(bare), "ms")
  run.report("\(state)status round trip / bin/true", median(ours) / median(bare), "ratio")
}

private func idleBenchmark(_ run: BenchmarkRun, _ service: RunningService, while state: String = "") throws {
  sleep(1)
  let seconds: UInt32 = run.isSmoke ? 2 : 60
  let switches = try contextSwitches(of: service.id)
  let ticks = try processorTicks(of: service.id)
  sleep(seconds)
  let woken = Double(try contextSwitches(of: service.id) - switches) / Double(seconds)
  run.promise("\(state)idle wakeups over \(seconds) s, context switches of all threads", woken, atMost: 0, "per second")
  run.promise(
    "\(state)idle processor time over \(seconds) s", Double(try processorTicks(of: service.id) - ticks) / 100,
    atMost: 0, "s")
  run.promise(
    "\(state)resident memory", Double(try field("VmRSS", in: "/proc/\(service.id)/status")) / 1024, atMost: 20, "MiB")
  run.report("\(state)peak resident memory", Double(try field("VmHWM", in: "/proc/\(service.id)/status")) / 1024, "MiB")
}

private func sizeBenchmark(_ run: BenchmarkRun, _ folder: TemporaryFolder) throws {
  for program in [BuiltProgram.focuskey, .keytool] {
    let copy = folder("stripped")
    let outcome = try BuiltProgram(at: "/usr/bin/strip").run(["-o", copy, program.path])
    guard outcome.exitCode == 0 else { return run.fail("strip: \(outcome.errors)") }
    var status = stat()
    guard unsafe stat(copy, &status) == 0 else { return run.fail("no stripped copy of \(program.path)") }
    run.promise(
      "\(program.path.split(separator: "/").last ?? "") stripped", Double(status.st_size) / 1_048_576, atMost: 20, "MiB"
    )
  }
}

/// How often any thread of a process was put on or off a processor: an idle thread that is not woken adds nothing.
func contextSwitches(of process: Int32) throws -> Int {
  var sum = 0
  for thread in try names(in: "/proc/\(process)/task") {
    let path = "/proc/\(process)/task/\(thread)/status"
    sum += try field("voluntary_ctxt_switches", in: path) + field("nonvoluntary_ctxt_switches", in: path)
  }
  return sum
}

/// User and system time of a process in hundredths of a second (proc(5): fields 14 and 15 of stat).
private func processorTicks(of process: Int32) throws -> Int {
  let text = String(decoding: try Files.read("/proc/\(process)/stat"), as: UTF8.self)
  let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
  return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
}

func field(_ name: String, in path: String) throws -> Int {
  let text = String(decoding: try Files.read(path), as: UTF8.self)
  guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(name):") }) else { return 0 }
  return Int(line.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0
}

private func names(in folder: String) throws -> [String] {
  guard let stream = unsafe opendir(folder) else { throw SystemError.last("opendir", on: folder) }
  defer { unsafe closedir(stream) }
  var names: [String] = []
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}

func milliseconds(_ work: () throws -> Void) rethrows -> Double {
  let time = try ContinuousClock().measure(work)
  return Double(time.components.seconds) * 1000 + Double(time.components.attoseconds) / 1e15
}

func median(_ values: [Double]) -> Double { percentile(values, 50) }
