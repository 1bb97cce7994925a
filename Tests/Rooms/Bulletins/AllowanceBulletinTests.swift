import Allowance
import Bulletins
import FocusPorts
import Gates
import Guarding
import SessionRehearsal
import Testing

/// What a person is shown of a day's minutes, told as one line a change.
@Suite struct AllowanceBulletinTests {
  private typealias Onlooker = BulletinBoardTests.Onlooker

  /// Somebody with half an hour of a site, who is on it.
  private func reader(isFree: Bool = false) throws -> Onlooker {
    var rules = AllowanceRules(
      minutes: 30, dayStarts: try #require(TimeOfDay(hour: 4, minute: 0)), lift: LiftRules(by: [.move, .learn]))
    rules.overrides = [OverrideRule(name: "ill", perMonth: 2)]
    var settings = Settings.shipped
    settings.allowances = [
      DailyAllowance(id: AllowanceID("social"), blocks: Blocks(sites: ["reddit.com"]), rules: rules)
    ]
    var onlooker = Onlooker(settings)
    #expect(onlooker.sees { $0.give(.signal(.front(Front(app: ["firefox"], site: "old.reddit.com")))) } == [])
    return onlooker
  }

  @Test func minutesThatRunOutAreToldAndWhatOpensThem() throws {
    var onlooker = try reader()
    #expect(onlooker.sees { $0.pass(.minutes(24)) } == [])
    #expect(onlooker.sees { $0.pass(.minutes(1)) } == ["allowance: 5 min of social left today"])
    #expect(
      onlooker.sees { $0.pass(.minutes(5)) } == [
        "allowance: social is used up for today | 10 jumping jacks open this for 30 minutes. / 5 learned cards open this for 10 minutes. / It opens again at 04:00."
      ])
    #expect(onlooker.sees { $0.give(.moved("jumping_jack", 2, .measured)) } == [])
    #expect(
      onlooker.sees { $0.give(.moved("jumping_jack", 10, .measured)) } == [
        "allowance: social is open again | 30 min left today. low"
      ])
    // More minutes of what is open are not news.
    #expect(onlooker.sees { $0.give(.moved("jumping_jack", 3, .measured, after: 10)) } == [])
    #expect(
      onlooker.sees { $0.give(.moved("jumping_jack", 10, .measured, after: 13)) } == [
        "allowance: Today\u{2019}s challenge is met | 23 repetitions of 20. low"
      ])
  }

  @Test func aDayThatBeginsTakesTheNoticeAway() throws {
    var onlooker = try reader()
    _ = onlooker.sees { $0.pass(.minutes(30)) }
    _ = onlooker.sees { $0.give(.signal(.nothingInFront)) }
    #expect(onlooker.sees { $0.pass(.hours(19)) }.last == "- allowance")
  }

  @Test func aConditionOpensForTheDay() throws {
    var onlooker = try reader()
    _ = onlooker.sees { $0.pass(.minutes(30)) }
    let seen = onlooker.sees {
      $0.give(.override("ill"))
      $0.pass(.seconds(1))
    }
    #expect(seen == ["allowance: social is open for the rest of the day low"])
  }

  /// Only what can be done here is offered.
  @Test func whatNobodyCanDoHereIsNotOffered() throws {
    var onlooker = try reader()
    onlooker.desk.give(.means(GateMeans(cards: 0, countsMovement: true, hasCamera: false)))
    #expect(
      onlooker.sees { $0.pass(.minutes(30)) }.last
        == "allowance: social is used up for today | 10 laps open this for 30 minutes. / It opens again at 04:00.")
    onlooker = try reader()
    onlooker.desk.give(.means(GateMeans(cards: 0, countsMovement: false, hasCamera: false)))
    #expect(
      onlooker.sees { $0.pass(.minutes(30)) }.last
        == "allowance: social is used up for today | It opens again at 04:00.")
  }

  /// Movement is suggested once at its time, with one of the messages.
  @Test func movementIsSuggestedOnce() {
    var settings = Settings.shipped
    settings.coach.nudges = true
    var onlooker = Onlooker(settings)
    _ = onlooker.sees { $0.pass(.minutes(59)) }
    let seen = onlooker.sees { $0.pass(.minutes(2)) }
    // The day's first one tells its challenge.
    #expect(
      seen.count == 1 && seen[0].hasPrefix("movement: ")
        && seen[0].hasSuffix(" / Today's challenge: 20 repetitions. low"), "\(seen)")
    #expect(onlooker.sees { $0.pass(.minutes(28)) }.isEmpty)
    // Half an hour later nobody has moved, and it goes.
    #expect(onlooker.sees { $0.pass(.minutes(30)) } == ["- movement"])
    #expect(onlooker.sees { $0.pass(.minutes(62)) }.count == 1)
    // A set of two is not exercise, and one that is answers.
    #expect(onlooker.sees { $0.give(.moved("squat", 2, .measured)) } == [])
    #expect(onlooker.sees { $0.give(.moved("squat", 5, .measured)) } == ["- movement"])
  }
}
