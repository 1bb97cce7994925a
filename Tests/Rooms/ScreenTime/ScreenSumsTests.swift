import FocusHistory
import FocusWire
import Guarding
import Testing

@testable import ScreenTime

/// What was in front, as sums of a day.
@Suite struct ScreenSumsTests {
  private let wall = ISO8601.moment("2026-11-23T22:30:00Z")!
  private let day = CivilDay(year: 2026, month: 11, day: 23)

  private func sums(_ script: [(Int64, GuardSignal)], until end: Int64) -> [CivilDay: ScreenDay] {
    var (sums, days) = (ScreenSums(zone: .utc), [CivilDay: ScreenDay]())
    func count(_ second: Int64) {
      sums.count(until: Tick(milliseconds: second * 1000), at: wall + .seconds(second)) { hour, lapse, app, site in
        days[hour.day, default: ScreenDay(hour.day)].add(lapse, app: app, site: site, in: hour.hour)
      }
    }
    for (second, signal) in script {
      count(second)
      sums.note(signal, at: Tick(milliseconds: second * 1000))
    }
    count(end)
    return days
  }

  private func tick(_ second: Int64) -> Tick { Tick(milliseconds: second * 1000) }

  @Test("each app and site by hour and day, over midnight too")
  func hours() {
    let days = sums(
      [
        (0, .input(since: tick(0))), (0, .front(Front(app: ["firefox"], site: "swift.org"))),
        (3600, .front(Front(app: ["editor"]))),
      ], until: 7200)
    #expect(days[day]?.apps["firefox"]?[22] == 1_800_000)
    #expect(days[day]?.apps["firefox"]?[23] == 1_800_000)
    #expect(days[day]?.sites["swift.org"]?.reduce(0, +) == 3_600_000)
    #expect(days[day]?.apps["editor"]?[23] == 1_800_000)
    #expect(days[day + 1]?.apps["editor"]?[0] == 1_800_000)
  }

  @Test("who does not touch anything for more than a minute does not look, unless a film plays")
  func idle() {
    let days = sums(
      [
        (0, .front(Front(app: ["player"]))), (0, .input(since: tick(0))), (100, .idle(since: tick(100))),
        (700, .playing(true)), (1300, .playing(false)), (1300, .locked(true)),
      ], until: 2000)
    #expect(days[day]?.apps["player"]?.reduce(0, +) == 760_000)
  }

  @Test("a day that is kept is the same when it is read, and what is not one is nothing")
  func kept() {
    var day = ScreenDay(self.day)
    day.add(.seconds(90), app: "firefox", site: "swift.org", in: 3)
    #expect(ScreenDay(self.day, stored: day.stored.octets) == day)
    #expect(ScreenDay(self.day, stored: Array(#"{"apps":{"a":[1]},"sites":7}"#.utf8)) == ScreenDay(self.day))
    #expect(ScreenDay(self.day, stored: Array("[".utf8)) == ScreenDay(self.day))
    let told = day.json { $0 == "firefox" ? "Firefox" : $0 }
    #expect(told.text.contains(#""name":"Firefox","seconds":90"#))
  }
}
