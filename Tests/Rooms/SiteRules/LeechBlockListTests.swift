import SiteRules
import Testing

@Suite struct LeechBlockListTests {
  private func list(_ text: String) -> LeechBlockList {
    LeechBlockList(lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  @Test func takesAllSetsOfAnExport() {
    let list = self.list(
      """
      numSets=3
      setName1=Fun
      sites1=*.reddit.com +reddit.com/r/swift www.youtube.com/shorts/ ~casino
      times1=0900-1700
      limitMins1=
      sites2=reddit.com https://news.example/* >search.example #later.example

      sites3=
      theme=dark
      """)
    #expect(list.entries == ["reddit.com", "!reddit.com/r/swift", "youtube.com/shorts", "news.example"])
    #expect(!list.allowsOnlyNamed)
    #expect(
      list.leftovers.map { "\($0.line) \($0.entry)" } == ["3 ~casino", "4 times1=0900-1700", "6 >search.example"])
    #expect(list.leftovers.allSatisfy { !$0.why.isEmpty })
    #expect(list.otherOptions == 3)
  }

  @Test func aSetOfEverythingNamesWhatIsAllowed() {
    let list = self.list("* +work.example +docs.example/guide +*.mail.example games.example")
    #expect(list.allowsOnlyNamed && list.entries == ["work.example", "mail.example"])
    #expect(list.leftovers.map(\.entry) == ["+docs.example/guide"])
    let two = self.list("sites1=* +work.example\nsites2=games.example")
    #expect(!two.allowsOnlyNamed && two.entries == ["!work.example", "games.example"])
    #expect(two.leftovers.map(\.entry) == ["*"])
  }

  @Test(arguments: [
    "a.example/watch?v=1", "a.example/#/x", "a.example/fo*", "a.*", "*a.example", "a.example:8080", "FILE", "+FILE",
    "a.example/../x", "a.example/**/x", "*.com", "com", "~word", ">a.example", "a_b!.example", "a.example/x*y/z",
  ])
  func namesWhatAProfileCannotHave(entry: String) {
    let list = self.list("ok.example\n\(entry)")
    #expect(list.entries == ["ok.example"])
    #expect(list.leftovers.map(\.line) == [2] && list.leftovers[0].entry == entry)
  }

  /// What an entry of ours closes, for addresses without a query.
  private func isClosed(_ host: String, _ path: String, _ entries: [SiteEntry]) throws -> Bool {
    let deciding = SiteEntry.deciding(on: try SiteName(host), SitePath.segments(of: path), among: entries)
    return deciding.map { !$0.isException } ?? false
  }

  /// What LeechBlock's own comparison says of an address: the beginning, segment by segment, and exceptions first.
  private func isClosedThere(_ host: String, _ path: String, _ written: [String]) -> Bool {
    func meets(_ pattern: Substring) -> Bool {
      let bare =
        pattern.hasPrefix("*.") ? pattern.dropFirst(2) : pattern.hasPrefix("www.") ? pattern.dropFirst(4) : pattern
      let parts = bare.split(separator: "/", omittingEmptySubsequences: false)
      guard host == parts[0] || host.hasSuffix(".\(parts[0])") else { return false }
      let wanted = parts.dropFirst().filter { !$0.isEmpty }
      let asked = path.split(separator: "/")
      if wanted == ["*"] { return true }
      return asked.count >= wanted.count && zip(wanted, asked).allSatisfy { $0 == "*" || $0 == $1 }
    }
    if written.contains(where: { $0.hasPrefix("+") && meets($0.dropFirst()) }) { return false }
    return written.contains { !$0.hasPrefix("+") && meets($0[...]) }
  }

  @Test func twoHundredEntriesMeanTheSame() throws {
    var written: [String] = []
    for number in 0..<40 {
      let site = "site\(number).example"
      // Each in another shape, with exceptions below what is closed.
      written +=
        [
          ["\(site)", "+\(site)/docs", "+\(site)/docs/*/public", "*.\(site)/x", "www.\(site)/y/"],
          ["\(site)/a", "\(site)/b/*", "+\(site)/b/work", "https://\(site)/c/d", "+\(site)/a/open"],
          ["\(site)/*", "+\(site)/help", "http://m.\(site)", "+\(site)/wiki/*", "\(site)/z"],
          ["www.\(site)/feed", "\(site)/u/*/posts", "+\(site)/u/me/posts", "*.\(site)/live/", "+\(site)/live/now"],
        ][number % 4]
    }
    #expect(written.count == 200)
    let list = self.list(written.joined(separator: " "))
    #expect(list.leftovers.isEmpty)
    let entries = try list.entries.map { try SiteEntry($0) }
    let bare = written.map { entry in
      entry.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).first?.hasSuffix(":") == true
        ? String(entry.drop { $0 != "/" }.dropFirst(2)) : entry
    }
    let paths = [
      "/", "/a", "/a/open", "/a/open/x", "/b", "/b/x", "/b/work", "/c", "/c/d", "/c/d/e", "/docs", "/docs/a",
      "/docs/a/public",
      "/feed", "/feed/1", "/help", "/live", "/live/now", "/u/me/posts", "/u/you/posts", "/u/you", "/wiki", "/wiki/one",
      "/x",
      "/x/1", "/y", "/y/1", "/z", "/other",
    ]
    var closed = 0
    for number in 0..<40 {
      for host in ["site\(number).example", "m.site\(number).example"] {
        for path in paths {
          let isClosed = try self.isClosed(host, path, entries)
          closed += isClosed ? 1 : 0
          #expect(isClosed == isClosedThere(host, path, bare), "\(host)\(path)")
        }
      }
    }
    #expect(closed > 800)
  }
}
