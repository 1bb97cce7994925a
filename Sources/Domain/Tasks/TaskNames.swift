/// The short names by which people call tasks: `write-the-report`.
package enum TaskSlug {
  /// Longer ones are cut at a word.
  static let mostScalars = 48

  /// The short name of a text: its words in small letters with hyphens between them.
  package static func slug(of summary: String) -> String {
    var slug = ""
    var length = 0
    var lastHyphen: String.Index?
    var wantsHyphen = false
    for scalar in summary.lowercased().unicodeScalars {
      guard isKept(scalar) else {
        wantsHyphen = !slug.isEmpty
        continue
      }
      if length >= mostScalars {
        // A word that goes on is left out whole, unless it is the only one.
        if !wantsHyphen, let lastHyphen { return String(slug[..<lastHyphen]) }
        return slug
      }
      if wantsHyphen {
        lastHyphen = slug.endIndex
        slug += "-"
        length += 1
        wantsHyphen = false
      }
      slug.unicodeScalars.append(scalar)
      length += 1
    }
    return slug
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x61...0x7A: true
    case 0x80...0xBF, 0x2000...0x206F, 0x3000...0x303F, 0xFE00...0xFE0F, 0xE000...0xF8FF: false
    default: scalar.value > 0xBF
    }
  }
}

package enum TaskMatch: Equatable, Sendable {
  /// The index of the task that is meant.
  case one(Int)
  case none
  /// Several begin like this; the indices of some of them.
  case several([Int])
}

extension TaskMatch {
  /// Finds the task that a word names: by its identifier, then by its slug, then by a beginning that only one has,
  /// which a few digits never are.
  ///
  /// Among several with the same slug or beginning the only one that is not over is meant.
  package static func find(_ word: String, among tasks: [TaskItem]) -> TaskMatch {
    guard !word.isEmpty else { return .none }
    for index in tasks.indices where tasks[index].uid == word { return .one(index) }
    let slugs = tasks.map { TaskSlug.slug(of: $0.summary) }
    let sought = TaskSlug.slug(of: word)
    let same = tasks.indices.filter { !sought.isEmpty && slugs[$0] == sought }
    if !same.isEmpty { return onlyOne(same, tasks) }
    // A task's short number stays its own when it is over: it never begins another one's name.
    guard word.utf8.count >= 6 || !word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .none }
    let begun = tasks.indices.filter { index in
      tasks[index].uid.lowercased().hasPrefix(word.lowercased()) || (!sought.isEmpty && slugs[index].hasPrefix(sought))
    }
    return onlyOne(begun, tasks)
  }

  private static func onlyOne(_ found: [Int], _ tasks: [TaskItem]) -> TaskMatch {
    if found.isEmpty { return .none }
    if found.count == 1 { return .one(found[0]) }
    let open = found.filter { !tasks[$0].isOver }
    return open.count == 1 ? .one(open[0]) : .several(Array((open.isEmpty ? found : open).prefix(5)))
  }
}
