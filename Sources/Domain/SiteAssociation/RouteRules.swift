internal import FocusLinks

/// The rules that take every link a route table prints, and no other path.
///
/// A place for a text becomes `?*`, which also crosses slashes. Therefore each such place gets a rule that excludes its
/// being cut in two: a path that fits the pattern but has a slash too many fits one of those. Routes with more segments
/// stand first, so that what a shorter route excludes, having more slashes than the route itself, was already taken by
/// the longer one it belongs to.
struct RouteRules {
  struct Rule: Equatable {
    let pattern: String
    let excludes: Bool
    let comment: String
  }

  let rules: [Rule]

  init(_ table: RouteTable) {
    var rules: [Rule] = []
    let longestFirst = table.routes.enumerated().sorted { one, other in
      (other.element.path.segments.count, one.offset) < (one.element.path.segments.count, other.offset)
    }
    for (_, route) in longestFirst {
      let segments = route.path.segments.map { segment in Self.pattern(segment) }
      for index in segments.indices where segments[index] == Self.text {
        var cut = segments
        cut[index] = Self.text + "/" + Self.text
        let rule = Rule(pattern: Self.path(cut), excludes: true, comment: "not \(route.path.pattern)")
        // Cutting either of two neighbours gives the same.
        if rules.last != rule { rules.append(rule) }
      }
      rules.append(Rule(pattern: Self.path(segments), excludes: false, comment: route.summary))
    }
    self.rules = rules
  }

  private static let text = "?*"

  private static func path(_ segments: [String]) -> String { "/" + segments.joined(separator: "/") }

  private static func pattern(_ segment: RoutePath.Segment) -> String {
    switch segment {
    case .parameter: text
    case .word(let word): encoded(word)
    }
  }

  /// Percent-encodes letters beyond ASCII, as links do.
  private static func encoded(_ word: String) -> String {
    var octets: [UInt8] = []
    for octet in word.utf8 {
      if octet < 0x80 {
        octets.append(octet)
      } else {
        octets.append(UInt8(ascii: "%"))
        for nibble in [octet >> 4, octet & 0xF] { octets.append(nibble < 10 ? 0x30 + nibble : 0x41 + nibble - 10) }
      }
    }
    return String(decoding: octets, as: UTF8.self)
  }
}
