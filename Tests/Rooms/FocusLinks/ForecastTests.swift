import FocusLinks
import NDEF
import TestSupport
import Testing

@Suite struct ForecastTests {
  static let table = RouteTable()
  static let forecaster = LinkForecaster(table: table)
  static let aar = try! AndroidApplication("app.focuskey").record
  static let text = try! TextRecord("hello").record
  static let ours = "https://focuskey.app/focus/work"

  static func uri(_ text: String) -> NDEFRecord { try! URIRecord(text).record }
  static func poster(_ text: String) -> NDEFRecord { SmartPoster(try! URIRecord(text)).record }

  /// A link alone on a card: iPhone, iPhone without the app, Android, this computer, and what is said about it.
  static let links: [(String, String, [String])] = [
    ("https://focuskey.app/focus/work", "opens browser asks opens", ["no-android-record"]),
    ("https://focuskey.app/start?profile=work&minutes=50", "opens browser asks opens", ["no-android-record"]),
    ("https://focuskey.app/start/", "opens browser asks opens", ["no-android-record", "not-canonical"]),
    ("https://focuskey.app/", "browser browser asks nothing", ["faulty-link", "not-associated", "no-android-record"]),
    (
      "https://focuskey.app/focus", "browser browser asks nothing",
      ["faulty-link", "not-associated", "no-android-record"]
    ),
    (
      "https://focuskey.app/st%61rt", "browser browser asks opens",
      ["not-associated", "no-android-record", "not-canonical"]
    ),
    ("https://focuskey.app/start#now", "opens browser asks nothing", ["faulty-link", "no-android-record"]),
    ("https://focuskey.app/start?minutes=x", "opens browser asks nothing", ["faulty-link", "no-android-record"]),
    ("http://focuskey.app/stop", "opens browser asks nothing", ["http", "no-android-record"]),
    ("HTTPS://FOCUSKEY.APP/stop", "opens browser asks opens", ["capitals", "no-android-record", "not-canonical"]),
    (
      "https://focuskey.app/focus/Büro", "opens browser asks opens",
      ["unicode-path", "no-android-record", "not-canonical"]
    ),
    ("https://focuskey.app/focus/a b", "opens browser asks nothing", ["unescaped-character", "no-android-record"]),
    ("https://example.com/", "browser browser asks nothing", ["foreign-host", "no-android-record"]),
    ("https://www.focuskey.app/stop", "browser browser asks nothing", ["foreign-host", "no-android-record"]),
    ("https://bücher.example/", "browser browser asks nothing", ["unicode-host", "foreign-host", "no-android-record"]),
    ("https://bit.ly/3xYz", "browser browser asks nothing", ["shortener", "no-android-record"]),
    ("https://me.onelink.me/x", "browser browser asks nothing", ["shortener", "no-android-record"]),
    ("https://focuskey.app@evil.example/stop", "browser browser asks nothing", ["user-info", "no-android-record"]),
    ("https://maps.apple.com/?q=home", "asks asks asks nothing", ["no-android-record"]),
    ("focuskey://start", "nothing nothing opens opens", ["scheme-not-on-iphone"]),
    ("spotify:track:1", "nothing nothing opens nothing", ["scheme-not-on-iphone"]),
    ("shortcuts://run-shortcut?name=x", "opens opens opens nothing", ["scheme-unpromised"]),
    ("tel:+493012345", "asks asks opens nothing", []),
    ("mailto:me@example.com", "asks asks opens nothing", []),
    ("sms:+493012345", "asks asks opens nothing", []),
    ("facetime-audio:me@example.com", "asks asks opens nothing", []),
    ("X-HM://0023ISYWYKELJ", "asks asks opens nothing", ["capitals"]),
    ("just words", "nothing nothing nothing nothing", ["scheme-not-on-iphone", "unescaped-character"]),
    (
      "https://example.com/?token=abc", "browser browser asks nothing", ["foreign-host", "secret", "no-android-record"]
    ),
    (
      "https://example.com/?api_key=abc", "browser browser asks nothing",
      ["foreign-host", "secret", "no-android-record"]
    ),
    (
      "https://example.com/?x=4f9a8b7c6d5e4f3a2b1c0d9e", "browser browser asks nothing",
      ["foreign-host", "secret", "no-android-record"]
    ),
    (
      "https://example.com/?picc_data=EF963FF7828658A599F3041510671E88&cmac=94EED9EE65337086",
      "browser browser asks nothing", ["foreign-host", "no-android-record"]
    ),
    (
      "https://example.com/?q=a-rather-long-title-of-a-page", "browser browser asks nothing",
      ["foreign-host", "no-android-record"]
    ),
  ]

  @Test(arguments: links)
  func aLinkAloneOnACard(uri: String, outcomes: String, findings: [String]) {
    let forecast = Self.forecaster.forecast(uri: uri)
    #expect(Self.words(forecast) == outcomes)
    #expect(Set(forecast.findings.map(\.name)) == Set(findings))
  }

  static func words(_ forecast: LinkForecast) -> String {
    [forecast.iPhone, forecast.iPhoneWithoutApp, forecast.android, forecast.desktop].map(\.rawValue)
      .joined(separator: " ")
  }

  static let cards: [(String, [NDEFRecord], String, [String])] = [
    ("link and app", [uri(ours), aar], "opens browser opens opens", []),
    ("app first", [aar, uri(ours)], "opens browser opens opens", ["android-record-first", "link-not-first"]),
    ("text first", [text, uri(ours)], "opens browser nothing opens", ["link-not-first"]),
    ("text first, and an app", [text, uri(ours), aar], "opens browser opens opens", ["link-not-first"]),
    ("only text", [text], "nothing nothing nothing nothing", ["no-link"]),
    ("only an app", [aar], "nothing nothing opens nothing", ["android-record-first", "no-link"]),
    ("nothing", [.empty], "nothing nothing nothing nothing", ["no-link"]),
    ("poster", [poster(ours)], "nothing nothing asks opens", ["smart-poster-only", "no-android-record"]),
    ("poster and app", [poster(ours), aar], "nothing nothing opens opens", ["smart-poster-only"]),
    (
      "poster, then link", [poster(ours), uri(ours)], "opens browser asks opens",
      ["link-not-first", "no-android-record"]
    ),
    ("link, then poster", [uri(ours), poster(ours)], "opens browser asks opens", ["no-android-record"]),
    (
      "two links", [uri("https://example.com/"), uri(ours)], "browser browser asks opens",
      ["more-links", "foreign-host", "no-android-record"]
    ),
    (
      "absolute", [try! NDEFRecord(.absoluteURI, type: Array(ours.utf8))], "nothing nothing asks nothing",
      ["absolute-uri", "no-android-record"]
    ),
    (
      "media first", [try! NDEFRecord(.media, type: Array("text/plain".utf8)), uri(ours)],
      "opens browser nothing opens", ["link-not-first"]
    ),
    (
      "reserved code", [try! NDEFRecord(.wellKnown, type: [0x55], payload: [0x24] + Array(ours.utf8))],
      "opens browser nothing opens", ["reserved-prefix"]
    ),
    (
      "spelled out", [try! NDEFRecord(.wellKnown, type: [0x55], payload: [0] + Array(ours.utf8))],
      "opens browser asks opens", ["spelled-out-prefix", "no-android-record"]
    ),
    (
      "broken", [try! NDEFRecord(.wellKnown, type: [0x55], payload: [])], "nothing nothing nothing nothing",
      ["malformed-uri"]
    ),
    (
      "broken first", [try! NDEFRecord(.wellKnown, type: [0x55], payload: [4, 0x1F]), uri(ours)],
      "opens browser asks opens", ["malformed-uri", "link-not-first"]
    ),
    (
      "NULs behind a link",
      [try! NDEFRecord(.wellKnown, type: [0x55], payload: [4] + Array("example.com".utf8) + [0, 0])],
      "nothing nothing asks nothing", ["malformed-uri"]
    ),
    ("Wi-Fi", [network], "nothing nothing asks nothing", ["no-link"]),
    (
      "link, then Wi-Fi", [uri(ours), network], "opens browser asks opens", ["wifi-before-link"]
    ),
    (
      "a Wi-Fi record without a network", [media("application/vnd.wfa.wsc", [])], "nothing nothing nothing nothing",
      ["no-link"]
    ),
    ("Bluetooth", [device], "nothing nothing asks nothing", ["no-link"]),
    ("handover to Bluetooth", [handover, device], "nothing nothing asks nothing", ["no-link"]),
    ("contact", [media("text/x-vCard; charset=utf-8", [])], "nothing nothing opens nothing", ["no-link"]),
    ("another file", [media("application/json", [])], "nothing nothing nothing nothing", ["no-link"]),
    (
      "empty link", [try! NDEFRecord(.wellKnown, type: [0x55], payload: [0])], "nothing nothing nothing nothing",
      ["empty-link"]
    ),
    (
      "nothing behind the scheme", [try! NDEFRecord(.wellKnown, type: [0x55], payload: [4])],
      "nothing nothing nothing nothing", ["empty-link"]
    ),
    ("poster of an empty link", [poster("")], "nothing nothing nothing nothing", ["empty-link"]),
  ]

  static func media(_ type: String, _ payload: [UInt8]) -> NDEFRecord {
    try! NDEFRecord(.media, type: Array(type.utf8), payload: payload)
  }

  /// A network "home", open.
  static let network = media(
    "application/vnd.wfa.wsc",
    [0x10, 0x0E, 0, 14, 0x10, 0x45, 0, 4] + Array("home".utf8) + [0x10, 0x03, 0, 2, 0, 1])
  static let device = media("application/vnd.bluetooth.ep.oob", [8, 0, 1, 2, 3, 4, 5, 6])
  static let handover = try! NDEFRecord(
    .wellKnown, type: Array("Hs".utf8), payload: [0x12, 0xD1, 2, 4, 0x61, 0x63, 1, 1, 0x30, 0])

  @Test func whatAndroidDoesWithoutALinkIsSaid() {
    func words(_ records: [NDEFRecord]) -> String {
      let forecast = Self.forecaster.forecast(records: records)
      return forecast.findings.first { $0.name == "no-link" }?.message(in: Self.table) ?? ""
    }
    #expect(words([Self.text]).contains("phones open nothing"))
    #expect(words([Self.network]).contains("iPhones do nothing, Android offers to join the Wi-Fi network"))
    #expect(words([Self.device]).contains("Bluetooth"))
    #expect(words([Self.media("text/vcard", [])]).contains("contact"))
    #expect(words([Self.aar]).contains("Android starts the app"))
  }

  @Test(arguments: cards)
  func aWholeCard(name: String, records: [NDEFRecord], outcomes: String, findings: [String]) {
    let forecast = Self.forecaster.forecast(records: records)
    #expect(Self.words(forecast) == outcomes, "\(name)")
    #expect(Set(forecast.findings.map(\.name)) == Set(findings), "\(name)")
  }

  @Test func anAssociationFileDecides() {
    func forecast(_ claim: SiteClaim?) -> LinkForecast {
      LinkForecaster(table: Self.table) { _ in claim }.forecast(uri: "https://example.com/x")
    }
    #expect(forecast(.taken).iPhone == .opens)
    #expect(forecast(.excluded).iPhone == .browser)
    #expect(forecast(.excluded).findings.contains(LinkFinding(.excluded)))
    #expect(forecast(.notTaken).findings.contains(LinkFinding(.notAssociated)))
    #expect(forecast(nil).iPhone == .browser)
  }

  @Test func aCardHasOnlySoMuchRoom() {
    let records = [Self.uri(Self.ours)]
    let octets = NDEFMessage(records).encoded().count
    #expect(!Self.forecaster.forecast(records: records, capacity: octets).findings.map(\.name).contains("too-large"))
    #expect(
      Self.forecaster.forecast(records: records, capacity: octets - 1).findings.first
        == LinkFinding(.tooLarge(octets: octets, capacity: octets - 1)))
  }

  @Test func theGravestComesFirst() {
    let findings = Self.forecaster.forecast(uri: "https://focuskey.app/strat?token=x").findings
    #expect(findings.map(\.level) == [.error, .warning, .warning, .info])
  }

  @Test func controlCharactersAreNoLink() {
    #expect(Self.forecaster.forecast(uri: "https://focuskey.app/\u{7}").findings.map(\.name) == ["control-character"])
  }

  /// Every link that the table prints is taken by the file that is generated from it.
  @Test func whatIsPrintedOpens() throws {
    var dice = Dice(seed: 4)
    for _ in 0..<300 {
      let uri = try Self.table.print(RoundTripTests.link(&dice))
      #expect(Self.forecaster.forecast(uri: uri).iPhone == .opens)
    }
  }
}
