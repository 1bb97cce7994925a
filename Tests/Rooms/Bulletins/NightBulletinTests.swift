import FocusSession
import Guarding
import SessionRehearsal
import Testing

/// What somebody is shown who is up late.
@Suite struct NightBulletinTests {
  /// The notice comes once a use past bedtime has lasted a minute, and goes with *Good night*.
  @Test func thoseWhoAreUpPastTheirBedtimeAreTold() {
    var settings = Settings.shipped
    settings.bedtime = .init(from: TimeOfDay(hour: 23, minute: 0)!, to: TimeOfDay(hour: 7, minute: 0)!)
    var onlooker = BulletinBoardTests.Onlooker(settings, at: "2026-11-23T22:58:00Z")
    let input = Command.signal(.input(since: onlooker.desk.machine.tick(at: onlooker.desk.now)))
    #expect(onlooker.sees { $0.give(input) } == [])
    #expect(onlooker.sees { $0.pass(.minutes(1)) } == [])
    let seen = onlooker.sees { $0.pass(.minutes(4)) }
    #expect(seen.count == 1 && seen[0].hasPrefix("night: It is past your bedtime | In use for "), "\(seen)")
    #expect(seen[0].hasSuffix(" tonight. [bed Good night] low"))
    #expect(onlooker.sees { $0.give(.bed) }.contains("- night"))
  }
}
