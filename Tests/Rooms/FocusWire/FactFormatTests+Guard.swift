import Allowance
import FocusWire
import Gates
import Guarding
import Learning
import Pledge
import SessionRehearsal

extension FactFormatTests {
  /// Facts of straying and of nights, each kind at least once.
  func guardFacts(_ tick: Tick) -> [GuardFact] {
    let day = CivilDay(number: 20_000)
    let report = NightReport(day: day, used: .seconds(61), times: 2, longest: .seconds(40))
    let ends = EpisodeEnd.allCases.map {
      GuardFact.strayEnded(Stray(began: tick, ended: tick, causes: Cause.straying, why: $0, rings: 3))
    }
    return ends + Cause.straying.map { .strayed(began: tick, $0) } + [
      .strayEnded(
        Stray(
          began: tick, ended: tick, causes: [], why: .excused, excused: Front(app: ["org.app"], site: "a.example"))),
      .strayEnded(Stray(began: tick, ended: tick, causes: [], why: .excused, excused: Front(app: ["org.app"]))),
      .strayExcused(began: tick),
      .strayJoined(.noise), .alarmRang(7), .alarmSnoozed(until: tick), .alarmHushed, .awake(began: tick, day),
      .awakeEnded(began: tick, at: tick), .goodNight, .up, .nightReported(report), .greeted(report),
      .inputWatched(true),
      .nightReported(NightReport(day: day, used: .zero, times: 0, longest: .zero, isNoticed: false)),
    ] + EyeFeeling.allCases.map { .felt($0, day) }
  }
}
