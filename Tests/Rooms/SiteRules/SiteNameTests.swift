import SiteRules
import Testing

@Suite struct SiteNameTests {
  @Test(arguments: [
    ("Reddit.com", "reddit.com"), ("*.reddit.com", "reddit.com"), ("https://reddit.com/", "reddit.com"),
    ("reddit.com.", "reddit.com"), ("  m.social.example\r", "m.social.example"),
    ("_dmarc.a-b.example", "_dmarc.a-b.example"),
    // RFC 3492 7.1 (B), (C) and (I) as host labels, and the everyday one.
    ("bücher.example", "xn--bcher-kva.example"), ("他们为什么不说中文.example", "xn--ihqwcrb4cv8a8dqg056pqjye.example"),
    ("почемужеонинеговорятпорусски.example", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l.example"),
    ("BÜCHER.example", "xn--bcher-kva.example"),
    // As East Asian keyboards and macOS write them.
    ("youtube\u{3002}com", "youtube.com"), ("ｙｏｕｔｕｂｅ．ｃｏｍ", "youtube.com"), ("a\u{FF61}example", "a.example"),
    ("Bu\u{308}cher.example", "xn--bcher-kva.example"), ("が.example", "xn--v8j.example"),
    ("か\u{3099}.example", "xn--v8j.example"), ("\u{1112}\u{1161}\u{11AB}.example", "xn--6q8b.example"),
  ])
  func aNameIsReadAsPeopleWriteIt(written: String, name: String) throws {
    #expect(try SiteName(written).text == name)
  }

  @Test func whatIsProbablyMeantOtherwiseIsTold() {
    let remarks = SiteRemarks.remarks(on: [
      "reddit.com", "co.uk", "com", "github.io", "someone.github.io", "reddit", "localhost", "deb.debian.org", "de",
      "!co.jp", " !co.jp", "bbc.co.uk", "a b", "CO.UK.",
      "a.example/x/", "localhost/x", "!a.example/y",
    ])
    #expect(
      remarks == [
        "co.uk blocks every site that ends in .co.uk", "com blocks every site that ends in .com",
        "github.io blocks every site that ends in .github.io", "reddit is not the name of a site: is it reddit.com?",
        "localhost is never blocked", "deb.debian.org is never blocked", "de blocks every site that ends in .de",
        "co.uk blocks every site that ends in .co.uk",
        "a.example/x is blocked only in browsers with FocusKey\u{2019}s extension (focuskey shield browser)",
        "localhost/x is never blocked",
      ])
  }

  @Test(arguments: [
    ("", SiteNameFault.empty), ("https://", .empty), ("a..b", .emptyLabel), (".com", .emptyLabel),
    ("reddit.com/r/swift", .path("/r/swift")), ("red dit.com", .letter(" ", in: "red dit")),
    ("user@host.com", .letter("@", in: "user@host")), ("host.com:443", .letter(":", in: "com:443")),
  ])
  func whatIsNoNameSaysWhy(written: String, why: SiteNameFault) {
    #expect(throws: SiteEntryError.name(why)) { try SiteName(written) }
  }

  @Test func lengthsAreThoseOfTheWire() throws {
    let label = String(repeating: "a", count: 63)
    #expect(throws: SiteEntryError.name(.labelTooLong(label + "a"))) { try SiteName(label + "a.example") }
    let longest = "\(label).\(label).\(label).\(String(repeating: "b", count: 61))"
    #expect(try SiteName(longest).octets.count == 253)
    #expect(throws: SiteEntryError.name(.tooLong(254))) { try SiteName(longest + "b") }
  }

  @Test(arguments: [
    "a..b", "", ".", ".a", "a b", "a\u{0}b", "bü.de", "a:443", String(repeating: "a", count: 64),
    String(repeating: "A", count: 64), "www." + String(repeating: "A", count: 64) + ".example",
  ])
  func theWireIsNotRepaired(host: String) {
    #expect(SiteName(wire: host.utf8) == nil)
  }

  /// Names as the wire has them are taken as they are, without the long way of those that people write otherwise: a
  /// blank before a name leads there.
  @Test func bothWaysOfReadingANameAgree() {
    var seed: UInt64 = 1
    func chance(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    let pieces = ["a", "B", "9", "-", "_", ".", ".", "!", "/", "?", "*", " ", "ü", String(repeating: "x", count: 61)]
    var taken = 0
    for _ in 0..<5000 {
      let text = (0..<chance(9)).map { _ in pieces[chance(pieces.count)] }.joined()
      taken += SiteName(wire: text.utf8) == nil ? 0 : 1
      let names = [text, " " + text].map { one in Result { () throws(SiteEntryError) in try SiteName(one) } }
      #expect(names[0] == names[1], "\(text)")
      let entries = [text, " " + text].map { one in Result { () throws(SiteEntryError) in try SiteEntry(one) } }
      #expect(entries[0] == entries[1], "\(text)")
    }
    #expect(taken > 300)
  }

  @Test func theWireIsFolded() {
    #expect(SiteName(wire: "WWW.Example.COM.".utf8)?.text == "www.example.com")
  }
}
