import FocusSession
import Glibc
import JSONText
import LinuxRuntime
import SessionRehearsal
import TestSupport
import Testing

/// What the pictures of the documentation show: a month of somebody who uses FocusKey.
extension DashboardVisits {
  /// A month as people have them: work in the morning and after lunch, study in between, quieter weekends.
  func month(_ blocking: BlockingForPictures, inSession: Bool = false) throws -> DashboardAPITests.Desk {
    var settings = Settings.shipped
    settings.zone = .utc
    let date = BuiltProgram(at: "/bin/date")
    func day(_ ago: Int, _ form: String) throws -> String {
      try date.run(["-u", "-d", "\(ago) days ago", form]).lines[0]
    }
    // Early in the morning the day before is the last that has begun.
    let last = try day(0, "+%H") < "09" ? 1 : 0
    var past = try Desk(settings, at: "\(day(34, "+%F"))T08:00:00Z")
    for ago in (last + 1...34).reversed() {
      let isWeekend = try ["6", "7"].contains(day(ago, "+%u"))
      // What was done differs from day to day, and is the same whenever the pictures are made.
      let plan: [(String, Int, String)] = [
        ("work", 50 + ago * 7 % 40, "Thesis, chapter 3"), ("study", 25 + ago * 11 % 50, "Statistics"),
        ("work", 40 + ago * 13 % 60, "Figures"), ("study", 30 + ago * 5 % 30, "Reading"),
      ]
      var spent = 0
      for (profile, minutes, task) in plan.prefix(isWeekend ? ago % 2 : 2 + ago % 3) {
        past.give(
          .ask(.start(StartRequest(profile: ProfileID(profile), minutes: minutes, task: task)), by: .localUser))
        past.pass(.minutes(15))
        for name in ["reddit.com", "youtube.com", "reddit.com", "news.ycombinator.com"].prefix((ago + spent) % 4) {
          past.give(.attempt(Attempt(kind: .site, name: name)))
        }
        past.pass(.minutes(Int64(minutes) + 45))
        spent += minutes + 60
      }
      past.pass(.minutes(24 * 60 - Int64(spent)))
    }
    try today(&past, inSession: inSession)
    var desk = try DashboardAPITests.Desk(environment: ["TZ": "UTC"])
    desk.service.stop()
    let nights = [70, 64, 78, 50, 55, 61, 40, 38, 52, 30, 34, 90, 28, 22, 26, 31, 18, 20, 15, 24, 12, 9, 16, 0, 8, 11]
    try past.moveIn(to: desk.home.path, with: settings, and: try Self.factsOfNights(nights) + reviews())
    try blocking.give(desk.home.path)
    desk.service = try blocking.service(home: desk.home.path)
    return desk
  }

  /// What was done today, and what is going on if that is wanted.
  private func today(_ past: inout Desk, inSession: Bool) throws {
    let now = try #require(Int64(try BuiltProgram(at: "/bin/date").run(["+%s"]).lines[0])) * 1000
    func left() -> Int64 { (now - past.now.wall.milliseconds) / 60_000 }
    for task in ["Thesis, chapter 3", "Figures"] where left() > 90 {
      past.give(.ask(.start(StartRequest(profile: "work", minutes: 50, task: task)), by: .localUser))
      past.pass(.minutes(60))
    }
    past.pass(.minutes(left() - 17))
    guard inSession else { return }
    past.give(
      .ask(.start(StartRequest(profile: "work", minutes: 50, task: "Thesis, chapter 3")), by: .localUser))
    past.pass(.minutes(left()))
  }

  /// Cards that were learned in the last weeks: the first of them are due.
  private func reviews() throws -> [(at: Int, line: String)] {
    let now = Int(try BuiltProgram(at: "/bin/date").run(["+%s"]).lines[0]) ?? 0
    return (1...40).flatMap { card in
      [30, 27, 20].map { ago in
        let at = (now - (ago - card / 4) * 86_400) * 1000
        let fact =
          #""fact":"card-reviewed","deck":"Spanish","card":"c\#(card)","grade":\#(card % 9 == 0 ? 1 : 3),"took":4000"#
        return (at, #"{"at":\#(at),"boot":"b","steady":\#(at),"tick":\#(at),"v":4,\#(fact)}"#)
      }
    }
  }
}
