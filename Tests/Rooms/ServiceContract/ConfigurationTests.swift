import FocusLinks
import RealParts
import ServiceContract
import TestSupport
import Testing

@Suite(.realParts) struct ConfigurationTests {
  private func read(_ text: String) throws -> ServiceConfiguration {
    let folder = TemporaryFolder()
    try Files.replace(folder("config.json5"), with: Array(text.utf8))
    return try ServiceConfiguration(path: folder("config.json5"))
  }

  /// What a newcomer's file says is what holds without it; and each of its comments shows what can be read.
  @Test func theSampleSaysWhatHoldsWithoutIt() throws {
    let shipped = ServiceConfiguration()
    let sample = try read(ServiceConfiguration.sample)
    #expect(sample.links.hosts == shipped.links.hosts)
    #expect(sample.links.routes.count == shipped.links.routes.count)
    #expect(sample.port == shipped.port)
    #expect(sample.site == shipped.site)
    #expect(sample.readers == shipped.readers)
    #expect(sample.runningApps == shipped.runningApps)
    #expect(sample.desktop == shipped.desktop)
    #expect(sample.devices == shipped.devices)
    let examples = ServiceConfiguration.sample.split(separator: "\n").compactMap { line in
      line.split(separator: "//   ").last.flatMap { $0.hasPrefix("{ ") && !$0.contains("match:") ? String($0) : nil }
    }
    try #require(examples.count == 4)
    let used = try read("{ routes: [\(examples[0])], hooks: [\(examples.dropFirst().joined())] }")
    #expect(used.links.route(named: "lights")?.path.pattern == "/lights/:room")
  }

  @Test func settingsAreSharedWhereThatWasChosenAndKeysOnlyWithThem() throws {
    #expect(!ServiceConfiguration().devices.sharesSettings && !ServiceConfiguration().devices.sharesKeys)
    let plain = try read("{ sync: { settings: true } }").devices
    #expect(plain.sharesSettings && !plain.sharesKeys && !plain.follows)
    let both = try read("{ sync: { settings: true, keys: true } }").devices
    #expect(both.sharesSettings && both.sharesKeys)
    for text in ["{ sync: { keys: true } }", "{ sync: { settings: 1 } }", "{ sync: { setting: true } }"] {
      #expect(throws: Failure.self) { try read(text) }
    }
  }

  @Test func aRouteIsALink() throws {
    let configuration = try read(
      """
      { hosts: ["focus.example"],
        routes: [{ name: "lights", path: "/lights/:room", parameters: ["level"], whenSoft: "acts", run: ["true"] },
                 { name: "door", path: "/door", mqtt: "mqtt://127.0.0.1/door" }] }
      """)
    let link = try configuration.links.parse("https://focus.example/lights/kitchen?level=5")
    #expect(link == .own(OwnLink(route: "lights", arguments: [.init("room", "kitchen"), .init("level", "5")])))
    #expect(configuration.links.route(of: link)?.whenSoft == .acts)
    #expect(configuration.links.route(named: "door")?.whenSoft == .refused)
  }

  @Test func aBrokerIsRead() throws {
    let plain = try #require(try read("{ mqtt: { host: 'localhost' } }").mqtt)
    #expect(plain.port == 1883 && plain.discovery == "homeassistant" && !plain.announcesTags && !plain.usesTLS)
    let folder = TemporaryFolder()
    try Files.replace(
      folder("config.json5"),
      with: Array(
        "{ mqtt: { host: 'fd00::1', tls: true, authorities: '/ca.pem', user: 'u', passwordFile: 'p', discovery: false } }"
          .utf8))
    let full = try #require(try ServiceConfiguration(path: folder("config.json5")).mqtt)
    #expect(full.port == 8883 && full.authorities == "/ca.pem" && full.passwordFile == folder("p"))
    #expect(full.discovery == nil)
    #expect(try read("{}").mqtt == nil)
  }

  @Test(arguments: [
    ("{ routes: [{ name: 'a', path: '/start', run: ['x'] }] }", "the route start also matches /start"),
    ("{ routes: [{ name: 'a', path: '/focus/:x', run: ['x'] }] }", "the route focus also matches"),
    (
      "{ routes: [{ name: 'a', path: '/a/:b', run: ['x'] }, { name: 'b', path: '/a/c', run: ['x'] }] }",
      "b: the route a also matches /a/c"
    ),
    (
      "{ routes: [{ name: 'a', path: '/a', run: ['x'] }, { name: 'a', path: '/b', run: ['x'] }] }",
      "another route already has"
    ),
    ("{ routes: [{ name: 'start', path: '/a', run: ['x'] }] }", "another route already has this name"),
    ("{ routes: [{ name: 'a', path: 'a', run: ['x'] }] }", "does not begin with a slash"),
    ("{ routes: [{ name: '', path: '/a', run: ['x'] }] }", "needs a name"),
    ("{ routes: [{ name: 'a', path: '/a', run: ['x'], whensoft: 'acts' }] }", "whenSoft"),
    ("{ routes: [{ name: 'a', path: '/a', run: ['x'], whenSoft: 'act' }] }", "acts"),
    ("{ mqtt: {} }", "host"), ("{ mqtt: { host: 'mqtt://broker' } }", "host alone"),
    ("{ mqtt: { host: 'b', port: 0 } }", "65535"), ("{ mqtt: { host: 'b', discovery: 'a/#' } }", "topic"),
    ("{ mqtt: { host: 'b', discovery: '' } }", "topic"), ("{ mqtt: { host: 'b', discovery: '+' } }", "topic"),
    ("{ mqtt: { host: 'b', discovery: '$SYS' } }", "topic"), ("{ mqtt: { host: 'b', discovery: 'a b' } }", "topic"),
    ("{ mqtt: { host: 'b', authorities: 'ca.pem' } }", "tls: true"),
    ("{ mqtt: { host: 'b', passwordFile: 'p' } }", "user"), ("{ mqtt: { host: 'b', id: 'a/b' } }", "letters"),
    ("{ mqtt: { host: 'b', announceTag: true } }", "announceTags"),
    ("{ route: [] }", "routes"), ("{ hook: [] }", "hooks"), ("{ hosts: [] }", "at least one host"),
  ])
  func whatCannotBeFollowedIsNamed(text: String, words: String) throws {
    #expect {
      try read(text)
    } throws: { error in
      guard let failure = error as? Failure, failure.kind == "configuration-not-understood" else { return false }
      #expect(failure.what.contains(words), "\(failure.what)")
      return true
    }
  }
}
