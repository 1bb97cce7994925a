import Testing

@testable import SiteRules

@Suite struct SitePolicyTests {
  static func policy(_ sections: (allows: Bool, names: [String])...) throws -> SitePolicy {
    SitePolicy(
      sections: try sections.map { section in
        var table = SiteTable()
        for name in section.names {
          let isException = name.hasPrefix("!")
          table.insert(try SiteName(isException ? String(name.dropFirst()) : name), isException ? .excepted : .named)
        }
        return SitePolicy.Section(allowsOnlyNamed: section.allows, names: table)
      })
  }

  func verdict(_ policy: SitePolicy, _ host: String) throws -> SiteVerdict {
    policy.verdict(on: try SiteName(host))
  }

  @Test func aDomainIsClosedWithAllBelowItButItsExceptions() throws {
    let policy = try Self.policy((false, ["reddit.com", "!old.reddit.com", "bad.old.reddit.com"]))
    #expect(try verdict(policy, "reddit.com") == .closed(rule: "reddit.com"))
    #expect(try verdict(policy, "a.b.reddit.com") == .closed(rule: "reddit.com"))
    #expect(try verdict(policy, "old.reddit.com") == .open)
    #expect(try verdict(policy, "i.old.reddit.com") == .open)
    #expect(try verdict(policy, "x.bad.old.reddit.com") == .closed(rule: "bad.old.reddit.com"))
    #expect(try verdict(policy, "notreddit.com") == .open)
    #expect(try verdict(policy, "com") == .open)
  }

  @Test func onlyNamedSitesOpenInAnAllowList() throws {
    let policy = try Self.policy((true, ["work.example", "!games.work.example"]))
    #expect(try verdict(policy, "docs.work.example") == .open)
    #expect(try verdict(policy, "games.work.example") == .closed(rule: "games.work.example"))
    #expect(try verdict(policy, "example") == .closed(rule: nil))
    #expect(policy.verdictOnUnnamed() == .closed(rule: nil))
    #expect(policy.verdict(on: try SiteName("mail.example"), isWeb: false) == .open)
  }

  @Test func whatAnyProfileClosesIsClosed() throws {
    let policy = try Self.policy((false, ["a.example"]), (true, ["a.example", "b.example"]))
    #expect(try verdict(policy, "a.example") == .closed(rule: "a.example"))
    #expect(try verdict(policy, "b.example") == .open)
    #expect(try verdict(policy, "c.example") == .closed(rule: nil))
  }

  @Test(arguments: [
    ("dns.google", false, true), ("mozilla.cloudflare-dns.com", false, true), ("id.dns.nextdns.io", false, true),
    ("cloudflare.com", true, false), ("xdns.google", false, false), ("google", true, false),
    ("cloudflare-ech.com", true, true), ("a.cloudflare-ech.com", true, true), ("cloudflare-ech.com", false, false),
    ("a.example", true, false),
  ])
  func detoursAreClosed(host: String, isMarked: Bool, isClosed: Bool) throws {
    var policy = try Self.policy((false, ["social.example"]))
    let name = try SiteName(host)
    #expect(policy.closesDetour(name, isMarked: isMarked) == isClosed)
    // What names all that is open closes them by what it does not name.
    #expect(try Self.policy((true, [host])).closesDetour(name, isMarked: isMarked) == false)
    policy.answersECH = false
    #expect(policy.closesDetour(name, isMarked: isMarked) == (isClosed && !KnownFronts.contains(name)))
  }

  @Test func resolversAreKnownByTheirAddresses() {
    #expect(HiddenResolvers.isAt([1, 1, 1, 1]) && !HiddenResolvers.isAt([1, 1, 1, 4]))
    #expect(HiddenResolvers.isAt([0x26, 6, 0x47, 0, 0x47, 0] + [UInt8](repeating: 0, count: 8) + [0x11, 0x11]))
  }

  @Test func everyNameOfALoopholeIsAName() throws {
    for name in HiddenResolvers.names.union(KnownFronts.names) {
      #expect(try SiteName(name).text == name)
      #expect(!ProtectedSites.contains(try SiteName(name)), "\(name)")
    }
  }

  @Test func oneOfSeveralPoliciesAnswersForAll() throws {
    var passing = try Self.policy((false, ["a.example"]))
    passing.answersECH = false
    let answering = try Self.policy((false, ["b.example"]))
    #expect(SitePolicy([passing, answering]).answersECH && !SitePolicy([passing]).answersECH)
    // One that closes nothing has no say.
    #expect(!SitePolicy([passing, SitePolicy()]).answersECH)
  }

  @Test func anExceptionOfTheSameNameWins() throws {
    for names in [["a.example", "!a.example"], ["!a.example", "a.example"]] {
      #expect(try verdict(try Self.policy((false, names)), "a.example") == .open)
    }
  }

  @Test(arguments: ["localhost", "app.localhost", "deb.debian.org", "security.debian.org", "dl.flathub.org"])
  func theProtectedStayOpen(host: String) throws {
    #expect(try verdict(try Self.policy((false, [host]), (true, [])), host) == .open)
    #expect(
      try verdict(try Self.policy((true, [])), host.hasSuffix(".localhost") ? "localhost.example" : "x" + host)
        == .closed(rule: nil))
  }

  @Test func theTableAgreesWithASimpleSearch() throws {
    var chance = SystemRandomNumberGenerator()
    let letters = ["a", "b", "c"]
    func name() -> String {
      (0..<Int.random(in: 1...5, using: &chance)).map { _ in letters.randomElement() ?? "a" }.joined(separator: ".")
    }
    for _ in 0..<200 {
      var table = SiteTable(seed: UInt64.random(in: 0 ... .max, using: &chance))
      var model: [String: SiteTable.Kind] = [:]
      for _ in 0..<Int.random(in: 0...100, using: &chance) {
        let name = name()
        let kind: SiteTable.Kind = Bool.random(using: &chance) ? .named : .excepted
        table.insert(try SiteName(name), kind)
        if model[name] != .excepted { model[name] = kind }
      }
      #expect(table.count == model.count)
      for _ in 0..<100 {
        let host = name()
        let labels = host.split(separator: ".")
        let expected = labels.indices.lazy
          .map { labels[$0...].joined(separator: ".") }
          .compactMap { suffix in
            model[suffix].map { SiteTable.Match(kind: $0, start: host.utf8.count - suffix.utf8.count) }
          }
          .first
        #expect(table.match(try SiteName(host)) == expected)
      }
    }
  }
}
