import SiteRules
import Testing

@Suite struct SiteEntryTests {
  @Test(arguments: [
    ("reddit.com", "reddit.com"), ("YouTube.com/shorts", "youtube.com/shorts"),
    ("youtube.com/shorts/", "youtube.com/shorts"),
    ("reddit.com/r/*/top", "reddit.com/r/*/top"), ("a.example/caf%c3%a9", "a.example/caf%C3%A9"),
    ("a.example/café", "a.example/caf%C3%A9"), ("a.example/%2A", "a.example/%2A"), ("a.example/@one", "a.example/@one"),
    ("bücher.example/%41b", "xn--bcher-kva.example/Ab"), ("a.example/100%", "a.example/100%25"),
  ])
  func readsPartsAsPeopleWriteThem(written: String, name: String) throws {
    let entry = try SiteEntry(written)
    #expect(entry.name == name && !entry.isException)
    #expect(try SiteEntry("!" + written).isException)
    // What it is called means the same.
    #expect(try SiteEntry(entry.name) == entry)
  }

  @Test(arguments: [
    ("a.example/watch?v=1", SiteEntryError.query("/watch?v=1")), ("a.example?v=1", .query("?v=1")),
    ("a.example/#top", .fragment("/#top")), ("a.example#top", .fragment("#top")),
    ("a.example/r/../x", .dots("/r/../x")),
    ("a.example/%2e%2E/x", .dots("/%2e%2E/x")), ("a.example/./x", .dots("/./x")), ("a.example//x", .twoSlashes("//x")),
    ("a.example/", .nothingAfterSlash), ("a.example/r*", .partOfSegment("r*")), ("a.example/a b", .letter),
    ("a.example/a\\b", .letter), ("/shorts", .name(.empty)), ("https://a.example/x", .name(.letter(":", in: "https:"))),
    ("a.example/" + String(repeating: "x", count: 1000), .tooLong),
  ])
  func refusesWhatIsNoPart(written: String, why: SiteEntryError) {
    #expect(throws: why) { try SiteEntry(written) }
    #expect(why.sentence.count > 20)
  }

  /// Whether an address is closed by entries.
  private func isClosed(_ address: String, _ entries: [String]) throws -> Bool {
    let slash = address.firstIndex(of: "/") ?? address.endIndex
    let host = try SiteName(String(address[..<slash]))
    let deciding = SiteEntry.deciding(
      on: host, SitePath.segments(of: String(address[slash...])), among: try entries.map { try SiteEntry($0) })
    return deciding.map { !$0.isException } ?? false
  }

  @Test(arguments: [
    ("youtube.com/shorts", true), ("m.youtube.com/shorts/abc", true), ("youtube.com/shorts/", true),
    ("youtube.com//shorts", true), ("youtube.com/%73horts", true), ("youtube.com/shortsx", false),
    ("youtube.com/Shorts", false), ("youtube.com/a/shorts", false), ("youtube.com/", false),
    ("notyoutube.com/shorts", false), ("reddit.com/r/swift", true), ("reddit.com/r", false),
    ("reddit.com/r/swift/top", true),
    ("reddit.com/r/work", false), ("old.reddit.com/r/swift", false), ("news.example/today", true),
    ("news.example/live", false), ("news.example/live/sport", true), ("news.example/live/sport/chess", false),
  ])
  func closesWholeSegments(address: String, isClosed: Bool) throws {
    let entries = [
      "youtube.com/shorts", "reddit.com/r/*", "!reddit.com/r/work", "!old.reddit.com", "news.example",
      "!news.example/live", "news.example/live/sport", "!news.example/live/sport/chess",
    ]
    #expect(try self.isClosed(address, entries) == isClosed)
    #expect(try self.isClosed(address, entries.reversed()) == isClosed)
  }

  @Test func theNearestEntryDecides() throws {
    // A longer domain before a longer path, a named segment before any, a block before the same exception.
    #expect(try !isClosed("m.a.example/x/y", ["a.example/x/y", "!m.a.example/x"]))
    #expect(try isClosed("a.example/x/y", ["!a.example/*/y", "a.example/x/*"]))
    #expect(try isClosed("a.example/x", ["a.example/x", "!a.example/x"]))
  }
}
