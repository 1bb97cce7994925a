import FocusWire
import Guarding
import Testing

@Suite struct SettingsFileTests {
  private func read(_ text: String) throws -> SettingsFile {
    try SettingsFile(Array(text.utf8)) { link in link == "ours" ? .ask(.stop) : .fault("not a link of ours") }
  }

  @Test("the example of the contract is understood")
  func example() throws {
    let file = try read(
      """
      {
        profiles: [{
          id: "work", name: "Work",
          blocks: { mode: "block", sites: ["reddit.com", "!old.reddit.com"], apps: ["org.telegram.desktop"], categories: ["social"] }, // a remark
          breaks: { minutes: 5, perSession: 3, every: "60m", budget: { session: 15, day: 30, week: 120 },
                    after: "25m", gap: "20m", earn: { minutes: 5, perFocused: "30m" } },
          end: "confirm",
          question: { wait: "5s", closes: "30s" },
          switchTo: ["study"],
          schedules: [{ id: "mornings", days: "weekdays", start: "09:00", end: "12:00" }],
        }, { id: "study" }],
        keys: [{ id: "desk", name: "Desk card", uid: "04A1B2C3D4E580", may: ["start", "stop", "break", "switch"], link: "ours", proof: "uid" }],
        promise: "  I promised myself the thesis draft by December. ",
      }
      """)
    let work = try #require(file.profiles?.first)
    #expect(work.policy.breaks.weekBudget == .minutes(120))
    #expect(work.policy.breaks.earn?.perFocused == .minutes(30))
    #expect(work.schedules.first?.days == .weekdays)
    #expect(file.keys?.first?.ask == .stop)
    #expect(file.promise == "I promised myself the thesis draft by December.")
  }

  @Test("guards and bedtime are read as they are written")
  func guards() throws {
    let text = """
      { profiles: [{ id: "work", apps: ["org.gnome.TextEditor"], presence: true,
          guard: { offTask: { after: "30s", does: "count" }, noise: { does: "off" }, settle: "20s",
                   alarm: { every: "15s", most: 5, mostAway: 1, snooze: "2m", snoozes: 1, volume: 40 } } }],
        bedtime: { from: "23:00", to: "07:00", days: "weekdays" } }
      """
    let file = try read(text)
    let policy = try #require(file.profiles?.first?.policy)
    #expect(policy.apps == ["org.gnome.TextEditor"] && policy.presence)
    #expect(policy.straying[.offTask] == .init(after: .seconds(30), does: .count))
    #expect(policy.straying[.noise] == .init(after: .seconds(10), does: .off))
    #expect(policy.straying[.presence] == .init(after: .seconds(15), does: .alarm))
    #expect(policy.straying.alarm.every == .seconds(15) && policy.straying.settle == .seconds(20))
    let settings = file.applied(to: Settings())
    #expect(settings.bedtime?.days == .weekdays)
    #expect(try read(settings.json.text).applied(to: Settings()) == settings)
    #expect(try read("{bedtime: 'none'}").applied(to: settings).bedtime == nil)
    #expect(try read("{}").applied(to: settings).bedtime != nil)
  }

  @Test("a file has what differs from the usual, and no null")
  func onlyWhatDiffers() throws {
    let plain = try read(
      """
      { profiles: [{ id: "work", visits: {}, guard: { noise: { does: "off" } }, pledge: { amount: "1.00 EUR" } }],
        categories: [{ id: "own" }],
        allowances: [{ id: "news", blocks: { sites: ["a.example"] }, minutesPerDay: 30, overrides: [{ name: "ill", perMonth: 2 }] }],
        coach: { nudges: true } }
      """
    ).applied(to: Settings(profiles: []))
    #expect(
      plain.json.text == """
        {"allowances":[{"blocks":{"mode":"block","sites":["a.example"]},"dayStarts":"04:00","id":"news",\
        "minutesPerDay":30,"overrides":[{"name":"ill","perMonth":2,"wait":"0s"}],"warn":"5m"}],\
        "categories":[{"id":"own"}],"coach":{"nudges":true},"keys":[],\
        "profiles":[{"guard":{"noise":{"after":"10s","does":"off"}},"id":"work",\
        "pledge":{"amount":"1.00 EUR","per":"stray"},"visits":{"minutes":5,"minutesPerDay":15,"perSession":3}}]}
        """)
  }

  @Test(
    "bad input is refused whole, with the line and the reason",
    arguments: [
      ("{profiles: [{id: 'a'},\n{id: 'a'}]}", 2, "twice"),
      (
        "{profiles: [{id: 'a', schedules: [\n{id: 's', days: 'weekdays', start: '09:00', end: '09:14'}]}]}", 2,
        "15 minutes"
      ),
      (
        "{profiles: [{id: 'a', schedules: [{id: 's', days: 'weekdays', start: '09:00', end: '10:00'},\n{id: 's', days: 'weekends', start: '09:00', end: '10:00'}]}]}",
        2, "twice"
      ),
      ("{profiles: [{id: 'a', breaks: {\nminutes: -1}}]}", 2, "-1"),
      ("{profiles: [{id: 'a',\nbrakes: {}}]}", 2, "breaks"),
      ("{profiles: [{id: 'a',\nend: 'kee'}]}", 2, "key"),
      ("{profiles: [{id: 'a',\nswitchTo: ['b']}]}", 2, "b"),
      ("{profiles: [{id: 'a b'}]}", 1, "id"),
      ("{profiles: [{id: 'a', guard: {\nofTask: {}}}]}", 2, "offTask"),
      ("{profiles: [{id: 'a', guard: {away: {\ndoes: 'cuont'}}}]}", 2, "count"),
      ("{profiles: [{id: 'a', guard: {alarm: {\nevery: '9s'}}}]}", 2, "10s"),
      ("{profiles: [{id: 'a', guard: {alarm: {\nvolume: 81}}}]}", 2, "81"),
      ("{bedtime: {\nform: '23:00', to: '07:00'}}", 2, "from"),
      ("{bedtime:\n{from: '07:00', to: '07:00'}}", 2, "another time"),
      ("{bedtime:\n'of'}", 2, "none"),
      ("{profiles: [{id: 'a', blocks: {sites:\n['https://x.example/']}}]}", 2, "domain"),
      ("{profiles: [{id: 'a', question: {wait: '30s',\ncloses: '5s'}}]}", 1, "close"),
      ("{keys: [{id: 'k', uid: '04A'}]}", 1, "hex"),
      ("{keys: [{id: 'k', link:\n'theirs'}]}", 2, "not a link of ours"),
      ("{keys: [{id: 'k', uid: '04A1'},\n{id: 'l', uid: '04a1'}]}", 2, "has that UID"),
      ("{profiles: [{id: 'a', schedules: [{id: 's', days: 'weekday', start: '09:00', end: '10:00'}]}]}", 1, "weekdays"),
      ("{profiles: [{id: 'a', schedules: [{id: 's', days: ['mon', 'tew'], start: '09:00', end: '10:00'}]}]}", 1, "t"),
      ("{profiles: [{id: 'a', schedules: [{id: 's', days: 'weekdays', start: '25:00', end: '10:00'}]}]}", 1, "09:00"),
      ("{promis: 'x'}", 1, "promise"), ("{profiles: 5}", 1, "list"), ("{", 1, ""), ("", 1, "empty"),
      ("{emergency: {count: 0}}", 1, "0"), ("{emergency: {waits: ['5m', '1m']}}", 1, "at least as long as"),
    ])
  func refused(text: String, line: Int, reason: String) {
    #expect {
      _ = try read(text)
    } throws: { error in
      guard let fault = error as? TextError else { return false }
      return fault.place.line == line && fault.message.contains(reason)
    }
  }

  @Test("a category that is nowhere is refused with the nearest one")
  func categories() throws {
    func message(_ text: String) throws -> String? {
      do throws(TextError) {
        _ = try SettingsFile(
          Array(text.utf8), categories: KnownCategories(shipped: ["social", "news"], own: ["mine"]),
          meaningOf: { _ in .fault("") })
      } catch {
        return "\(error.place.line) \(error.path) \(error.message)"
      }
      return nil
    }
    #expect(try message("{profiles: [{id: 'a', blocks: {categories: ['social', 'mine']}}]}") == nil)
    #expect(try message("{profiles: [{id: 'a', blocks: {categories: ['own']}}], categories: [{id: 'own'}]}") == nil)
    let slip = try #require(try message("{profiles: [\n{id: 'a', blocks: {categories: ['socail']}}]}"))
    #expect(slip.hasPrefix("2 /profiles/0/blocks/categories/0 ") && slip.contains("social"))
    // A file that says which categories of the person's own there are puts them in the place of the others.
    #expect(try message("{profiles: [{id: 'a', blocks: {categories: ['mine']}}], categories: []}") != nil)
    #expect(try message("{categories: [{id: 'a'}, {id: 'a'}]}")?.contains("twice") == true)
    #expect(try message("{categories: [{id: 'a', sites: ['no site']}]}")?.contains("/categories/0/sites/0") == true)
  }

  @Test("a promise has 900 characters, blanks around it not counted")
  func promise() throws {
    let most = String(repeating: "ä", count: 900)
    #expect(try read("{promise: '  \(most)  '}").promise == most)
    #expect(throws: TextError.self) { try read("{promise: '\(most)x'}") }
  }

  @Test("one bad entry among a hundred refuses all of them")
  func oneAmongAHundred() {
    var entries: [String] = []
    for number in 0..<100 { entries.append(number == 73 ? "{id: 'p73', end: 'never'}" : "{id: 'p\(number)'}") }
    #expect {
      _ = try read("{profiles: [\n" + entries.joined(separator: ",\n") + "]}")
    } throws: { ($0 as? TextError)?.place.line == 75 }
  }

  @Test("what ships is complete: Sleep is suggested and off")
  func shipped() throws {
    let shipped = Settings.shipped
    #expect(shipped.profiles.map { $0.id } == ["work", "study", "sleep"])
    let sleep = try #require(shipped.profile("sleep"))
    #expect(sleep.policy.breaks.perSession == 0)
    #expect(sleep.schedules.map { [$0.start.text, $0.end.text] } == [["23:00", "07:00"]])
    #expect(sleep.schedules.allSatisfy { !$0.isOn })
    #expect(shipped.profiles.allSatisfy { !$0.policy.blocks.categories.isEmpty })
  }

  @Test("signals are kept by name, and a schedule keeps what it is called")
  func signalsAndNames() throws {
    let file = try read("{signals: {front: true, noise: false}}")
    var settings = file.applied(to: .shipped)
    #expect(settings.signals == ["front": true, "noise": false])
    settings.profiles[0].schedules = [
      Schedule(
        id: "late", name: "Late reading", days: .weekdays, start: try #require(TimeOfDay(hour: 22, minute: 0)),
        end: try #require(TimeOfDay(hour: 23, minute: 0)))
    ]
    // What is written is read as it was.
    let again = try read(settings.storedJSON.text).applied(to: Settings(profiles: []))
    #expect(again.signals == settings.signals)
    #expect(again.profiles.first?.schedules == settings.profiles.first?.schedules)
    #expect(throws: TextError.self) { try read("{signals: {nose: true}}") }
    #expect(throws: TextError.self) { try read("{signals: {front: 1}}") }
  }

  @Test("the settings know the signals by the names that they have")
  func signalNames() { #expect(Set(Settings.signalNames) == ["front", "input", "lock", "noise", "media", "card"]) }
}
