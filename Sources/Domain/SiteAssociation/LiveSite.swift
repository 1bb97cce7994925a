internal import JSONText
internal import Octets

/// What was fetched of a live site, and what is to be said about how it is served.
public struct LiveSite: Sendable {
  /// The host.
  public let host: String
  /// The file as a device in developer mode would fetch it.
  public let device: SiteResponse
  /// The file as Apple's crawler would fetch it.
  public let crawler: SiteResponse?
  /// The old place of the file, looked at only if it is missing at the right one.
  public let oldPlace: SiteResponse?
  /// Apple's own copy.
  public let copy: SiteResponse?

  /// The place of the file since iOS 9.3.
  public static let wellKnownPath = "/.well-known/apple-app-site-association"
  /// The place before.
  public static let oldPath = "/apple-app-site-association"

  /// Puts together what was fetched.
  public init(
    host: String, device: SiteResponse, crawler: SiteResponse? = nil, oldPlace: SiteResponse? = nil,
    copy: SiteResponse? = nil
  ) {
    self.host = host
    self.device = device
    self.crawler = crawler
    self.oldPlace = oldPlace
    self.copy = copy
  }

  /// The file, if the site serves one.
  public var file: [UInt8]? { device.status == 200 ? device.body : nil }

  /// What is to be said about the serving, and about Apple's copy.
  public var findings: [Finding<SiteFindingKind>] {
    var judge = SiteJudge()
    judge.examine(device: device)
    if let oldPlace { judge.examine(oldPlace: oldPlace, device: device) }
    if let crawler { judge.examine(crawler: crawler, device: device) }
    if let copy { judge.examine(copy: copy, device: device) }
    return judge.findings
  }
}

/// What ``LiveSite`` can find.
public enum SiteFindingKind: String, FindingKind, CaseIterable {
  // Errors.
  case redirect = "site.redirect"
  case status = "site.status"
  case certificate = "site.certificate"
  case noEncryption = "site.no-encryption"
  case tooLarge = "site.too-large"
  case broken = "site.broken"
  case onlyAtOldPlace = "site.only-at-old-place"
  case crawlerBlocked = "site.crawler-blocked"
  case copyFailed = "site.cdn-failed"

  // Warnings.
  case privateAddress = "site.private-address"
  case crawlerGetsOther = "site.crawler-gets-other"
  case copyDiffers = "site.cdn-differs"

  // Notes.
  case contentType = "site.content-type"
  case copyUnknown = "site.cdn-unknown"
  case copyOutOfReach = "site.cdn-out-of-reach"

  /// How much a finding of this kind matters.
  public var level: FindingLevel {
    switch self {
    case .redirect, .status, .certificate, .noEncryption, .tooLarge, .broken, .onlyAtOldPlace, .crawlerBlocked,
      .copyFailed:
      .error
    case .privateAddress, .crawlerGetsOther, .copyDiffers: .warning
    case .contentType, .copyUnknown, .copyOutOfReach: .info
    }
  }
}

struct SiteJudge {
  private(set) var findings: [Finding<SiteFindingKind>] = []

  private mutating func note(
    _ kind: SiteFindingKind, level: FindingLevel? = nil, _ message: String, fix: String? = nil,
    _ basis: FindingBasis = .documented
  ) {
    findings.append(Finding(kind, at: .root, place: nil, message, fix: fix, basis: basis, level: level))
  }

  // MARK: The site

  mutating func examine(device: SiteResponse) {
    switch device.outcome {
    case .answer(let status): examine(status: status, of: device)
    case .tooLarge:
      note(
        .tooLarge,
        "The answer is longer than \(AssociationReport.deviceLimit) bytes; devices stop reading there (URL error -1103).",
        fix: "Use wildcards and variables instead of listing single pages.")
    case .badCertificate(let reason):
      note(
        .certificate,
        "The certificate is not trusted: \(reason). Outside developer mode, devices accept only publicly trusted ones.",
        fix: "Use a certificate from a public authority, with its chain.")
    case .noEncryption(let reason):
      note(.noEncryption, "No encrypted connection was possible: \(reason).", fix: "Serve https with TLS 1.2 or later.")
    case .broken(let reason):
      note(.broken, "The answer broke off: \(reason).", fix: "Look at the server's log.", .inferred)
    case .notResolved, .notConnected, .timedOut: break
    }
    if let address = device.address, isPrivate(address) {
      note(
        .privateAddress,
        "The host's address \(address) is private: Apple refuses it (SWCERR00202), and only developer or managed mode works.",
        fix: "Give the host a public address, or add ?mode=developer to the entitlement while testing.", .observed)
    }
  }

  private mutating func examine(status: Int, of device: SiteResponse) {
    switch status {
    case 200:
      let type = device[header: "content-type"] ?? ""
      if !isJSONType(type) {
        note(
          .contentType,
          "The type is “\(type)”: devices ignore it, but several checkers and older documents want application/json.",
          fix: "Serve the file as application/json.", .inferred)
      }
    case 300..<400:
      let target = device[header: "location"] ?? "somewhere"
      note(
        .redirect,
        "The file is redirected (\(status)) to \(target): Apple allows none, though its crawler was seen to follow one.",
        fix: "Serve the file at this very address.")
    case 400..<500:
      let cause =
        status == 401 || status == 403 ? "a firewall or a login blocks it" : "the file is not there"
      note(
        .status, "The answer is \(status), \(cause): devices read it as a refusal.",
        fix: "Serve the file with status 200 to everyone.")
    case 500...:
      note(
        .status, "The answer is \(status): a device tries again every 3 hours, up to 8 times.",
        fix: "Serve the file with status 200.")
    default:
      note(.status, "The answer is \(status) instead of 200.", fix: "Serve the file with status 200.")
    }
  }

  mutating func examine(oldPlace: SiteResponse, device: SiteResponse) {
    guard device.status != 200, oldPlace.status == 200 else { return }
    note(
      .onlyAtOldPlace,
      "The file is only at \(LiveSite.oldPath); neither devices nor Apple's cache look there any more.",
      fix: "Serve it at \(LiveSite.wellKnownPath).")
  }

  mutating func examine(crawler: SiteResponse, device: SiteResponse) {
    guard device.status == 200 else { return }
    guard crawler.status == 200 else {
      let answer = crawler.status.map { "gets \($0)" } ?? "gets no answer"
      note(
        .crawlerBlocked,
        "A client that names itself AASA-Bot, as Apple's crawler does, \(answer) where others get the file: its cache will report SWCERR00101.",
        fix: "Let that client through the firewall, from every address.", .observed)
      return
    }
    if crawler.body != device.body, !isSameJSON(crawler.body, device.body) {
      note(
        .crawlerGetsOther, "A client that names itself AASA-Bot gets a different file.",
        fix: "Serve everyone the same file.", .observed)
    }
  }

  // MARK: Apple's copy

  mutating func examine(copy: SiteResponse, device: SiteResponse) {
    guard let status = copy.status else {
      note(.copyOutOfReach, "Apple's copy could not be fetched.", .inferred)
      return
    }
    if status == 200 {
      guard device.status == 200, !isSameJSON(copy.body, device.body) else { return }
      let age = copy[header: "age"].map { ", fetched \($0) seconds ago" } ?? ""
      note(
        .copyDiffers,
        "Apple's copy differs from the site's file\(age): devices still get the old one, and look again about once a week.",
        fix: "Wait; there is no way to hurry Apple. Test with ?mode=developer.", .observed)
      return
    }
    guard let reason = copy[header: "apple-failure-reason"] else {
      note(
        .copyUnknown, "Apple has no copy (\(status)): it fetches one within a day after the first installation asks.",
        .observed)
      return
    }
    let code = SiteFailureCode(reason)
    // A site that answers is not to blame if Apple was late.
    note(
      .copyFailed, level: code == .timeout && device.status == 200 ? .warning : nil,
      "Apple could not fetch the file: \(reason)\(code.map { "; usually \($0.usualCause)" } ?? "").",
      fix: "Repair it, then wait: Apple tries again after an hour.", .observed)
  }

  private func isSameJSON(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one == other { return true }
    guard let left = meaning(of: one), let right = meaning(of: other) else { return false }
    return left == right
  }

  /// The file as a text that does not depend on blanks and on the order of keys.
  private func meaning(of file: [UInt8]) -> String? {
    do throws(JSONError) {
      return try JSONDocument(AssociationText(file).octets, limits: JSONLimits(depth: 512)).root.value.text
    } catch {
      return nil
    }
  }

  private func isJSONType(_ type: String) -> Bool {
    let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }.map { $0.asciiLowercased }
    return essence == Array("application/json".utf8) || essence == Array("application/pkcs7-mime".utf8)
  }
}

/// What Apple's store says when it could not fetch a file.
public enum SiteFailureCode: String, CaseIterable, Sendable {
  /// A status that is not 200.
  case badResponse = "SWCERR00101"
  /// An address that is not public.
  case privateAddress = "SWCERR00202"
  /// No answer in time.
  case timeout = "SWCERR00301"
  /// No JSON.
  case badJSON = "SWCERR00401"

  /// Finds the code in what the store says: `SWCERR00401 Bad JSON content`.
  public init?(_ reason: String) {
    for code in Self.allCases where reason.utf8.starts(with: code.rawValue.utf8) {
      self = code
      return
    }
    return nil
  }

  /// Its most frequent cause.
  public var usualCause: String {
    switch self {
    case .badResponse: "the file is missing, or a firewall, a geographical rule or a bot wall blocks it"
    case .privateAddress: "DNS points into a private network"
    case .timeout: "a slow start of the server, an IPv6 address that nobody serves, or a block"
    case .badJSON: "a web page instead of the file, or an error in its syntax"
    }
  }
}

/// Whether an address is one that the public cannot reach (RFC 1918, 3927, 4193, 4291, 5735, 6598).
func isPrivate(_ address: String) -> Bool {
  let parts = address.split(separator: ".").compactMap { UInt8($0) }
  if parts.count == 4 {
    switch (parts[0], parts[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (192, 168): return true
    case (172, 16...31), (100, 64...127): return true
    default: return false
    }
  }
  let small = address.utf8.map { $0.asciiLowercased }
  if small == Array("::1".utf8) || small == Array("::".utf8) { return true }
  // fc00::/7 and fe80::/10.
  guard small.count > 3, small[0] == UInt8(ascii: "f") else { return false }
  return small[1] == UInt8(ascii: "c") || small[1] == UInt8(ascii: "d")
    || (small[1] == UInt8(ascii: "e")
      && [UInt8(ascii: "8"), UInt8(ascii: "9"), UInt8(ascii: "a"), UInt8(ascii: "b")].contains(small[2]))
}
