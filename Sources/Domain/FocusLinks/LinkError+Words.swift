import Spelling

/// What a person is told about a link that is none: what is wrong, what was expected, and what was most likely meant.
public struct LinkAdvice: Equatable, Sendable {
  /// The kind in kebab case.
  public let kind: String
  /// What is wrong, in a few words.
  public let what: String
  /// What could stand there; empty where there is no list of it.
  public let expected: [String]
  /// The one of them that is nearest to what is there.
  public let nearest: String?
  /// What to do about it.
  public let advice: String
}

extension LinkError {
  /// The error in words. Made apart from the error itself, so that reading hostile links costs no search for good
  /// advice.
  ///
  /// - Parameters:
  ///   - table: the table that refused the link.
  ///   - profiles: the profiles that exist.
  public func advice(in table: RouteTable, profiles: [String] = []) -> LinkAdvice {
    switch cause {
    case .empty:
      return plain("empty-link", "there is no link", "write one like " + table.example)
    case .tooLong(let octets):
      return plain("link-too-long", "the link is \(octets) bytes long", "use at most \(RouteTable.longestLink) bytes")
    case .illegalCharacter(let scalar):
      let code = String(scalar.value, radix: 16, uppercase: true)
      let escaped = "%" + (code.count < 2 ? "0" : "") + code
      return plain(
        "illegal-character", "a character that links cannot contain", "write it as \(escaped), or leave it out")
    case .notUTF8:
      return plain("not-utf8", "the bytes are not UTF-8", "write names in UTF-8")
    case .noScheme:
      return plain("no-scheme", "this is not a link", "write it with https:// in front, like " + table.example)
    case .foreignScheme(let scheme):
      return listed("foreign-scheme", "not a scheme that FocusKey uses", scheme, ["https", RouteTable.scheme])
    case .insecureScheme:
      return plain("insecure-scheme", "http is not secure", "write https")
    case .missingSlashes:
      return plain("missing-slashes", "two slashes are missing", "write // after the colon")
    case .foreignHost(let host):
      return listed("foreign-host", "not a FocusKey host", host, table.hosts)
    case .userInfo:
      return plain("user-info", "a name before the host", "remove everything up to the @")
    case .port:
      return plain("port", "a port in the link", "leave out the port")
    case .fragment:
      return plain("fragment", "a fragment in the link", "leave out the # and what follows")
    case .badEscape:
      return plain("bad-escape", "a broken percent escape", "write two hex digits after %, or %25 for a percent sign")
    case .controlCharacter:
      return plain("control-character", "a control character", "leave it out")
    case .emptySegment:
      return plain("empty-segment", "two slashes side by side", "write one")
    case .dotSegment:
      return plain("dot-segment", "a path with . or ..", "leave it out")
    case .unknownPath(let path):
      return unknownPath(path, in: table)
    case .unknownParameter(let name, let route):
      return unknownParameter(name, of: route, in: table)
    case .repeatedParameter(let name):
      return plain("repeated-parameter", "\(name) appears twice", "write it once")
    case .emptyValue(let name):
      return plain("empty-value", "\(name) has no value", "write one after \(name)=, or leave it out")
    case .badNumber(let name, _):
      return plain("bad-number", "\(name) is not a whole number", "use only digits, like 50")
    case .numberOutOfRange(let name, _, let allowed):
      return plain(
        "number-out-of-range", "\(name) is out of range",
        "write a number from \(allowed.lowerBound) to \(allowed.upperBound)")
    case .unknownWord(let name, let value, let expected):
      return listed("unknown-word", "\(name) does not take this word", value, expected)
    case .unknownProfile(let name):
      return listed("unknown-profile", "there is no such profile", name, profiles)
    }
  }

  private func unknownParameter(_ name: String, of route: String, in table: RouteTable) -> LinkAdvice {
    let (kind, what) = ("unknown-parameter", "/\(route) does not have this parameter")
    let known = table.route(named: route)?.parameters.map { parameter in parameter.name } ?? []
    return known.isEmpty
      ? plain(kind, what, "leave out the ? and what follows") : listed(kind, what, name, known)
  }

  private func plain(_ kind: String, _ what: String, _ advice: String) -> LinkAdvice {
    LinkAdvice(kind: kind, what: what, expected: [], nearest: nil, advice: advice)
  }

  private func listed(_ kind: String, _ what: String, _ written: String, _ expected: [String]) -> LinkAdvice {
    let nearest = nearestWord(to: written, among: expected)
    let among = expected.isEmpty ? "leave it out" : "write " + expected.prefix(12).joined(separator: ", ")
    return LinkAdvice(
      kind: kind, what: what, expected: expected, nearest: nearest,
      advice: nearest.map { word in "did you mean \(word)?" } ?? among)
  }

  /// Only advises on the first word: people mistype that one, and what follows it is theirs.
  private func unknownPath(_ path: String, in table: RouteTable) -> LinkAdvice {
    let written = path.dropFirst().split(separator: "/", maxSplits: 1).first.map(String.init) ?? ""
    let expected = table.routes.map { route in route.path.pattern }
    let first = table.routes.map { route in route.path.firstWord }
    let near = nearestWord(to: written, among: first).flatMap { word in
      first.firstIndex(of: word).map { index in expected[index] }
    }
    let exact = first.firstIndex(of: written).map { index in expected[index] }
    let nearest = exact ?? near
    return LinkAdvice(
      kind: "unknown-path", what: "an unknown path", expected: expected, nearest: nearest,
      advice: nearest.map { pattern in "did you mean \(pattern)?" }
        ?? "write one of " + expected.prefix(12).joined(separator: ", "))
  }
}

extension RouteTable {
  fileprivate var example: String { "https://\(hosts.first ?? "")/start" }
}

extension RoutePath {
  /// The word that the path begins with; empty if it begins with a text.
  fileprivate var firstWord: String {
    guard case .word(let word) = segments.first else { return "" }
    return word
  }
}
