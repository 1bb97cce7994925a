public import FocusLinks
public import JSONText

/// Who may claim a site's links, as a person writes it down once: `aasa/focuskey.json5`.
///
/// ```json5
/// {
///   domain: "focuskey.app",
///   apple: { team: "ABCDE12345", apps: ["app.focuskey.FocusKey"], clips: [], passwords: false, oldestIOS: "14" },
///   android: { package: "app.focuskey", fingerprints: ["14:6D:…"], rules: true },
///   routes: [{ name: "lights", path: "/lights/:room", parameters: ["level"], whenSoft: "acts" }],
/// }
/// ```
public struct SiteDefinition: Sendable {
  /// The apps on Apple devices.
  public struct AppleApps: Sendable {
    /// The ten characters before the dot of each id.
    public let team: String
    /// The bundle identifiers of the apps.
    public let apps: [String]
    /// The bundle identifiers of the App Clips.
    public let clips: [String]
    /// Whether the apps may use the site's passwords and passkeys.
    public let sharesPasswords: Bool
    /// The oldest iOS that shall open links.
    public let oldest: IOSVersion
  }

  /// The app on Android.
  public struct AndroidApp: Sendable {
    /// The package name.
    public let package: String
    /// The SHA-256 fingerprints of the signing keys.
    public let fingerprints: [String]
    /// Whether Android 15 and later get the same rules as Apple devices; they narrow what the app's manifest takes.
    public let hasRules: Bool
  }

  /// The host of the links.
  public let domain: String
  /// The apps on Apple devices, if there are any.
  public let apple: AppleApps?
  /// The app on Android, if there is one.
  public let android: AndroidApp?
  /// The routes whose links the apps claim.
  public let routes: RouteTable

  /// Reads a definition; every name in it must be known, and what would make a useless file is refused.
  public init(_ document: JSONDocument) throws(JSONShapeError) {
    let root = try JSONItem(document.root).members("domain", "apple", "android", "routes")
    let domainItem = try root.required("domain")
    domain = try domainItem.string()
    guard let address = WebAddress("https://" + domain + "/"), address.host == domain, address.port == nil else {
      throw domainItem.refusal("a domain is a host name in small letters, without scheme, port and path")
    }
    apple = try root["apple"].map { item throws(JSONShapeError) in try Self.apple(item) }
    android = try root["android"].map { item throws(JSONShapeError) in try Self.android(item) }
    guard apple != nil || android != nil else {
      throw JSONItem(document.root).refusal("no app is named: add “apple” or “android”")
    }
    routes = try OwnRoutes(root["routes"]).table(hosts: [domain])
  }

  /// What the definition that ships with FocusKey says for want of anything true: values that are well formed and
  /// belong to nobody.
  public static let madeUp = (
    team: "F0CU5K3Y42",
    fingerprint: "7D:1A:0C:55:9E:42:B3:6F:08:D4:21:F7:5B:C9:30:8E:64:AF:12:9B:E5:73:0D:C6:48:1F:BA:97:E0:26:5C:D1"
  )

  /// Where a made-up value of the shipped definition is left: files made from it claim links for no app that
  /// exists.
  public var placeholders: [(path: String, value: String)] {
    var found: [(path: String, value: String)] = []
    if let apple, apple.team == Self.madeUp.team { found.append(("/apple/team", apple.team)) }
    for (index, fingerprint) in (android?.fingerprints ?? []).enumerated() where fingerprint == Self.madeUp.fingerprint
    {
      found.append(("/android/fingerprints/\(index)", fingerprint))
    }
    return found
  }

  private static func apple(_ item: JSONItem) throws(JSONShapeError) -> AppleApps {
    let members = try item.members("team", "apps", "clips", "passwords", "oldestIOS")
    let teamItem = try members.required("team")
    let team = try teamItem.string()
    let apps = try members.required("apps")
    let oldest = members["oldestIOS"]
    let result = AppleApps(
      team: team, apps: try apps.strings(), clips: try members["clips"]?.strings() ?? [],
      sharesPasswords: try members["passwords"]?.bool() ?? false,
      oldest: try oldest.map { item throws(JSONShapeError) in try IOSVersion(item) } ?? IOSVersion(major: 14, minor: 0))
    guard !result.apps.isEmpty else { throw apps.refusal("list at least one bundle identifier") }
    for bundle in result.apps + result.clips {
      if let flaw = AppIDForm(team + "." + bundle).flawInDefinition {
        throw item.refusal("“\(team).\(bundle)” is not an app id: \(flaw)")
      }
    }
    return result
  }

  private static func android(_ item: JSONItem) throws(JSONShapeError) -> AndroidApp {
    let members = try item.members("package", "fingerprints", "rules")
    let package = try members.required("package")
    let fingerprints = try members.required("fingerprints")
    let result = AndroidApp(
      package: try package.string(), fingerprints: try fingerprints.strings(),
      hasRules: try members["rules"]?.bool() ?? true)
    guard AssetLinksLint.isPackage(result.package) else {
      throw package.refusal("“\(result.package)” is not a package name")
    }
    guard !result.fingerprints.isEmpty else { throw fingerprints.refusal("list at least one fingerprint") }
    for (index, fingerprint) in result.fingerprints.enumerated() where FingerprintForm(fingerprint) != .wellFormed {
      throw try fingerprints.array()[index].refusal(
        "a SHA-256 fingerprint is 32 pairs of hex digits in capitals with colons")
    }
    return result
  }
}

/// A version of iOS, as far as association files care.
public struct IOSVersion: Comparable, Sendable {
  /// The first number.
  public let major: Int64
  /// The second.
  public let minor: Int64

  /// Names a version.
  public init(major: Int64, minor: Int64) {
    (self.major, self.minor) = (major, minor)
  }

  /// Reads `14`, `14.2` or `"13.5"`.
  init(_ item: JSONItem) throws(JSONShapeError) {
    let text: String
    switch item.node.content {
    case .integer(let number): text = String(number)
    case .number(let number): text = number.description
    default: text = try item.string()
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let major = Int64(parts[0]),
      let minor = parts.count == 2 ? Int64(parts[1]) : 0,
      (9...99).contains(major), minor >= 0
    else { throw item.refusal("a version of iOS is written like 14 or 13.5; links work from 9 on") }
    self.init(major: major, minor: minor)
  }

  /// The first that reads `appIDs` and `components`.
  static let components = IOSVersion(major: 13, minor: 0)

  /// Compares number by number.
  public static func < (one: IOSVersion, other: IOSVersion) -> Bool {
    (one.major, one.minor) < (other.major, other.minor)
  }
}
