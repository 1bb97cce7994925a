/// The variables of a file. Values are patterns themselves, but name no further variables.
///
/// They are turned into tokens once and shared by all patterns that name them, so that a file cannot grow by naming one
/// often.
struct SubstitutionVariables: Sendable {
  private var indices: [[UInt8]: Int] = [:]
  private var plain: [[[PatternToken]]] = []
  private var folded: [[[PatternToken]]] = []

  /// Adds a variable; of two with one name the first counts.
  mutating func define(_ name: String, as values: [String]) {
    let key = Array(name.utf8)
    guard indices[key] == nil else { return }
    indices[key] = plain.count
    plain.append(values.map { Self.tokens(of: $0, isFolded: false) })
    folded.append(values.map { Self.tokens(of: $0, isFolded: true) })
  }

  func choices(of name: String, isFolded: Bool) -> [[PatternToken]]? {
    guard let index = indices[Array(name.utf8)] else { return nil }
    return isFolded ? folded[index] : plain[index]
  }

  private static func tokens(of value: String, isFolded: Bool) -> [PatternToken] {
    var builder = PatternBuilder(isFolded: isFolded, variables: nil)
    builder.read(value)
    return builder.tokens
  }
}
