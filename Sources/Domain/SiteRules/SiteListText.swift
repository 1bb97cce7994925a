/// A list of sites as a file: one name a line, `#` begins a comment, and what a hosts file has in front of a name is
/// skipped.
public enum SiteListText {
  /// The names of a list, in the order of the file; what is not a name is left out and counted.
  public static func names(in octets: [UInt8]) -> (names: [SiteName], others: Int) {
    var names: [SiteName] = []
    var others = 0
    for line in octets.split(separator: 0x0A) {
      let words = line.prefix { $0 != UInt8(ascii: "#") }.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      guard let last = words.last else { continue }
      var word = last
      if word.starts(with: "*.".utf8) { word = word.dropFirst(2) }
      if let name = SiteName(wire: word) ?? (try? SiteName(String(decoding: word, as: UTF8.self))) {
        names.append(name)
      } else {
        others += 1
      }
    }
    return (names, others)
  }
}
