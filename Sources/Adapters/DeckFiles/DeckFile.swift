import Glibc
package import Learning
internal import LinuxRuntime

package enum DeckFile {
  package enum Form: String, Sendable, CaseIterable {
    case json
    /// A table with commas, or with the separator that a header line names.
    case csv
    case tsv
    case anki
  }

  /// The most bytes of a file, packed or not.
  package static let mostOctets = 1 << 30

  /// Packages and JSON are known by how they begin, tables by the name's ending.
  package static func form(of octets: [UInt8], named name: String) -> Form {
    if octets.starts(with: [0x50, 0x4B, 0x03, 0x04]) || octets.starts(with: [0x50, 0x4B, 0x05, 0x06]) { return .anki }
    switch ending(of: name) {
    case "json": return .json
    case "csv", "txt": return .csv
    case "tsv": return .tsv
    case "apkg", "colpkg": return .anki
    default: break
    }
    let first = octets.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .csv
  }

  package struct Content {
    package var deck: Deck
    package var past: AnkiPast?
    package var media: StagedMedia?
  }

  /// Whether a file is a zip file, as packages of Anki are.
  package static func isPackage(_ path: String) -> Bool {
    guard let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK) else { return false }
    var head = [UInt8](repeating: 0, count: 4)
    var status = stat()
    return unsafe fstat(file.number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && Glibc.read(file.number, &head, 4) == 4 && (head == [0x50, 0x4B, 3, 4] || head == [0x50, 0x4B, 5, 6])
  }

  /// Reads a deck; `deck` names it, else a header line or the file's name does.
  package static func read(
    _ octets: [UInt8], file: String, deck: String?, folder: String
  ) throws(DeckFileError) -> Deck {
    try content(of: .octets(octets), file: file, deck: deck, folder: folder).deck
  }

  /// Reads a deck like `read`, with a package's past and media; `shown` replaces what is left out.
  package static func content(
    of source: DeckSource, file: String, deck: String?, folder: String, shown: MediaNames = MediaNames()
  ) throws(DeckFileError) -> Content {
    let called = deck ?? stem(of: file)
    guard case .octets(let octets) = source else {
      return try AnkiPackage.read(source, name: called, folder: folder, shown: shown)
    }
    do throws(DeckError) {
      switch form(of: octets, named: file) {
      case .json: return Content(deck: try DeckJSON.read(octets, name: called))
      case .csv: return Content(deck: try DeckTable.read(octets, name: called, isFixed: deck != nil))
      case .tsv: return Content(deck: try DeckTable.read(octets, separator: 0x09, name: called, isFixed: deck != nil))
      case .anki: break
      }
    } catch {
      throw .text(error)
    }
    return try AnkiPackage.read(source, name: called, folder: folder, shown: shown)
  }

  /// The deck as a file; `nil` for Anki's packages, which are only read.
  package static func write(_ deck: Deck, as form: Form) -> [UInt8]? {
    switch form {
    case .json: DeckJSON.write(deck)
    case .csv: DeckTable.write(deck, separator: UInt8(ascii: ","))
    case .tsv: DeckTable.write(deck, separator: 0x09)
    case .anki: nil
    }
  }

  package static func form(named name: String) -> Form? {
    switch ending(of: name) {
    case "json": .json
    case "csv": .csv
    case "tsv", "txt": .tsv
    case "apkg", "colpkg": .anki
    default: nil
    }
  }

  private static func ending(of name: String) -> String {
    let base = name.utf8.split(separator: UInt8(ascii: "/")).last ?? "".utf8[...]
    guard let dot = base.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return String(decoding: base[base.index(after: dot)...].map { $0 | 0x20 }, as: UTF8.self)
  }

  /// The file's name without folders and ending; "deck" where nothing is left.
  static func stem(of name: String) -> String {
    let base = name.utf8.split(separator: UInt8(ascii: "/")).last ?? "".utf8[...]
    let end = base.lastIndex(of: UInt8(ascii: ".")) ?? base.endIndex
    let stem = DeckBuilder.plain(
      String(decoding: base[..<(end == base.startIndex ? base.endIndex : end)], as: UTF8.self))
    return stem.isEmpty || stem == "-" ? "deck" : String(decoding: stem.utf8.prefix(DeckLimits.name), as: UTF8.self)
  }
}
