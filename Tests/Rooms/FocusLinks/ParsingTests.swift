import FocusLinks
import Testing

@Suite struct ParsingTests {
  static let table = RouteTable()

  static let links: [(String, FocusLink)] = [
    ("https://focuskey.app/start", .start(profile: nil, minutes: nil, task: nil)),
    ("https://focuskey.app/start/", .start(profile: nil, minutes: nil, task: nil)),
    ("https://focuskey.app/start?", .start(profile: nil, minutes: nil, task: nil)),
    ("HTTPS://FocusKey.App/start", .start(profile: nil, minutes: nil, task: nil)),
    ("focuskey://start", .start(profile: nil, minutes: nil, task: nil)),
    ("focuskey:///start", .start(profile: nil, minutes: nil, task: nil)),
    ("FocusKey://start?profile=work", .start(profile: "work", minutes: nil, task: nil)),
    ("focuskey.app://start?profile=Work", .start(profile: "Work", minutes: nil, task: nil)),
    (
      "https://focuskey.app/start?task=write+the%20thesis&minutes=50&profile=work",
      .start(profile: "work", minutes: 50, task: "write+the thesis")
    ),
    ("https://focuskey.app/st%61rt?%6Dinutes=1440", .start(profile: nil, minutes: 1440, task: nil)),
    ("https://focuskey.app/stop", .stop),
    ("https://focuskey.app/break", .break(minutes: nil)),
    ("https://focuskey.app/break?minutes=5", .break(minutes: 5)),
    ("https://focuskey.app/resume", .resume),
    ("https://focuskey.app/focus/work", .focus(profile: "work")),
    ("focuskey://focus/work", .focus(profile: "work")),
    ("focuskey:///focus/work/", .focus(profile: "work")),
    ("https://focuskey.app/focus/B%C3%BCro", .focus(profile: "Büro")),
    ("https://focuskey.app/focus/Büro", .focus(profile: "Büro")),
    ("https://focuskey.app/focus/a%2Fb", .focus(profile: "a/b")),
    ("https://focuskey.app/focus/...", .focus(profile: "...")),
    ("https://focuskey.app/focus/%F0%9F%A7%98", .focus(profile: "🧘")),
    ("https://focuskey.app/status", .status),
    ("https://focuskey.app/focus/work?task=next", .focus(profile: "work", task: "next")),
    ("https://focuskey.app/task?do=done", .task(.done)),
    ("https://focuskey.app/task?do=next", .task(.next)),
    ("https://focuskey.app/task", .task(.next)),
    ("focuskey://bed", .bed),
    ("focuskey://up", .up),
    ("https://focuskey.app/excuse", .excuse),
    ("https://focuskey.app/learn", .learn),
    // What a card says of itself is not part of what the link asks.
    ("https://focuskey.app/stop?tap=04E10CDA993C80", .stop),
    ("https://focuskey.app/focus/work?tap=00003F", .focus(profile: "work")),
    (
      "https://focuskey.app/start?profile=work&tap=04E10CDA993C80x00003F&minutes=5",
      .start(profile: "work", minutes: 5, task: nil)
    ),
  ]

  @Test(arguments: links)
  func linksSayWhatTheySay(text: String, link: FocusLink) throws {
    #expect(try Self.table.parse(text) == link)
  }

  static let refusals: [(String, LinkError.Cause, String)] = [
    ("", .empty, ""),
    ("focus", .noScheme, "focus"),
    ("//focuskey.app/start", .noScheme, "//focuskey.app/start"),
    ("1https://focuskey.app/start", .noScheme, "1https://focuskey.app/start"),
    ("mailto:me@focuskey.app", .foreignScheme("mailto"), "mailto"),
    ("htps://focuskey.app/start", .foreignScheme("htps"), "htps"),
    ("http://focuskey.app/start", .insecureScheme, "http"),
    ("http://example.com/start", .foreignHost("example.com"), "example.com"),
    ("https:/focuskey.app/start", .missingSlashes, ":/f"),
    ("focuskey:start", .missingSlashes, ":st"),
    ("focuskey:", .missingSlashes, ":"),
    ("https://example.com/start", .foreignHost("example.com"), "example.com"),
    ("https://focuskey.app.evil.example/start", .foreignHost("focuskey.app.evil.example"), "focuskey.app.evil.example"),
    ("https://focuskey.app./start", .foreignHost("focuskey.app."), "focuskey.app."),
    ("https:///start", .foreignHost(""), ""),
    ("https://focuskey.app@evil.example/start", .userInfo, "focuskey.app@"),
    ("https://evil.example\\@focuskey.app/start", .userInfo, "evil.example\\@"),
    ("https://me:secret@focuskey.app/start", .userInfo, "me:secret@"),
    ("https://focuskey.app:443/start", .port, ":443"),
    ("https://focuskey.app:/start", .port, ":"),
    ("https://focuskey.app/start#now", .fragment, "#now"),
    ("https://focuskey.app/start#", .fragment, "#"),
    (
      "https://focuskey.app/task?do=nxt", .unknownWord(parameter: "do", value: "nxt", expected: ["next", "done"]),
      "nxt"
    ),
    ("https://focuskey.app/bed?minutes=5", .unknownParameter("minutes", route: "bed"), "minutes"),
    ("https://focuskey.app/focus/a b", .illegalCharacter(" "), " "),
    ("https://focuskey.app/focus/a\\b", .illegalCharacter("\\"), "\\"),
    ("https://focuskey.app/focus/a\nb", .illegalCharacter("\n"), "\n"),
    ("https://focuskey.app/focus/<b>", .illegalCharacter("<"), "<"),
    ("https://focuskey.app/focus/a%2", .badEscape, "%2"),
    ("https://focuskey.app/focus/a%zz", .badEscape, "%zz"),
    ("https://focuskey.app/start?task=100%", .badEscape, "%"),
    ("https://focuskey.app/focus/a%00b", .controlCharacter, "%00"),
    ("https://focuskey.app/focus/a%C2%85", .controlCharacter, "a%C2%85"),
    ("https://focuskey.app/focus/%C3%28", .notUTF8, "%C3%28"),
    ("https://focuskey.app/focus/%ED%A0%80", .notUTF8, "%ED%A0%80"),
    ("https://focuskey.app//start", .emptySegment, "//"),
    ("https://focuskey.app/focus//work", .emptySegment, "//"),
    ("https://focuskey.app/start//", .emptySegment, "//"),
    ("focuskey:////start", .emptySegment, "//"),
    ("https://focuskey.app/focus/..", .dotSegment, ".."),
    ("https://focuskey.app/focus/%2e%2E", .dotSegment, "%2e%2E"),
    ("https://focuskey.app/./start", .dotSegment, "."),
    ("https://focuskey.app", .unknownPath("/"), ""),
    ("https://focuskey.app/", .unknownPath("/"), "/"),
    ("focuskey://", .unknownPath("/"), ""),
    ("https://focuskey.app/strat?profile=work", .unknownPath("/strat"), "/strat"),
    ("https://focuskey.app/Start", .unknownPath("/Start"), "/Start"),
    ("https://focuskey.app/focus", .unknownPath("/focus"), "/focus"),
    ("https://focuskey.app/focus/", .unknownPath("/focus"), "/focus/"),
    ("https://focuskey.app/focus/work/now", .unknownPath("/focus/work/now"), "/focus/work/now"),
    ("focuskey://focuskey.app/start", .unknownPath("/focuskey.app/start"), "focuskey.app/start"),
    ("https://focuskey.app/stop?tap=04e10cda993c80", .unknownParameter("tap", route: "stop"), "tap"),
    ("https://focuskey.app/stop?tap=04E10CDA993C80y000001", .unknownParameter("tap", route: "stop"), "tap"),
    ("https://focuskey.app/stop?tap=000001&tap=000001", .repeatedParameter("tap"), "tap=000001"),
    ("https://focuskey.app/stop?tap", .unknownParameter("tap", route: "stop"), "tap"),
    ("https://focuskey.app/start?profil=work", .unknownParameter("profil", route: "start"), "profil"),
    ("https://focuskey.app/stop?now=yes", .unknownParameter("now", route: "stop"), "now"),
    ("https://focuskey.app/focus/work?profile=work", .unknownParameter("profile", route: "focus"), "profile"),
    ("https://focuskey.app/start?profile=work&", .unknownParameter("", route: "start"), ""),
    ("https://focuskey.app/start?&profile=work", .unknownParameter("", route: "start"), ""),
    ("https://focuskey.app/start?Profile=work", .unknownParameter("Profile", route: "start"), "Profile"),
    ("https://focuskey.app/start?profile=a&profile=b", .repeatedParameter("profile"), "profile=b"),
    ("https://focuskey.app/start?minutes=5&minutes=5", .repeatedParameter("minutes"), "minutes=5"),
    ("https://focuskey.app/start?profile=", .emptyValue("profile"), "profile="),
    ("https://focuskey.app/start?profile", .emptyValue("profile"), "profile"),
    ("https://focuskey.app/break?minutes=ten", .badNumber(parameter: "minutes", value: "ten"), "ten"),
    ("https://focuskey.app/break?minutes=5.5", .badNumber(parameter: "minutes", value: "5.5"), "5.5"),
    ("https://focuskey.app/break?minutes=-5", .badNumber(parameter: "minutes", value: "-5"), "-5"),
    ("https://focuskey.app/break?minutes=+5", .badNumber(parameter: "minutes", value: "+5"), "+5"),
    ("https://focuskey.app/break?minutes=05", .badNumber(parameter: "minutes", value: "05"), "05"),
    ("https://focuskey.app/break?minutes=%35", .badNumber(parameter: "minutes", value: "%35"), "%35"),
    ("https://focuskey.app/break?minutes=٥", .badNumber(parameter: "minutes", value: "٥"), "٥"),
    (
      "https://focuskey.app/break?minutes=0",
      .numberOutOfRange(parameter: "minutes", value: "0", allowed: 1...1440), "0"
    ),
    (
      "https://focuskey.app/start?minutes=99999999999999999999999",
      .numberOutOfRange(parameter: "minutes", value: "99999999999999999999999", allowed: 1...1440),
      "99999999999999999999999"
    ),
  ]

  @Test(arguments: refusals)
  func everyFaultHasItsCauseAndItsPlace(text: String, cause: LinkError.Cause, part: String) {
    do {
      let link = try Self.table.parse(text)
      Issue.record("\(text) was taken as \(link)")
    } catch {
      #expect(error.cause == cause)
      #expect(String(decoding: Array(text.utf8)[error.range], as: UTF8.self) == part)
    }
  }

  @Test func theLongestLinkIsTakenAndALongerOneIsNot() throws {
    let start = "https://focuskey.app/start?task="
    let longest = start + String(repeating: "x", count: 2048 - start.utf8.count)
    #expect(try Self.table.parse(longest) != .stop)
    let error = #expect(throws: LinkError.self) { try Self.table.parse(longest + "x") }
    #expect(error?.cause == .tooLong(octets: 2049))
    #expect(error?.range == 2048..<2049)
    #expect(throws: LinkError.self) { try Self.table.parse(String(repeating: "%", count: 100_000)) }
  }

  @Test func octetsThatAreNotUTF8() {
    let octets = Array("https://focuskey.app/focus/".utf8) + [0xFF]
    let error = #expect(throws: LinkError.self) { try Self.table.parse(octets.span) }
    #expect(error?.cause == .notUTF8)
    #expect(error?.range == 27..<28)
  }

  @Test func aProfileThatIsNotThere() throws {
    let error = #expect(throws: LinkError.self) {
      try Self.table.parse("https://focuskey.app/focus/wrok") { name in name == "work" }
    }
    #expect(error?.cause == .unknownProfile("wrok"))
    #expect(error?.range == 27..<31)
    #expect(error?.advice(in: Self.table, profiles: ["play", "work"]).nearest == "work")
  }

  @Test(arguments: [
    ("https://focuskey.app/strat", "/start"), ("https://focuskey.app/fokus/work", "/focus/:profile"),
    ("https://focuskey.app/focus", "/focus/:profile"), ("https://focuskey.app/start?profil=x", "profile"),
    ("https://focuskye.app/start", "focuskey.app"), ("htps://focuskey.app/start", "https"),
  ])
  func theNearestRightWordIsOffered(text: String, nearest: String) {
    let error = #expect(throws: LinkError.self) { try Self.table.parse(text) }
    #expect(error?.advice(in: Self.table).nearest == nearest)
  }

  @Test func hostsComeFromConfiguration() throws {
    let table = RouteTable(hosts: ["Focus.Example", "focuskey.app"])
    #expect(try table.parse("https://focus.example/stop") == .stop)
    #expect(try table.parse("https://focuskey.app/stop") == .stop)
    #expect(try table.print(.stop) == "https://focus.example/stop")
  }
}
