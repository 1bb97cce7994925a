import FocusWire
import Testing

@Suite struct PathFileTests {
  private func read(_ text: String) throws -> SettingsFile {
    try SettingsFile(Array(text.utf8)) { _ in .ask(.stop) }
  }

  @Test("parts of sites are read as they are written")
  func roundTrip() throws {
    let file = try read(
      "{profiles: [{id: 'a', paths: 'whole', blocks: {sites: ['youtube.com/shorts', '!youtube.com/watch', 'b.example']}}]}"
    )
    let blocks = try #require(file.profiles?.first?.policy.blocks)
    #expect(blocks.sites == ["youtube.com/shorts", "!youtube.com/watch", "b.example"] && blocks.paths == .whole)
    let settings = file.applied(to: Settings())
    #expect(try read(settings.json.text).applied(to: Settings()) == settings)
    #expect(try read("{profiles: [{id: 'a', paths: 'extension'}]}").profiles?[0].policy.blocks == Blocks())
  }

  @Test(
    "a part that cannot be compared is refused with the line and the reason",
    arguments: [
      ("a.example/watch?v=1", "query"), ("a.example?v=1", "query"), ("a.example/#x", "fragment"),
      ("a.example/../x", ".."), ("a.example/%2E%2e/x", ".."), ("a.example/", "whole site"),
      ("a.example//x", "one slash"),
      ("a.example/fo*", "whole segment"), ("!a.example/x?y", "query"), ("/x", "domain"), ("a.example/x y", "spaces"),
    ])
  func refused(site: String, word: String) {
    #expect {
      _ = try read("{profiles: [{id: 'a', blocks: {sites: ['ok.example',\n'\(site)']}}]}")
    } throws: { error in
      (error as? TextError).map { $0.place.line == 2 && $0.message.contains(word) } ?? false
    }
  }

  @Test(
    "a part has its place among the sites that a profile blocks, and nowhere else",
    arguments: [
      ("{profiles: [{id: 'a', blocks: {mode: 'allow', sites: [\n'a.example/x']}}]}", "allowed sites"),
      ("{profiles: [{id: 'a', blocks: {mode: 'allow', sites: [\n'!a.example/x']}}]}", "allowed sites"),
      ("{allowances: [{id: 'a', minutesPerDay: 5, blocks: {sites: [\n'a.example/x']}}]}", "whole domain"),
      ("{categories: [{id: 'a', sites: [\n'a.example/x']}]}", "whole domain"),
      ("{profiles: [{id: 'a', paths:\n'hole'}]}", "whole"),
    ])
  func elsewhere(text: String, words: String) {
    #expect {
      _ = try read(text)
    } throws: { error in
      (error as? TextError).map { $0.place.line == 2 && $0.message.contains(words) } ?? false
    }
  }

  @Test("to open sites again where nobody sees their parts is a loosening")
  func loosening() throws {
    func blocks(_ paths: String) throws -> Blocks {
      try #require(
        try read("{profiles: [{id: 'a', paths: '\(paths)', blocks: {sites: ['a.example/x']}}]}").profiles?[0].policy
          .blocks)
    }
    #expect(try blocks("whole").holdsAll(of: try blocks("extension")))
    #expect(try !blocks("extension").holdsAll(of: try blocks("whole")))
  }
}
