internal import JSONText

extension AssociationLint {
  /// An app's id: ten letters or digits, a dot, the bundle identifier.
  mutating func examine(appID node: JSONNode, at pointer: () -> JSONPointer) {
    guard let id = node.string else {
      note(
        .appIDWrongType, at: pointer(), node.place, "Found \(node.kind.inWords) instead of an app id; it is ignored.",
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
        "No app has the id “\(id)”: ids are compared literally, and the star matches nothing.",
        fix: "List each app with its whole id.", .documented)
    case .placeholder:
      note(
        .appIDPlaceholder, at: pointer(), place, "“\(id)” looks like a placeholder that was not replaced.", fix: howTo,
        .inferred)
    case .sample:
      note(
        .appIDPlaceholder, at: pointer(), place, "“\(id)” looks like a sample that was not replaced.", fix: howTo,
        .inferred, level: .warning)
    case .malformed(let flaw):
      note(.appIDMalformed, at: pointer(), place, "No app has the id “\(id)”: \(flaw.words).", fix: howTo, .documented)
    case .lowercasePrefix:
      note(
        .appIDLowercasePrefix, at: pointer(), place,
        "The prefix of “\(id)” has small letters; Apple assigns capitals, and ids are compared literally.",
        fix: howTo, .observed)
    case .numericPrefix:
      note(
        .appIDNumericPrefix, at: pointer(), place,
        "The prefix of “\(id)” is all digits: valid, but most often the App Store number pasted by mistake.",
        fix: howTo,
        .observed)
    case .wellFormed: break
    }
  }
}

enum AppIDForm {
  case wellFormed, wildcard, placeholder, lowercasePrefix, numericPrefix
  /// An id of Apple's pages. It could be an app's, so it is not an error.
  case sample
  case malformed(AppIDFlaw)

  init(_ id: String) {
    let octets = Array(id.utf8)
    if Self.isPlaceholder(id) {
      self = .placeholder
    } else if Self.isSample(id) {
      self = .sample
    } else if octets.contains(UInt8(ascii: "*")) {
      self = .wildcard
    } else if let flaw = AppIDFlaw(octets) {
      self = .malformed(flaw)
    } else if octets[..<10].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      self = .numericPrefix
    } else if octets[..<10].contains(where: { $0 >= 0x61 && $0 <= 0x7A }) {
      self = .lowercasePrefix
    } else {
      self = .wellFormed
    }
  }

  /// Why no files are generated with this id; `nil` if they are.
  var flawInDefinition: String? {
    switch self {
    case .wellFormed, .numericPrefix, .sample: nil
    case .wildcard: "an app id has no “*”"
    case .placeholder: "this is a placeholder; use the team and bundle id of your app"
    case .lowercasePrefix: "the prefix has small letters; Apple's have capitals and digits"
    case .malformed(let flaw): flaw.words
    }
  }

  /// Words of templates and tutorials in place of one's own id.
  private static func isPlaceholder(_ id: String) -> Bool {
    let marks = ["<", ">", "{", "}", "$(", "["]
    if marks.contains(where: { contains(id, $0) }) { return true }
    var squeezed: [UInt8] = []
    for octet in id.utf8 where AppIDFlaw.isAlphanumeric(octet) || octet == UInt8(ascii: ".") {
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

  /// A sample prefix alone is not enough: with a bundle identifier of one's own it may be there for a test.
  private static func isSample(_ id: String) -> Bool {
    contains(id, ".com.example.") && samplePrefixes.contains { id.utf8.starts(with: ($0 + ".").utf8) }
  }

  /// Prefixes of Apple's pages and of those who copied them.
  private static let samplePrefixes = ["ABCDE12345", "ABCDEFGHIJ", "A1B2C3D4E5", "1234567890"]

  private static func contains(_ text: String, _ word: String) -> Bool {
    let octets = Array(text.utf8)
    let wanted = Array(word.utf8)
    guard octets.count >= wanted.count else { return false }
    return (0...(octets.count - wanted.count)).contains { octets[$0...].starts(with: wanted) }
  }
}

enum AppIDFlaw: Equatable {
  case outerBlank
  case noPrefix(String)
  case prefixLength(String, Int)
  case prefixSign(String)
  case noBundle
  case bundleSign(String)
  case emptyPart

  /// `nil` if the id has no flaw.
  init?(_ octets: [UInt8]) {
    let isBlank = { (octet: UInt8?) in octet.map { $0 <= 0x20 } ?? false }
    let dot = octets.firstIndex(of: UInt8(ascii: ".")) ?? octets.count
    let prefix = octets[..<dot]
    let bundle = octets[min(dot + 1, octets.count)...]
    let word = String(decoding: prefix, as: UTF8.self)
    let isWord = !prefix.isEmpty && prefix.count < 8 && prefix.allSatisfy { $0 >= 0x61 && $0 <= 0x7A }
    if isBlank(octets.first) || isBlank(octets.last) {
      self = .outerBlank
    } else if isWord || prefix.isEmpty {
      // Such as the `com` of a bundle identifier.
      self = .noPrefix(word)
    } else if let sign = Self.firstSign(in: prefix, besides: []) {
      self = .prefixSign(sign)
    } else if prefix.count != 10 {
      self = .prefixLength(word, prefix.count)
    } else if bundle.isEmpty {
      self = .noBundle
    } else if let sign = Self.firstSign(in: bundle, besides: [UInt8(ascii: "-"), UInt8(ascii: ".")]) {
      self = .bundleSign(sign)
    } else if bundle.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains(where: {
      $0.isEmpty
    }) {
      self = .emptyPart
    } else {
      return nil
    }
  }

  private static func firstSign(in octets: ArraySlice<UInt8>, besides allowed: [UInt8]) -> String? {
    String(decoding: octets, as: UTF8.self).unicodeScalars.first { scalar in
      guard scalar.isASCII else { return true }
      let octet = UInt8(scalar.value)
      return !isAlphanumeric(octet) && !allowed.contains(octet)
    }.map { String(Character($0)) }
  }

  static func isAlphanumeric(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  var words: String {
    switch self {
    case .outerBlank: "it begins or ends with a space"
    case .noPrefix(let word):
      word.isEmpty ? "it has no prefix" : "it has no prefix; “\(word)” is the beginning of a bundle id"
    case .prefixLength(let prefix, let count):
      "the prefix “\(prefix)” has \(count) \(count == 1 ? "character" : "characters") instead of 10"
    case .prefixSign(let sign): "the prefix contains “\(sign)”, but only letters and digits are allowed"
    case .noBundle: "it has no bundle id after the prefix"
    case .bundleSign(let sign):
      "the bundle id contains “\(sign)”, but only letters, digits, hyphens and dots are allowed"
    case .emptyPart: "the bundle id has a dot too many"
    }
  }
}
