import LinuxRuntime
import TestSupport

/// `status` as a process in each language, beside English: looking its sentences up costs next to nothing.
func languageBenchmarks(_ run: BenchmarkRun) throws {
  let folder = TemporaryFolder()
  let service = try RunningService(home: folder.path)
  _ = try service("start", "work", "--minutes", "50")
  let languages = ["en", "de", "fr", "es", "pt-BR", "ja", "zh-Hans"]
  var times: [String: [Double]] = [:]
  // In turns, so that what else the computer does is in all of them.
  for _ in 0..<(run.isSmoke ? 3 : 101) {
    for language in languages {
      let environment = TrialEnvironment.lines(["LC_ALL": nil, "LC_MESSAGES": nil, "LANG": language])
      let time = try milliseconds {
        try ChildProcess.start(
          service.program.path, ["status", "--home", service.home], environment: environment, output: .nothing
        ).wait()
      }
      times[language, default: []].append(time)
    }
  }
  let english = median(times["en"] ?? [])
  for language in languages {
    let ours = median(times[language] ?? [])
    run.promise("status in \(language), process, median", ours, atMost: 5, "ms")
    if language != "en" { run.report("status in \(language) / in English", ours / english, "ratio") }
  }
  service.stop()
}
