import Catalogues
import FocusLinks
import JSONText
import LandingPages
import LinuxRuntime
import TestSupport
import Testing

@testable import Languages

/// What the pages of a published site say in other languages is in small files of its own, made from the catalogues, so
/// that keytool carries none of these.
@Suite struct PhoneWordsTests {
  private static let folder = "Sources/Assets/PhonePages"
  private static let scripts = ["desk.js", "pair.js", "tap.js", "travel.js", "view.js"]
  private static let context = Array("phone".utf8)

  /// What the pages say without a script, each text with what is typed in it between grave accents.
  private static func texts() throws -> Set<String> {
    var texts: Set<String> = []
    let site = PublishedSite(table: try RouteTable(own: []), assets: [])
    for file in site.files where file.path.hasSuffix(".html") {
      var page = String(decoding: file.page.body, as: UTF8.self).replacing("</code>", with: "`")
      page = page.replacing("<code>", with: "`")
      var isSilent = false
      for part in page.split(separator: "<").dropFirst() {
        let tag = part.prefix { $0 != ">" }
        if tag == "style" || tag.hasPrefix("svg") { isSilent = true }
        if tag == "/style" || tag == "/svg" { isSilent = false }
        let text = part.dropFirst(tag.count + 1).replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
          .replacing("&amp;", with: "&")
        let words = tag == "title" ? text.replacing(" · FocusKey", with: "") : text
        guard !isSilent, words.contains(where: \.isLetter), words != "FocusKey" else { continue }
        texts.insert(words.split(whereSeparator: \.isNewline).joined(separator: " "))
      }
    }
    return texts
  }

  /// What the scripts say: sentences and words on buttons, which begin with a large letter or a name.
  private static func scriptTexts() throws -> Set<String> {
    var texts: Set<String> = []
    for name in scripts {
      for text in ScriptTexts.texts(in: try Files.read(Repository.path("\(folder)/\(name)"))) {
        let words = String(decoding: text, as: UTF8.self)
        let isSaid = words.first.map { $0.isUppercase || $0 == "{" } ?? false
        if isSaid, words.contains(" "), !words.hasSuffix(" · FocusKey") {
          texts.insert(words)
        }
      }
    }
    return texts
  }

  private static func entries(_ language: Language) -> [CatalogueEntry] {
    Catalogues.entries(of: language).filter { $0.context == nil || $0.context == context }
  }

  /// The entry that says a text, as a browser would find it.
  private static func entry(of text: String, in entries: [CatalogueEntry]) -> CatalogueEntry? {
    let octets = Array(text.utf8)
    if let whole = entries.first(where: { $0.one == octets }) { return whole }
    return entries.filter { Template.wordCount(of: $0.one) > 20 && Template($0.one).fillings(of: octets[...]) != nil }
      .max { Template.wordCount(of: $0.one) < Template.wordCount(of: $1.one) }
  }

  @Test func thePagesSayNothingThatIsNotInTheCatalogues() throws {
    let entries = Self.entries(.german)
    let missing = try Self.texts().filter { Self.entry(of: $0, in: entries) == nil }
    #expect(missing.sorted() == [])
    let known = Set(entries.map { String(decoding: $0.one, as: UTF8.self) })
    let unknown = try Self.scriptTexts().subtracting(known)
    #expect(unknown.sorted() == [])
  }

  /// The file of a language, as it has to be.
  private static func file(_ language: Language) throws -> [UInt8] {
    let entries = entries(language)
    var needed = entries.filter { $0.context == context }
    let summaries = try RouteTable(own: []).routes.map(\.summary)
    for text in try texts().union(summaries).sorted() {
      if let entry = entry(of: text, in: entries), !needed.contains(entry) { needed.append(entry) }
    }
    // Of two texts that fit, a browser takes the first: the one that says more.
    needed.sort { (Template.wordCount(of: $0.one), 1) > (Template.wordCount(of: $1.one), 0) }
    var object: JSONObject = [:]
    for entry in needed {
      object[String(decoding: entry.one, as: UTF8.self)] = .string(
        String(decoding: entry.forms.first ?? [], as: UTF8.self))
    }
    let lines = needed.map { entry in
      let english = String(decoding: entry.one, as: UTF8.self)
      return "  \(JSONValue.string(english).text): \((object[english] ?? .string("")).text),\n"
    }
    return Array(
      ("// Made from the catalogue of this language; see Contributing.md.\nexport default {\n"
        + lines.joined() + "};\n").utf8)
  }

  /// `FOCUSKEY_WORDS=1` writes the files instead.
  @Test(arguments: Language.allCases.filter { $0 != .english && $0 != .padded })
  func theFilesAreWhatTheCataloguesSay(language: Language) throws {
    let path = Repository.path("\(Self.folder)/words/\(language.rawValue).js")
    let file = try Self.file(language)
    if Environment["FOCUSKEY_WORDS"] != nil { try Files.replace(path, with: file, mode: 0o644) }
    #expect(try Files.read(path) == file, "write them: FOCUSKEY_WORDS=1 swift test --filter PhoneWordsTests")
    #expect(file.count < 32_768)
  }
}
