import FocusLinks
import Testing

/// What a card itself fills in is taken out of its link before that is parsed.
@Suite struct MirroredValuesTests {
  struct Row: Sendable {
    let link: String
    let rest: String
    let values: [String]

    init(_ link: String, _ rest: String, _ values: String...) {
      self.link = link
      self.rest = rest
      self.values = values
    }
  }

  static let rows: [Row] = [
    Row("https://focuskey.app/stop", "https://focuskey.app/stop"),
    Row("https://focuskey.app/start?profile=work", "https://focuskey.app/start?profile=work"),
    Row("https://focuskey.app/stop?m=04A1B2C3D4E580x000012", "https://focuskey.app/stop", "m=04A1B2C3D4E580x000012"),
    Row(
      "https://focuskey.app/start?uid=04A1B2C3D4E580&profile=work&ctr=000012",
      "https://focuskey.app/start?profile=work", "uid=04A1B2C3D4E580", "ctr=000012"),
    Row(
      "https://focuskey.app/stop?picc_data=EF963FF7828658A599F3041510671E88&cmac=94EED9EE65337086#top",
      "https://focuskey.app/stop#top", "piccdata=EF963FF7828658A599F3041510671E88", "cmac=94EED9EE65337086"),
    // Too short for a card's, no digits, no known name: those are the link's own, and its parser has a word about them.
    Row("https://focuskey.app/start?p=work", "https://focuskey.app/start?p=work"),
    Row("https://focuskey.app/start?m=12", "https://focuskey.app/start?m=12"),
    Row("https://focuskey.app/start?x=000012", "https://focuskey.app/start?x=000012"),
    Row("https://focuskey.app/start?", "https://focuskey.app/start?"),
    Row("?", "?"), Row("", ""),
  ]

  @Test(arguments: rows) func takesThemOut(_ row: Row) {
    let mirrored = MirroredValues(in: row.link)
    #expect(mirrored.rest == row.rest)
    #expect(mirrored.values.map { "\($0.name)=\($0.digits)" } == row.values)
    for value in mirrored.values {
      #expect(Array(row.link.utf8)[value.start...].starts(with: value.digits.utf8))
    }
  }
}
