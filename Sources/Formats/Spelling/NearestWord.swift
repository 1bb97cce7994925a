/// The word that a person most likely meant.
///
/// Swapped neighbours, a letter too many, too few or a wrong one each cost one step (optimal string alignment). A word
/// is offered only when about a third of its letters at most would have to change, so that a suggestion is never a
/// guess in the dark. A word that goes on as the written one begins comes before those that are only like it: `stat` is
/// `status`, and not `start`.
///
/// - Parameters:
///   - written: what the person wrote.
///   - known: the words that would have been right.
/// - Returns: the nearest known word, the first one of several that are equally near, or `nil` if none is near.
public func nearestWord(to written: String, among known: some Sequence<String>) -> String? {
  // Hostile input may be long; a word that a person mistyped is not.
  let longestWord = 64
  let letters = Array(written.lowercased().unicodeScalars)
  guard !letters.isEmpty, letters.count <= longestWord else { return nil }
  var best: (word: String, steps: Int)?
  var beginning: String?
  for word in known {
    let candidate = Array(word.lowercased().unicodeScalars)
    guard candidate.count <= longestWord else { continue }
    if letters.count >= shortestBeginning, candidate.starts(with: letters) { beginning = beginning ?? word }
    let allowed = max(1, (max(letters.count, candidate.count) + 1) / 3)
    guard abs(letters.count - candidate.count) <= allowed else { continue }
    let steps = editSteps(from: letters, to: candidate)
    guard steps <= allowed, steps < candidate.count else { continue }
    if best.map({ steps < $0.steps }) ?? true { best = (word, steps) }
  }
  return best?.steps == 0 ? best?.word : beginning ?? best?.word
}

/// How many letters say how a word goes on; dashes of an option count.
private let shortestBeginning = 4

private func editSteps(from source: [Unicode.Scalar], to target: [Unicode.Scalar]) -> Int {
  guard !source.isEmpty, !target.isEmpty else { return max(source.count, target.count) }
  var beforeLast: [Int] = []
  var last = Array(0...target.count)
  for row in 1...source.count {
    var current = [row]
    for column in 1...target.count {
      let same = source[row - 1] == target[column - 1]
      var steps = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
      if row > 1, column > 1, source[row - 1] == target[column - 2], source[row - 2] == target[column - 1] {
        steps = min(steps, beforeLast[column - 2] + 1)
      }
      current.append(steps)
    }
    beforeLast = last
    last = current
  }
  return last[target.count]
}
