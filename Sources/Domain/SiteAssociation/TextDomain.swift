/// The texts that a part of a link can have at all.
enum TextDomain {
  /// A path as it is compared: a slash first, never two in a row, a slash or a star last.
  case path
  /// The same without the paths that end with a star, which hardly any link has.
  case slashedPath
  /// A query, a query value or a fragment: anything.
  case text

  static let dead = -1
  var start: Int { 0 }

  /// For paths: 0 nothing yet, 1 after a slash, 2 after a star, 3 after anything else.
  func next(_ state: Int, over scalar: UInt32) -> Int {
    guard self != .text else { return 0 }
    switch scalar {
    case 0x2F: return state == 1 ? Self.dead : 1
    case 0x2A: return state == 0 ? Self.dead : 2
    default: return state == 0 ? Self.dead : 3
    }
  }

  func accepts(_ state: Int) -> Bool { self == .text || state == 1 || (self == .path && state == 2) }
}

/// A few scalars that stand for all: each one named in a pattern, and one for each class of those that are not.
struct SampleAlphabet {
  let scalars: [UInt32]

  init(of automata: [PatternAutomaton], domain: TextDomain, isDecoded: Bool) {
    var named: Set<UInt32> = []
    var isFolded = false
    for automaton in automata {
      isFolded = isFolded || automaton.isFolded
      for steps in automaton.steps { for step in steps { if let scalar = step.token.scalar { named.insert(scalar) } } }
    }
    if isFolded { for scalar in named { named.formUnion(Self.cases(of: scalar)) } }
    named = named.filter { Self.canStand($0, domain, isDecoded: isDecoded) }
    // The first that no pattern names stands for its whole class. The order makes examples that read well.
    var sample: [UInt32] = []
    for group in ["xyzwvutsrqponmlkjihg", "abcdef", "XYZWVUTSRQPONMLKJIHG", "ABCDEF", "1234567890", "-_.~,;+!@"] {
      if let free = group.unicodeScalars.first(where: { !named.contains($0.value) }) { sample.append(free.value) }
    }
    if isDecoded, let free = "éàü".unicodeScalars.first(where: { !named.contains($0.value) }) {
      sample.append(free.value)
    }
    let order = named.sorted { (Self.rank($0), $0) < (Self.rank($1), $1) }
    var all = order.filter { Self.rank($0) == 0 } + sample + order.filter { Self.rank($0) > 0 }
    if domain != .text, !named.contains(0x2F) { all.insert(0x2F, at: 0) }
    if domain != .text, !named.contains(0x2A) { all.append(0x2A) }
    scalars = all
  }

  /// Slash and letters first, odd signs last.
  private static func rank(_ scalar: UInt32) -> Int {
    switch scalar {
    case 0x2F, 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: 0
    case 0x2A: 2
    default: 1
    }
  }

  private static func cases(of scalar: UInt32) -> [UInt32] {
    guard let valid = Unicode.Scalar(scalar) else { return [] }
    let capital = valid.properties.uppercaseMapping.unicodeScalars
    guard capital.count == 1, let first = capital.first else { return [scalar] }
    return [scalar, first.value]
  }

  static func canStand(_ scalar: UInt32, _ domain: TextDomain, isDecoded: Bool) -> Bool {
    // In a path `?` and `#` would begin the next part; `%` would have to be followed by the rest of its escape.
    if domain != .text, scalar == 0x3F || scalar == 0x23 { return isDecoded }
    if scalar < 0x80 { return isDecoded || isURLOctet(UInt8(scalar)) }
    return isDecoded
  }
}
