internal import JSONText

extension AssetLinksLint {
  mutating func examine(target: JSONNode?, of statement: JSONNode, at pointer: JSONPointer) {
    guard let target else {
      note(
        .targetMissing, at: pointer, statement.place, "The statement has no “target”: it applies to nothing.",
        fix: "Add {\"namespace\": \"android_app\", \"package_name\": …, \"sha256_cert_fingerprints\": […]}.")
      return
    }
    let path = pointer.appending("target")
    guard let members = target.object else {
      note(
        .targetNotObject, at: path, target.place, "Found \(target.kind.inWords) instead of a target.",
        fix: "Write an object.")
      return
    }
    let namespace = target["namespace"]?.string ?? ""
    let known: [String]
    switch namespace {
    case "android_app": known = ["namespace", "package_name", "sha256_cert_fingerprints"]
    case "web": known = ["namespace", "site"]
    default:
      note(
        .targetUnknownNamespace, at: path, target["namespace"]?.place ?? target.place,
        target["namespace"] == nil
          ? "The target has no “namespace”." : "The namespace “\(namespace)” is neither “android_app” nor “web”.",
        fix: Self.isPackage(namespace)
          ? "Write \"android_app\"; the package goes into “package_name”." : "Write \"android_app\" or \"web\".")
      return
    }
    for member in members where !known.contains(member.name) {
      note(
        .targetUnknownKey, at: path.appending(member.name), member.place,
        "“\(member.name)” means nothing in this target; it is ignored.", fix: suggestion(member.name, known))
    }
    if namespace == "web" {
      examine(site: target["site"], of: target, at: path)
    } else {
      examine(package: target["package_name"], of: target, at: path)
      examine(fingerprints: target["sha256_cert_fingerprints"], of: target, at: path)
    }
  }

  private mutating func examine(site: JSONNode?, of target: JSONNode, at pointer: JSONPointer) {
    guard let site else {
      note(
        .siteMissing, at: pointer, target.place, "A web target must name its “site”.",
        fix: "Add \"site\": \"https://…\".")
      return
    }
    guard let text = site.string, let address = WebAddress(text), address.scheme == "https" || address.scheme == "http",
      address.path.isEmpty, address.query == nil, address.fragment == nil
    else {
      note(
        .siteMalformed, at: pointer.appending("site"), site.place, "A site is a scheme and a host, without a path.",
        fix: "Write it like https://focuskey.app.")
      return
    }
  }

  private mutating func examine(package: JSONNode?, of target: JSONNode, at pointer: JSONPointer) {
    guard let package else {
      note(
        .packageMissing, at: pointer, target.place, "The target names no package.",
        fix: "Add \"package_name\" with the app's package name.")
      return
    }
    guard let name = package.string, Self.isPackage(name) else {
      note(
        .packageMalformed, at: pointer.appending("package_name"), package.place,
        "A package name is two or more words with dots between them; each begins with a letter, then letters, digits or underscores.",
        fix: "Copy the app's package name.")
      return
    }
  }

  static func isPackage(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count > 1
      && parts.allSatisfy { part in
        guard let first = part.first, isLetter(first) else { return false }
        return part.allSatisfy { isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: "_") }
      }
  }

  private static func isLetter(_ octet: UInt8) -> Bool { (octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7A }

  private mutating func examine(fingerprints: JSONNode?, of target: JSONNode, at pointer: JSONPointer) {
    let advice =
      "Take the SHA-256 fingerprint of the key that signs what people install; with Play signing that is Google's."
    guard let fingerprints else {
      note(
        .fingerprintsMissing, at: pointer, target.place, "The target has no “sha256_cert_fingerprints”.", fix: advice)
      return
    }
    let path = pointer.appending("sha256_cert_fingerprints")
    guard let list = fingerprints.array else {
      note(
        .fingerprintsWrongType, at: path, fingerprints.place,
        "Found \(fingerprints.kind.inWords) instead of a list of fingerprints.",
        fix: "Write a list, even for one.")
      return
    }
    if list.isEmpty { note(.fingerprintsEmpty, at: path, fingerprints.place, "No fingerprint is listed.", fix: advice) }
    var seen: Set<String> = []
    for index in list.indices {
      let place = list[index].place
      let element = path.appending(index)
      guard let text = list[index].string else {
        note(
          .fingerprintMalformed, at: element, place, "Found \(list[index].kind.inWords) instead of a fingerprint.",
          fix: advice)
        continue
      }
      switch FingerprintForm(text) {
      case .wellFormed: break
      case .lowerCase:
        note(
          .fingerprintLowerCase, at: element, place,
          "Fingerprints are written in capitals; some readers compare them literally.",
          fix: "Write capitals.")
      case .otherLength(let count):
        note(
          .fingerprintNotSHA256, at: element, place,
          "A SHA-256 fingerprint has 32 bytes; this has \(count)\(count == 20 ? ", which is a SHA-1" : "").",
          fix: advice)
      case .malformed(let flaw):
        note(.fingerprintMalformed, at: element, place, "“\(text)” is not a fingerprint: \(flaw.words).", fix: advice)
      }
      if !seen.insert(text).inserted {
        note(.fingerprintRepeated, at: element, place, "This fingerprint is already in the list.", fix: "Remove it.")
      }
    }
  }
}

enum FingerprintForm: Equatable {
  case wellFormed
  case lowerCase
  case otherLength(Int)
  case malformed(FingerprintFlaw)

  init(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    if let flaw = FingerprintFlaw(parts) {
      self = .malformed(flaw)
      return
    }
    guard parts.count == 32 else {
      self = .otherLength(parts.count)
      return
    }
    self = text.utf8.contains { $0 >= 0x61 } ? .lowerCase : .wellFormed
  }
}

/// What is wrong about a fingerprint: 32 pairs of hex digits with colons between them.
enum FingerprintFlaw: Equatable {
  case notHex(String)
  case noColons
  case pair(number: Int, digits: Int)

  init?(_ parts: [Substring.UTF8View.SubSequence]) {
    if let foreign = parts.joined().first(where: { hexValue($0) == nil }) {
      self = .notHex(String(decoding: [foreign], as: UTF8.self))
    } else if parts.count == 1, parts[0].count > 2 {
      self = .noColons
    } else if let index = parts.firstIndex(where: { $0.count != 2 }) {
      self = .pair(number: index + 1, digits: parts[index].count)
    } else {
      return nil
    }
  }

  var words: String {
    switch self {
    case .notHex(let sign): "“\(sign)” is not a hex digit"
    case .noColons: "the colons between the pairs of hex digits are missing"
    case .pair(let number, let digits): "pair \(number) has \(digits) \(digits == 1 ? "digit" : "digits") instead of 2"
    }
  }
}
