import FocusHistory
import FocusSession
import Guarding
import Testing

/// Whether eyes feel worse after longer nights.
@Suite struct EyesAndMinutesTests {
  private func facts(_ nights: [(minutes: Int, eyes: Int?)]) -> [Fact] {
    nights.enumerated().flatMap { index, night -> [Fact] in
      let day = CivilDay(number: 20_000 + Int64(index))
      let moment = Moment(
        wall: Timestamp(milliseconds: Int64(index) * 86_400_000), steady: Int64(index), boot: BootID("b"))
      let stamp = Stamp(moment: moment, tick: Tick(milliseconds: Int64(index)))
      let used = Lapse.minutes(Int64(night.minutes))
      let report = NightReport(day: day, used: used, times: 1, longest: used)
      // Somebody who thinks again is taken at the last word.
      let answers = night.eyes.flatMap { EyeFeeling(rawValue: $0) }.map { [EyeFeeling.sore, $0] } ?? []
      return ([.nightReported(report)] + answers.map { .felt($0, day) }).map { Fact(stamp: stamp, body: .guard($0)) }
    }
  }

  private func eyes(_ nights: [(Int, Int?)]) -> EyesAndMinutes {
    NightTrend(NightFold.records(of: facts(nights.map { (minutes: $0.0, eyes: $0.1) }))).eyes
  }

  @Test("nothing is claimed below fourteen answers, or where all answers are the same")
  func tooFew() {
    let thirteen = (0..<13).map { (10 * $0, Int?($0 / 4)) }
    #expect(eyes(thirteen) == eyes(thirteen) && eyes(thirteen).answers == 13 && eyes(thirteen).tau == nil)
    #expect(eyes(thirteen + [(200, nil)]).tau == nil)
    #expect(eyes((0..<20).map { (10 * $0, 1) }).tau == nil)
    #expect(eyes(thirteen + [(200, 3)]).tau != nil)
  }

  /// Reckoned with `scipy.stats.kendalltau` (1.x, variant b).
  @Test("Kendall's tau-b of known rows") func knownRows() throws {
    let rows: [(minutes: [Int], eyes: [Int], tau: Double)] = [
      (
        [0, 5, 10, 15, 20, 30, 40, 45, 60, 70, 80, 90, 120, 150], [0, 0, 0, 1, 0, 1, 1, 2, 1, 2, 2, 3, 3, 3],
        0.846577973160
      ),
      (
        [12, 3, 45, 45, 0, 9, 60, 22, 18, 70, 5, 33, 41, 90, 15], [2, 1, 1, 0, 3, 2, 1, 0, 2, 0, 3, 1, 1, 0, 2],
        -0.660550824782
      ),
    ]
    for row in rows {
      let tau = try #require(eyes(zip(row.minutes, row.eyes).map { ($0, $1) }).tau)
      #expect(abs(tau - row.tau) < 1e-9, "\(row)")
    }
  }
}
