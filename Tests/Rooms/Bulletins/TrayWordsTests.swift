import Bulletins
import FocusPorts
import SessionRehearsal
import Testing

@Suite struct TrayWordsTests {
  private func face(_ desk: Desk) -> TrayFace { TrayFace(desk.status, desk.machine.settings) }

  private func words(_ desk: Desk) -> [String] {
    face(desk).menu[1].map { $0.action == nil ? "(\($0.words))" : $0.words }
  }

  @Test func eachStateHasItsPictureItsLineAndItsMenu() {
    var desk = Desk(.shipped)
    #expect(face(desk).title == "No session" && face(desk).picture == .idle)
    #expect(words(desk) == ["Start Work", "Start Study", "Start Sleep"])
    desk.start("work", minutes: 90)
    #expect(face(desk).title == "Work until 10:30" && face(desk).picture == .focusing)
    #expect(words(desk) == ["Extend by 15 minutes", "Take a break (from 09:25)", "End…"])
    desk.pass(.minutes(30))
    #expect(words(desk) == ["Extend by 15 minutes", "Take a break", "End…"])
    desk.ask(.stop)
    #expect(face(desk).picture == .asking && words(desk) == ["Keep going"])
    desk.give(.keep)
    desk.ask(.takeBreak(minutes: nil))
    #expect(face(desk).picture == .onBreak && words(desk) == ["Resume", "End…"])
    #expect(face(desk).title.hasPrefix("Break until 09:"))
  }

  /// Where the card is needed, the menu says so.
  @Test func nothingInTheMenuEndsWhatOnlyACardEnds() {
    let strict = Settings(profiles: [Profile(policy: Policy(profile: "work", end: .timer))])
    var desk = Desk(strict)
    desk.give(.recoveryCodeMade(digest: [1]))
    desk.start("work", minutes: 90)
    #expect(words(desk).last == "(It ends at its planned end)")
    #expect(face(desk).menu.joined().allSatisfy { $0.action != .press(.stop) && $0.action != .press(.confirm) })
  }
}
