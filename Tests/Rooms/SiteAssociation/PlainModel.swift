/// The matching rules of the facts once more, as plainly as they can be said: strings, recursion, exponential time.
/// Shares nothing with the product, so that both are wrong only together.
struct PlainModel {
  var variables: [String: [String]] = [:]
  var foldsCase = false

  /// Those codes of ISO 3166 and ISO 639 that the random links can hold.
  static let regions = """
    ad ae ag as au aw ba bb bd be bg bh bs bw de ee eg eh es ga gb gd ge gg gh gs gu gw hu sa sb sd \
    se sg sh ss ua ug us ws
    """
  static let languages = """
    aa ab ae as ba be bg bs da de ee es eu ga gd gu ha he hu sa sd se sg ss su sw ug wa ada aeb asa \
    ase awa bas bew bss bua bug dsb dua ebu esu gaa gag gba gsw haw hsb sad sah sas sba sdh see seh \
    ses sga sgs shu sus swb uga wae was wuu
    """
  static let letters = "abcdefghijklmnopqrstuvwxyz"

  func pathMatches(_ pattern: String, _ path: String) -> Bool {
    matches(Array(Self.normalized(pattern)), Array(Self.normalized(path)))
  }

  func textMatches(_ pattern: String, _ text: String) -> Bool {
    matches(Array(pattern), Array(text))
  }

  static func normalized(_ path: String) -> String {
    var path = path
    if !path.hasPrefix("*") && !path.hasPrefix("/") { path = "/" + path }
    if !path.hasSuffix("*") && !path.hasSuffix("/") { path += "/" }
    while let range = path.firstRange(of: "//") { path.replaceSubrange(range, with: "/") }
    return path
  }

  func matches(_ pattern: [Character], _ text: [Character]) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = Array(pattern.dropFirst())
    if first == "*" { return (0...text.count).contains { matches(rest, Array(text.dropFirst($0))) } }
    if first == "$", rest.first == "(" {
      guard let end = rest.firstIndex(of: ")") else { return false }
      let name = String(rest[1..<end])
      let behind = Array(rest[(end + 1)...])
      if let values = variables[name] { return values.contains { matches(Array($0) + behind, text) } }
      if name == "region" || name == "lang" {
        return (1...3).contains { length in
          text.count >= length && isCode(String(text[..<length]), name) && matches(behind, Array(text[length...]))
        }
      }
      guard let one = text.first, accepts(name, one) else { return false }
      return matches(behind, Array(text.dropFirst()))
    }
    guard let one = text.first else { return false }
    return (first == "?" || same(first, one)) && matches(rest, Array(text.dropFirst()))
  }

  private func same(_ one: Character, _ other: Character) -> Bool {
    one == other || (foldsCase && one.lowercased() == other.lowercased())
  }

  private func isCode(_ code: String, _ name: String) -> Bool {
    let known = (name == "region" ? Self.regions : Self.languages).split(separator: " ").map(String.init)
    return known.contains(code.lowercased()) && (foldsCase || code == code.lowercased() || code == code.uppercased())
  }

  private func accepts(_ name: String, _ character: Character) -> Bool {
    let small = Self.letters.contains(character)
    let capital = Self.letters.uppercased().contains(character)
    let digit = "0123456789".contains(character)
    switch name {
    case "alpha": return small || capital
    case "lower": return small || (foldsCase && capital)
    case "upper": return capital || (foldsCase && small)
    case "alnum": return small || capital || digit
    case "digit": return digit
    case "xdigit": return digit || "abcdefABCDEF".contains(character)
    default: return false
    }
  }
}
