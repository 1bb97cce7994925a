internal import JSONText

extension AssociationLint {
  /// An app's id: ten letters or digits, a dot, the bundle identifier.
  mutating func examine(appID node: JSONNode, at pointer: () -> JSONPointer) {
    guard let id = node.string else {
      note(
        .appIDWrongType, at: pointer(), node.place, "\(capitalized(node.kind.inWords)) is no app id; it is ignored.",
        fix: "Write the id in quotation marks.", .documented)
      return
    }
    examine(appID: id, place: node.place, at: pointer)
  }

  mutating func examine(appID id: String, place: JSONPlace, at pointer: () -> JSONPointer) {
    let howTo = "Copy the value of “application-identifier” from the signed app: ten characters, a dot, the bundle id."
    switch AppIDForm(id) {
    case .wildcard:
      note(
        .appIDWildcard, at: pointer(), place,
        "“\(id)” holds a star; ids are compared letter by letter, so no app has it.",
        fix: "List each app with its whole id.", .documented)
    case .placeholder:
      note(
        .appIDPlaceholder, at: pointer(), place, "“\(id)” looks like a placeholder that was not filled in.", fix: howTo,
        .inferred)
    case .malformed:
      note(
        .appIDMalformed, at: pointer(), place,
        "“\(id)” is not a prefix of ten letters or digits, a dot and a bundle id; no app has it.", fix: howTo,
        .documented)
    case .lowercasePrefix:
      note(
        .appIDLowercasePrefix, at: pointer(), place,
        "The prefix of “\(id)” has small letters; Apple gives out capitals, and ids are compared letter by letter.",
        fix: howTo, .observed)
    case .numericPrefix:
      note(
        .appIDNumericPrefix, at: pointer(), place,
        "The prefix of “\(id)” is all digits: legal, but most often the App Store number pasted by mistake.",
        fix: howTo,
        .observed)
    case .wellFormed: break
    }
  }
}

/// How an app's id looks.
enum AppIDForm {
  case wellFormed, wildcard, placeholder, malformed, lowercasePrefix, numericPrefix

  init(_ id: String) {
    let octets = Array(id.utf8)
    if Self.isPlaceholder(id) {
      self = .placeholder
    } else if octets.contains(UInt8(ascii: "*")) {
      self = .wildcard
    } else if !Self.isWellFormed(octets) {
      self = .malformed
    } else if octets[..<10].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      self = .numericPrefix
    } else if octets[..<10].contains(where: { $0 >= 0x61 && $0 <= 0x7A }) {
      self = .lowercasePrefix
    } else {
      self = .wellFormed
    }
  }

  private static func isWellFormed(_ octets: [UInt8]) -> Bool {
    guard octets.count > 11, octets[10] == UInt8(ascii: "."), octets[..<10].allSatisfy(isAlphanumeric) else {
      return false
    }
    // Bundle identifiers: letters, digits, hyphens, and single dots between them.
    let parts = octets[11...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") } }
  }

  private static func isAlphanumeric(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  /// Words that stand in templates and tutorials where the own id belongs. `ABCDE12345`, Apple's sample, is not held
  /// against anybody.
  private static func isPlaceholder(_ id: String) -> Bool {
    let marks = ["<", ">", "{", "}", "$(", "["]
    if marks.contains(where: { contains(id, $0) }) { return true }
    var squeezed: [UInt8] = []
    for octet in id.utf8 where isAlphanumeric(octet) || octet == UInt8(ascii: ".") {
      squeezed.append(octet >= 0x61 && octet <= 0x7A ? octet & ~0x20 : octet)
    }
    let text = String(decoding: squeezed, as: UTF8.self)
    let words = ["TEAMID", "APPIDPREFIX", "TEAMPREFIX", "BUNDLEID", "YOURAPP", "YOURTEAM", "YOURCOMPANY", "YOURDOMAIN"]
    if words.contains(where: { contains(text, $0) }) { return true }
    let prefix = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
    let prefixes = [
      "TODO", "TBD", "FIXME", "CHANGEME", "REPLACEME", "PREFIX", "APPID", "YOURID", "TEAM", "PLACEHOLDER",
    ]
    if prefixes.contains(where: { prefix == $0 }) || prefix.utf8.starts(with: "YOUR".utf8) { return true }
    return prefix.utf8.count > 2 && prefix.utf8.allSatisfy { $0 == UInt8(ascii: "X") }
  }

  private static func contains(_ text: String, _ word: String) -> Bool {
    let octets = Array(text.utf8)
    let wanted = Array(word.utf8)
    guard octets.count >= wanted.count else { return false }
    return (0...(octets.count - wanted.count)).contains { octets[$0...].starts(with: wanted) }
  }
}
