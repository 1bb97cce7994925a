// Both ways of comparing take time linear in pattern times text, whatever stands in either.

extension LinkPattern {
  /// Whether the whole text is covered.
  func matches(_ text: TextView) -> Bool {
    guard flaw == nil, head.allows(text.head) else { return false }
    if matchesEverything { return true }
    return needsPositions ? matchesByPositions(text.scalars) : matchesPlainly(text.scalars)
  }

  /// Every token but `*` takes one scalar: after a mismatch only the last star has to give way by one.
  private func matchesPlainly(_ text: [UInt32]) -> Bool {
    var token = 0
    var position = 0
    var afterStar = -1
    var starPosition = 0
    while position < text.count {
      if token < tokens.count, tokens[token] == .anyRun {
        token += 1
        afterStar = token
        starPosition = position
      } else if token < tokens.count, tokens[token].accepts(text[position], isFolded: isFolded) {
        token += 1
        position += 1
      } else if afterStar >= 0 {
        if afterStar == tokens.count { return true }
        starPosition += 1
        position = starPosition
        token = afterStar
      } else {
        return false
      }
    }
    while token < tokens.count, tokens[token] == .anyRun { token += 1 }
    return token == tokens.count
  }

  /// Carries the set of all places that the tokens so far can reach, so that every value of a variable is tried at once.
  private func matchesByPositions(_ text: [UInt32]) -> Bool {
    var reached = PositionSet(start: 0, count: text.count + 1)
    advance(&reached, over: tokens, in: text)
    return reached.contains(text.count)
  }

  /// How many scalars of the text the pattern can follow before nothing fits any more.
  func reach(in text: [UInt32]) -> Int {
    guard flaw == nil else { return 0 }
    var reached = PositionSet(start: 0, count: text.count + 1)
    var furthest = 0
    for token in tokens {
      advance(&reached, over: [token], in: text)
      guard let last = reached.last else { break }
      // A star reaches the end without knowing whether what follows it will.
      if token != .anyRun { furthest = max(furthest, last) }
    }
    return furthest
  }

  private func advance(_ reached: inout PositionSet, over tokens: [PatternToken], in text: [UInt32]) {
    for token in tokens {
      if reached.isEmpty { return }
      if token == .anyRun {
        reached.fillFromFirst()
      } else if token == .region {
        advance(&reached, over: CodeTable.regions, in: text)
      } else if token == .language {
        advance(&reached, over: CodeTable.languages, in: text)
      } else if let index = token.alternativesIndex {
        var union = PositionSet(count: text.count + 1)
        for choice in alternatives[index] {
          var branch = reached
          advance(&branch, over: choice, in: text)
          union.formUnion(branch)
        }
        reached = union
      } else {
        var next = PositionSet(count: text.count + 1)
        reached.forEach { position in
          if position < text.count, token.accepts(text[position], isFolded: isFolded) { next.insert(position + 1) }
        }
        reached = next
      }
    }
  }

  private func advance(_ reached: inout PositionSet, over codes: CodeTable, in text: [UInt32]) {
    var next = PositionSet(count: text.count + 1)
    reached.forEach { position in
      if codes.hasPair(in: text, at: position) { next.insert(position + 2) }
      if codes.hasTriple(in: text, at: position) { next.insert(position + 3) }
    }
    reached = next
  }
}

/// Places in a text: one word for texts of up to 63 scalars, as nearly all are, more behind it for longer ones.
struct PositionSet: Sendable {
  private var low: UInt64 = 0
  private var high: [UInt64]
  private let count: Int

  init(count: Int) {
    self.count = count
    high = count <= 64 ? [] : [UInt64](repeating: 0, count: (count - 1) / 64)
  }

  init(start: Int, count: Int) {
    self.init(count: count)
    insert(start)
  }

  var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

  mutating func insert(_ position: Int) {
    if position < 64 {
      low |= 1 << UInt64(position)
    } else {
      high[position / 64 - 1] |= 1 << UInt64(position % 64)
    }
  }

  func contains(_ position: Int) -> Bool {
    let word = position < 64 ? low : high[position / 64 - 1]
    return word >> UInt64(position % 64) & 1 == 1
  }

  mutating func formUnion(_ other: PositionSet) {
    low |= other.low
    for index in high.indices { high[index] |= other.high[index] }
  }

  @inline(__always)
  func forEach(_ body: (Int) -> Void) {
    var word = low
    while word != 0 {
      body(word.trailingZeroBitCount)
      word &= word - 1
    }
    for index in high.indices {
      word = high[index]
      while word != 0 {
        body((index + 1) * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }

  /// The last place.
  var last: Int? {
    for index in high.indices.reversed() where high[index] != 0 {
      return (index + 2) * 64 - 1 - high[index].leadingZeroBitCount
    }
    return low == 0 ? nil : 63 - low.leadingZeroBitCount
  }

  /// Adds every place behind the first one.
  mutating func fillFromFirst() {
    let valid = count >= 64 ? UInt64.max : (1 << UInt64(count)) - 1
    if low != 0 {
      low = (UInt64.max << UInt64(low.trailingZeroBitCount)) & valid
      for index in high.indices { high[index] = .max }
    } else if let first = high.firstIndex(where: { $0 != 0 }) {
      high[first] = UInt64.max << UInt64(high[first].trailingZeroBitCount)
      for index in (first + 1)..<high.count { high[index] = .max }
    }
    guard let end = high.indices.last else { return }
    let inLastWord = count - (end + 1) * 64
    if inLastWord < 64 { high[end] &= (1 << UInt64(inLastWord)) - 1 }
  }
}
