import JSONText
import TestSupport

/// What the shield takes to close and to open, and what it costs those whom it does not concern: the real service and
/// the real helper in a throwaway machine. Each figure comes with its bound from the trial that takes it.
func shieldBenchmarks(_ run: BenchmarkRun) throws {
  if let missing = ShieldLaboratory.missing {
    run.skip("shield", because: missing)
    return
  }
  let trials =
    [("figures", "whole.py"), ("visit_figures", "visits.py")]
    + (run.isSmoke ? [] : [("costs", "lab.py"), ("lists", "lab.py")])
  for (trial, script) in trials {
    let outcome = try ShieldLaboratory.run(trial, of: script, ["ROUNDS": run.isSmoke ? "2" : "50"])
    for line in outcome.lines where line.hasPrefix("{") {
      let figure = try JSONDocument(Array(line.utf8)).root
      guard let value = figure["value"]?.number, let unit = figure["unit"]?.string else { continue }
      if let name = figure["figure"]?.string, let bound = figure["at_most"]?.number {
        run.promise(name, value, atMost: bound, unit)
      } else if let name = figure["measured"]?.string {
        run.report(name, value, unit)
      }
    }
    for line in outcome.lines where line.contains(#""held": false"#) { run.fail("\(trial): \(line)") }
    if outcome.exitCode != 0 { run.fail("\(trial): \(outcome.errors)") }
  }
}
