// Both ways of comparing take time linear in pattern times text, whatever either contains.

extension LinkPattern {
  func matches(_ text: TextView) -> Bool {
    guard flaw == nil, head.allows(text.head) else { return false }
    if matchesEverything { return true }
    if needsPositions { return matchesByPositions(text.scalars) }
    let tokens = tokens
    return matchesPlainly(text.scalars.span, tokens.span)
  }

  /// Every token but `*` takes one scalar: after a mismatch only the last star has to give way by one.
  private func matchesPlainly(_ text: Span<UInt32>, _ tokens: Span<PatternToken>) -> Bool {
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

  /// Carries the set of all places that the tokens so far can reach, so that every value of a variable is tried at
  /// once.
  private func matchesByPositions(_ text: [UInt32]) -> Bool {
    var start = 0
    // Up to the first token that can take several lengths there is only one place.
    while start < tokens.count, tokens[start] != .anyRun, !tokens[start].isVariableLength {
      guard start < text.count, tokens[start].accepts(text[start], isFolded: isFolded) else { return false }
      start += 1
    }
    let rest = tokens[start...]
    if text.count < 64 { return reaches(text, from: ShortPositions(start, count: text.count + 1), over: rest) }
    return reaches(text, from: LongPositions(start, count: text.count + 1), over: rest)
  }

  private func reaches<Positions: PositionSet>(
    _ text: [UInt32], from start: Positions, over tokens: ArraySlice<PatternToken>
  ) -> Bool {
    var reached = start
    var masks = TokenMasks(text, isFolded: isFolded)
    advance(&reached, over: tokens, &masks)
    return reached.contains(text.count)
  }

  /// How many scalars of the text the pattern can follow before nothing fits any more.
  func reach(in text: [UInt32]) -> Int {
    guard flaw == nil else { return 0 }
    var reached = LongPositions(0, count: text.count + 1)
    var masks = TokenMasks(text, isFolded: isFolded)
    var furthest = 0
    for index in tokens.indices {
      advance(&reached, over: tokens[index...index], &masks)
      guard let last = reached.last else { break }
      // A star reaches the end without knowing whether what follows it will.
      if tokens[index] != .anyRun { furthest = max(furthest, last) }
    }
    return furthest
  }

  private func advance<Positions: PositionSet>(
    _ reached: inout Positions, over tokens: ArraySlice<PatternToken>, _ masks: inout TokenMasks
  ) {
    for token in tokens {
      if reached.isEmpty { return }
      if token == .anyRun {
        reached.fillFromFirst()
      } else if token == .region {
        advance(&reached, over: CodeTable.regions, in: masks.text)
      } else if token == .language {
        advance(&reached, over: CodeTable.languages, in: masks.text)
      } else if let index = token.alternativesIndex {
        var union = reached.cleared
        for choice in alternatives[index] {
          var branch = reached
          advance(&branch, over: choice[...], &masks)
          union.formUnion(branch)
        }
        reached = union
      } else {
        reached.advance(over: token, &masks)
      }
    }
  }

  private func advance<Positions: PositionSet>(_ reached: inout Positions, over codes: CodeTable, in text: [UInt32]) {
    var next = reached.cleared
    reached.forEach { position in
      if codes.hasPair(in: text, at: position) { next.insert(position + 2) }
      if codes.hasTriple(in: text, at: position) { next.insert(position + 3) }
    }
    reached = next
  }
}
