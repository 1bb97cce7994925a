/// The sites of LeechBlock NG's exported options, or of one of its lists, as entries of a profile.
///
/// Its sets are taken together. LeechBlock compares the beginning of an address, a profile whole segments of its path:
/// `a.example/new` meant `a.example/newest`, too, and does not here.
public struct LeechBlockList: Sendable {
  /// Something that a profile cannot have.
  public struct Leftover: Sendable, Equatable {
    /// The line of the file.
    public let line: Int
    /// What is written there.
    public let entry: String
    /// Why it is left out.
    public let why: String
  }

  /// What a profile gets: domains and parts of them, with an exclamation mark for exceptions.
  public var entries: [String] { taken.map { ($0.isException && !allowsOnlyNamed ? "!" : "") + $0.name } }
  /// Whether everything is blocked but those entries, of which none is an exception then.
  public private(set) var allowsOnlyNamed = false
  /// What it cannot have, in the order of the file.
  public private(set) var leftovers: [Leftover] = []
  /// How many of LeechBlock's other options there are.
  public private(set) var otherOptions = 0

  private var taken: [SiteEntry] = []

  private struct Item {
    let line: Int
    let text: Substring
  }

  /// Reads the lines of a file.
  public init(lines: [String]) {
    let options = lines.map(Self.option)
    let isExport = options.contains { $0.map { Self.isSet($0.name, "sites") } ?? false }
    var sets: [[Item]] = []
    for (index, line) in lines.enumerated() {
      let text: Substring
      if isExport {
        guard let option = options[index] else { continue }
        guard Self.isSet(option.name, "sites") else {
          leave(option, at: index + 1)
          continue
        }
        text = option.value
      } else {
        text = line[...]
      }
      let items = text.split { $0.isWhitespace }.map { Item(line: index + 1, text: $0) }
      if isExport || sets.isEmpty { sets.append(items) } else { sets[0] += items }
    }
    sets.removeAll { $0.isEmpty }
    if sets.count == 1, sets[0].contains(where: { Self.isEverything($0.text) }) {
      allowsOnlyNamed = true
      for item in sets[0] where item.text.first == "+" { take(item) }
    } else {
      for item in sets.joined() { take(item) }
      letExceptionsWin()
    }
    leftovers.sort { $0.line < $1.line }
  }

  /// A line such as `sites1=…`.
  private static func option(_ line: String) -> (name: Substring, value: Substring)? {
    guard let sign = line.firstIndex(of: "="), sign > line.startIndex else { return nil }
    let name = line[..<sign]
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return nil }
    return (name, line[line.index(after: sign)...])
  }

  /// Whether an option has that name, followed by the number of a set.
  private static func isSet(_ option: Substring, _ name: String) -> Bool {
    option.hasPrefix(name) && option.count > name.count && option.dropFirst(name.count).allSatisfy { $0.isNumber }
  }

  private mutating func leave(_ option: (name: Substring, value: Substring), at line: Int) {
    let value = option.value.filter { !$0.isNewline }
    let whys = [
      "times": "a schedule says when a profile is in force", "limitMins": "an allowance limits minutes",
      "sitesURL": "sites are not fetched from an address",
    ]
    if let why = whys.first(where: { Self.isSet(option.name, $0.key) })?.value {
      if !value.isEmpty { leftovers.append(Leftover(line: line, entry: "\(option.name)=\(value)", why: why)) }
    } else {
      otherOptions += 1
    }
  }

  private static func isEverything(_ text: Substring) -> Bool { ["*", "**", "*.*", "*/*"].contains(text) }

  private mutating func take(_ item: Item) {
    // A comment says nothing.
    if item.text.first == "#" { return }
    do throws(SiteEntryError) {
      let entry = try entry(item.text)
      if !taken.contains(entry) { taken.append(entry) }
    } catch {
      leftovers.append(Leftover(line: item.line, entry: String(item.text), why: error.sentence))
    }
  }

  /// In LeechBlock an exception outweighs whatever is blocked, in a profile the nearer entry does: what is blocked
  /// within a block or an exception is left out, and where a block is the nearer one, what both are about is excepted.
  private mutating func letExceptionsWin() {
    let all = taken
    taken.removeAll { entry in !entry.isException && all.contains { $0 != entry && $0.covers(entry) } }
    let (exceptions, blocks) = (taken.filter { $0.isException }, taken.filter { !$0.isException })
    for exception in exceptions {
      for block in blocks where !block.yields(to: exception) {
        guard let both = exception.common(with: block), !taken.contains(both) else { continue }
        taken.append(both)
      }
    }
  }

  private func entry(_ written: Substring) throws(SiteEntryError) -> SiteEntry {
    switch written.first {
    case "~": throw .foreign("words in pages are not looked for")
    case ">": throw .foreign("nobody sees from which site an address was opened")
    default: break
    }
    let isException = written.first == "+"
    var rest = isException ? written.dropFirst() : written
    if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") { rest = rest[colon...].dropFirst(3) }
    if rest == "FILE" { throw .foreign("files of this computer are not blocked") }
    if Self.isEverything(rest) {
      throw .foreign("everything is blocked by a profile of its own that names what is allowed")
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let host = try Self.host(rest[..<slash])
    // At the end of a path any rest is meant anyway; behind the host a star means all of it.
    var path = rest[slash...]
    while path.hasSuffix("/**") { path = path.dropLast(3) }
    if path == "/*" { path = "" }
    while path.last == "/" { path = path.dropLast() }
    let entry = try SiteEntry("\(isException ? "!" : "")\(host)\(path)")
    guard !allowsOnlyNamed || entry.path == nil else { throw .foreign("a list of allowed sites takes no paths") }
    return entry
  }

  /// A domain as a profile writes it, where it includes its subdomains anyway.
  private static func host(_ written: Substring) throws(SiteEntryError) -> Substring {
    var host = written
    while host.hasPrefix("*.") || host.hasPrefix("www.") { host = host.dropFirst(host.hasPrefix("*.") ? 2 : 4) }
    if host.contains("*") { throw .foreign("a star is taken only for all subdomains, as in *.example.org") }
    if host.contains(":") { throw .foreign("sites are not told apart by ports") }
    guard host.contains(".") || host == "localhost" else {
      throw .foreign("it is not the name of a site, or of far too many")
    }
    return host
  }
}
