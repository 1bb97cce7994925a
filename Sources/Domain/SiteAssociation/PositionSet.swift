/// Places in a text, from before its first scalar to after its last.
protocol PositionSet {
  var isEmpty: Bool { get }
  /// An empty set for the same text.
  var cleared: Self { get }
  func contains(_ position: Int) -> Bool
  mutating func insert(_ position: Int)
  mutating func formUnion(_ other: Self)
  func forEach(_ body: (Int) -> Void)
  /// Adds every place after the first one.
  mutating func fillFromFirst()
  /// Moves every place over one scalar that the token accepts; places where it accepts none are gone.
  mutating func advance(over token: PatternToken, _ masks: inout TokenMasks)
}

/// A text, and for each token asked about the places where it accepts the scalar, 64 of them to a word.
struct TokenMasks {
  let text: [UInt32]
  let isFolded: Bool
  private var masks: [PatternToken: [UInt64]] = [:]

  init(_ text: [UInt32], isFolded: Bool) {
    self.text = text
    self.isFolded = isFolded
  }

  mutating func mask(_ token: PatternToken) -> [UInt64] {
    if let known = masks[token] { return known }
    var mask = [UInt64](repeating: 0, count: text.count / 64 + 1)
    for position in text.indices where token.accepts(text[position], isFolded: isFolded) {
      mask[position / 64] |= 1 << UInt64(position % 64)
    }
    masks[token] = mask
    return mask
  }
}

/// Places in a text of up to 63 scalars, as nearly all are: one word.
struct ShortPositions: PositionSet {
  private var word: UInt64
  private let count: Int

  init(_ start: Int, count: Int) {
    word = 1 << UInt64(start)
    self.count = count
  }

  var isEmpty: Bool { word == 0 }

  var cleared: ShortPositions {
    var copy = self
    copy.word = 0
    return copy
  }

  func contains(_ position: Int) -> Bool { word >> UInt64(position) & 1 == 1 }

  mutating func insert(_ position: Int) { word |= 1 << UInt64(position) }

  mutating func formUnion(_ other: ShortPositions) { word |= other.word }

  @inline(__always)
  func forEach(_ body: (Int) -> Void) {
    var rest = word
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }

  /// A short text has few places, so that looking at each is cheaper than a table.
  mutating func advance(over token: PatternToken, _ masks: inout TokenMasks) {
    var next: UInt64 = 0
    var rest = word
    while rest != 0 {
      let position = rest.trailingZeroBitCount
      if position < masks.text.count, token.accepts(masks.text[position], isFolded: masks.isFolded) {
        next |= 2 << UInt64(position)
      }
      rest &= rest - 1
    }
    word = next
  }

  mutating func fillFromFirst() {
    guard word != 0 else { return }
    word = UInt64.max << UInt64(word.trailingZeroBitCount)
    if count < 64 { word &= (1 << UInt64(count)) - 1 }
  }
}

struct LongPositions: PositionSet {
  private var words: [UInt64]
  private let count: Int

  init(_ start: Int, count: Int) {
    words = [UInt64](repeating: 0, count: (count + 63) / 64)
    self.count = count
    insert(start)
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  var cleared: LongPositions {
    var copy = self
    copy.words = [UInt64](repeating: 0, count: words.count)
    return copy
  }

  var last: Int? {
    guard let index = words.lastIndex(where: { $0 != 0 }) else { return nil }
    return index * 64 + 63 - words[index].leadingZeroBitCount
  }

  func contains(_ position: Int) -> Bool { words[position / 64] >> UInt64(position % 64) & 1 == 1 }

  mutating func insert(_ position: Int) { words[position / 64] |= 1 << UInt64(position % 64) }

  mutating func formUnion(_ other: LongPositions) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  @inline(__always)
  func forEach(_ body: (Int) -> Void) {
    for index in words.indices {
      var rest = words[index]
      while rest != 0 {
        body(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  mutating func advance(over token: PatternToken, _ masks: inout TokenMasks) {
    let mask = masks.mask(token)
    var carry: UInt64 = 0
    for index in words.indices {
      let stepping = words[index] & mask[index]
      words[index] = stepping << 1 | carry
      carry = stepping >> 63
    }
  }

  mutating func fillFromFirst() {
    guard let first = words.firstIndex(where: { $0 != 0 }) else { return }
    words[first] = UInt64.max << UInt64(words[first].trailingZeroBitCount)
    for index in (first + 1)..<words.count { words[index] = .max }
    let inLastWord = count - (words.count - 1) * 64
    if inLastWord < 64 { words[words.count - 1] &= (1 << UInt64(inLastWord)) - 1 }
  }
}
