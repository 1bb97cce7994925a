import Allowance
import FocusWire
import Testing

@Suite struct MinutesFileTests {
  private func read(_ members: String) throws -> DailyAllowance {
    let text = "{ allowances: [{ id: 'a', blocks: { sites: ['a.example'] }, \(members) }] }"
    let file = try SettingsFile(Array(text.utf8)) { _ in .ask(.stop) }
    let settings = file.applied(to: Settings())
    let again = try SettingsFile(settings.json.octets) { _ in .ask(.stop) }
    #expect(again.applied(to: Settings()) == settings)
    return try #require(settings.allowances.first)
  }

  @Test("minutes are one number or a table, read as they are written")
  func roundTrip() throws {
    #expect(try read("minutesPerDay: 30").rules.minutes == DayMinutes(30))
    let whole = try read(
      """
      minutesPerDay: { sun: 0, weekdays: 30, weekend: 60, default: 5 }, minutesPerWeek: 120, rollOver: { most: 30 },
      except: ['docs.a.example', 'org.example.App']
      """)
    #expect(whole.rules.minutes[.sunday] == 0 && whole.rules.minutes[.saturday] == 60)
    #expect(whole.rules.minutes.weekdays == 30 && whole.rules.minutes.usual == 5)
    #expect(whole.rules.minutesPerWeek == 120 && whole.rules.rollOver == 30)
    #expect(whole.except == ["docs.a.example", "org.example.App"])
    let open = try read("minutesPerDay: { weekend: 20 }")
    #expect(open.rules.minutes[.monday] == nil && open.rules.minutesPerWeek == nil && open.rules.rollOver == nil)
  }

  @Test(
    "bad minutes are refused with the reason",
    arguments: [
      ("minutesPerDay: { funday: 5 }", "funday"), ("minutesPerDay: {}", "at least one day"),
      ("minutesPerDay: 1441", "1440"), ("minutesPerDay: -1", "1440"), ("minutesPerDay: { mon: 1441 }", "1440"),
      ("minutesPerDay: 1.5", "whole"), ("minutesPerDay: 'many'", "number"), ("minutesPerDay: { mon: '5' }", "number"),
      ("minutesPerDay: 5, minutesPerWeek: 10081", "10080"), ("minutesPerDay: 5, rollOver: 30", "object"),
      ("minutesPerDay: 5, rollOver: {}", "most"), ("minutesPerDay: 5, rollOver: { most: 1441 }", "1440"),
      ("minutesPerDay: 5, except: ['a.example/b']", "path"), ("minutesPerDay: 5, except: ['!b.a.example']", "!"),
      ("minutesPerDay: 5, except: ['']", "letters"),
    ])
  func refused(members: String, word: String) throws {
    do {
      _ = try read(members)
      Issue.record("\(members) was taken")
    } catch let error as TextError {
      #expect(error.message.contains(word), "\(members): \(error.message)")
      #expect(!error.message.contains("\n"))
    }
  }
}
