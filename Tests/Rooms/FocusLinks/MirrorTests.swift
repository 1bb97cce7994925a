import FocusLinks
import Testing

/// The place in a link where a card writes its own digits.
@Suite struct MirrorTests {
  @Test(arguments: [
    (true, true, "00000000000000x000000"), (true, false, "00000000000000"), (false, true, "000000"),
  ]) func thePlaceholderFitsEveryLink(uid: Bool, counter: Bool, placeholder: String) throws {
    #expect(LinkMirror.placeholder(uid: uid, counter: counter) == placeholder)
    let table = RouteTable()
    for link in ["https://focuskey.app/start?profile=work", "https://focuskey.app/stop", "focuskey://focus/work"] {
      let shown = LinkMirror.link(link, with: placeholder)
      #expect(shown.hasSuffix("tap=\(placeholder)"))
      let parsed = try table.parse(shown)
      #expect(parsed == (try table.parse(link)))
      // It is not printed again.
      #expect(try !table.print(parsed, as: .web).contains("tap"))
    }
  }

  @Test func nothingToShowIsNoPlaceholder() {
    #expect(LinkMirror.placeholder(uid: false, counter: false) == nil)
  }
}
