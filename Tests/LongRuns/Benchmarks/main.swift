// Benchmarks [--smoke] [NAME ...]
//
// Measures what the product promises, as ratios against a peer or a bound in the same run, one JSON object a line.
// Build it with `swift build -c release --static-swift-stdlib`; --smoke runs everything shortly, to see that it still
// works.

let arguments = Array(CommandLine.arguments.dropFirst())
let run = BenchmarkRun(isSmoke: arguments.contains("--smoke"))
let wanted = arguments.filter { !$0.hasPrefix("--") }

/// Every room's benchmarks, by the name that calls them.
let benchmarks: [(name: String, body: (BenchmarkRun) throws -> Void)] = [
  ("event-loop", eventLoopBenchmarks),
  ("ndef", ndefBenchmarks),
  ("pcsc-tap", pcscTapBenchmarks),
  ("libnfc-tap", libnfcTapBenchmarks),
  ("service", serviceBenchmarks),
  ("languages", languageBenchmarks),
  ("dashboard", dashboardBenchmarks),
  ("sessions", sessionBenchmarks),
  ("links", linkBenchmarks),
  ("json", jsonBenchmarks),
  ("association", associationBenchmarks),
  ("shield", shieldBenchmarks),
  ("screen", screenBenchmarks),
  ("tasks", taskBenchmarks),
  ("learning", learningBenchmarks),
  ("sync", syncBenchmarks),
  ("sync-history", syncHistoryBenchmarks),
  ("sync-crowd", syncCrowdBenchmarks),
  ("movement", movementBenchmarks),
]

for name in wanted where !benchmarks.contains(where: { $0.name == name }) {
  run.fail("no benchmark '\(name)'; there are: \(benchmarks.map(\.name).joined(separator: ", "))")
}
for (name, body) in benchmarks where wanted.isEmpty || wanted.contains(name) {
  do { try body(run) } catch { run.fail("\(name): \(error)") }
}
run.finish()
