import FeaturePorts
import FocusLinks
import FocusWire
import ServiceAPI
import SyncProtocol
import Testing

@testable import Syncing

/// The settings as items, and what a session allows of changes to them.
@Suite struct SettingsItemsTests {
  private static func read(_ text: String) throws -> Settings {
    try SettingsFile(Array(text.utf8)) { _ in .fault("none here") }.applied(to: Settings())
  }

  private static func change(_ item: String, _ text: String?) -> SettingChange {
    SettingChange(item: item, value: text.map { Array($0.utf8) })
  }

  private let all = """
    { profiles: [
        { id: 'work', blocks: { categories: ['mine'] }, switchTo: ['rest'],
          schedules: [{ id: 'mornings', days: 'weekdays', start: '9:00', end: '10:00' }] },
        { id: 'rest' }],
      categories: [{ id: 'mine', sites: ['example.org'] }], keys: [{ id: 'desk', uid: '04A1B2C3' }] }
    """

  private func adoption(_ changes: [SettingChange], of settings: Settings, in session: Bool = false) -> Adoption? {
    var machine = SessionMachine(settings: settings)
    let now = Moment(wall: Timestamp(milliseconds: 1_800_000_000_000), steady: 1_000_000, boot: BootID("boot"))
    if session {
      let start = Command.ask(.start(StartRequest(profile: "work", minutes: 25)), by: .localUser)
      machine = machine.decide(start, at: now, entropy: Entropy(high: 1, low: 1)).after
    }
    return Adoption(
      of: changes, seen: SettingsItems.items(of: machine.settings), by: machine, at: now,
      meaningOf: RouteTable().meaning(of:))
  }

  @Test func itemsMakeTheSameSettingsAgain() throws {
    let settings = try Self.read(all)
    let items = SettingsItems.items(of: settings)
    #expect(
      items.keys.sorted() == ["category/mine", "key/desk", "profile/rest", "profile/work", "schedule/work/mornings"])
    #expect(items.keys.allSatisfy { SharedSettings.isShared($0) })
    // In the order of their names, which is not the one in which one needs the other.
    let changes = items.keys.sorted().map { SettingChange(item: $0, value: items[$0]) }.reversed()
    let made = try #require(adoption(Array(changes), of: Settings()))
    #expect(SettingsItems.items(of: made.settings) == items && made.changes.count == 5)
  }

  @Test func whatNeedsWhatIsNotHereWaitsAndTheRestDoesNot() throws {
    let settings = try Self.read(all)
    let changes = [
      Self.change("category/mine", nil),  // A profile names it.
      Self.change("profile/rest", nil),  // A profile leads to it.
      Self.change("profile/far", #"{"id":"far","blocks":{"categories":["unknown"]}}"#),
      Self.change("profile/near", #"{"id":"near","switchTo":["nowhere"]}"#),
      Self.change("profile/later", #"{"id":"later","unheardOf":1}"#),
      Self.change("profile/two", #"{"id":"two"},{"id":"three"}"#),
      Self.change("profile/other", #"{"id":"else"}"#),
      Self.change("key/twin", #"{"id":"twin","uid":"04A1B2C3"}"#),
      Self.change("schedule/nobody/s", #"{"id":"s","days":"weekdays","start":"09:00","end":"10:00"}"#),
      Self.change("exit/x", "1"), Self.change("profile/fits", #"{"id":"fits"}"#),
    ]
    let made = try #require(adoption(changes, of: settings))
    #expect(made.changes.map(\.item) == ["profile/fits"])
    var after = settings
    after.profiles.append(try #require(made.settings.profiles.last))
    #expect(made.settings == after)
  }

  @Test func twoChangesThatNeedEachOtherGoTogetherBesideOneThatCannot() throws {
    let settings = try Self.read(all)
    let changes = [
      Self.change("profile/rest", nil), Self.change("profile/later", #"{"id":"later","unheardOf":1}"#),
      Self.change("profile/work", #"{"id":"work","blocks":{"categories":["mine"]}}"#),
    ]
    let made = try #require(adoption(changes, of: settings))
    #expect(made.changes.map(\.item) == ["profile/work", "profile/rest"])
    #expect(made.settings.profiles.map(\.id.text) == ["work"])
    // The schedule is an item of its own.
    #expect(made.settings.profiles[0].schedules.count == 1)
  }

  @Test func whatASessionUsesStaysAndMoreMayBeBlocked() throws {
    let settings = try Self.read(all)
    let looser = [
      Self.change("profile/work", #"{"id":"work","switchTo":["rest"]}"#), Self.change("profile/work", nil),
      Self.change("category/mine", #"{"id":"mine"}"#), Self.change("schedule/work/mornings", nil),
      Self.change("key/desk", nil), Self.change("key/new", #"{"id":"new","uid":"04000001","may":["stop"]}"#),
    ]
    for change in looser {
      #expect(adoption([change], of: settings, in: true) == nil, "\(change.item)")
    }
    #expect(adoption(looser, of: settings, in: true) == nil)
    let more = Self.change("category/mine", #"{"id":"mine","sites":["example.org","example.net"]}"#)
    let made = try #require(adoption(looser + [more], of: settings, in: true))
    #expect(made.changes == [more])
    #expect(adoption([Self.change("key/desk", nil)], of: settings)?.changes.count == 1)
  }

  @Test func whatThePersonChangedMeanwhileIsLeftAlone() throws {
    let settings = try Self.read(all)
    let changes = [Self.change("profile/rest", #"{"id":"rest","name":"There"}"#)]
    let now = Moment(wall: Timestamp(milliseconds: 0), steady: 0, boot: BootID("boot"))
    let adoption = Adoption(
      of: changes, seen: ["profile/rest": Array(#"{"id":"rest","name":"Before"}"#.utf8)],
      by: SessionMachine(settings: settings), at: now, meaningOf: RouteTable().meaning(of:))
    #expect(adoption == nil)
  }
}
