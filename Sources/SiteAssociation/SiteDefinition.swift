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
    /// The application id.
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
  public init(_ document: JSONDocument) throws(JSONMismatch) {
    let root = try JSONItem(document.root).members("domain", "apple", "android", "routes")
    let domainItem = try root.required("domain")
    domain = try domainItem.string()
    guard let address = WebAddress("https://" + domain + "/"), address.host == domain, address.port == nil else {
      throw domainItem.refusal("a domain is a host name in small letters, without scheme, port and path")
    }
    apple = try root["apple"].map { item throws(JSONMismatch) in try Self.apple(item) }
    android = try root["android"].map { item throws(JSONMismatch) in try Self.android(item) }
    guard apple != nil || android != nil else {
      throw JSONItem(document.root).refusal("no app is named: add “apple” or “android”")
    }
    routes = try Self.routes(root["routes"], domain: domain)
  }

  private static func apple(_ item: JSONItem) throws(JSONMismatch) -> AppleApps {
    let members = try item.members("team", "apps", "clips", "passwords", "oldestIOS")
    let teamItem = try members.required("team")
    let team = try teamItem.string()
    let apps = try members.required("apps")
    let oldest = members["oldestIOS"]
    let result = AppleApps(
      team: team, apps: try apps.strings(), clips: try members["clips"]?.strings() ?? [],
      sharesPasswords: try members["passwords"]?.bool() ?? false,
      oldest: try oldest.map { item throws(JSONMismatch) in try IOSVersion(item) } ?? IOSVersion(major: 14, minor: 0))
    guard !result.apps.isEmpty else { throw apps.refusal("list at least one bundle identifier") }
    for bundle in result.apps + result.clips {
      switch AppIDForm(team + "." + bundle) {
      case .wellFormed, .numericPrefix: break
      default: throw item.refusal("“\(team).\(bundle)” is not an app id: ten capitals or digits, a dot, the bundle id")
      }
    }
    return result
  }

  private static func android(_ item: JSONItem) throws(JSONMismatch) -> AndroidApp {
    let members = try item.members("package", "fingerprints", "rules")
    let package = try members.required("package")
    let fingerprints = try members.required("fingerprints")
    let result = AndroidApp(
      package: try package.string(), fingerprints: try fingerprints.strings(),
      hasRules: try members["rules"]?.bool() ?? true)
    guard AssetLinksLint.isPackage(result.package) else {
      throw package.refusal("“\(result.package)” is no application id")
    }
    guard !result.fingerprints.isEmpty else { throw fingerprints.refusal("list at least one fingerprint") }
    for (index, fingerprint) in result.fingerprints.enumerated() where FingerprintForm(fingerprint) != .wellFormed {
      throw try fingerprints.array()[index].refusal(
        "a SHA-256 fingerprint is 32 pairs of hex digits in capitals with colons")
    }
    return result
  }

  private static func routes(_ item: JSONItem?, domain: String) throws(JSONMismatch) -> RouteTable {
    var own: [Route] = []
    for entry in try item?.array() ?? [] {
      let members = try entry.members("name", "path", "parameters", "whenSoft")
      let path = try members.required("path")
      let (name, pattern) = (try members.required("name").string(), try path.string())
      let parameters = try members["parameters"]?.strings() ?? []
      let acts = try members["whenSoft"]?.word(among: ["acts", "refused"]) == "acts"
      do throws(RouteProblem) {
        own.append(
          try Route(own: name, path: pattern, parameters: parameters, whenSoft: acts ? .acts : .refused))
      } catch {
        throw path.refusal("\(error.what): \(error.advice)")
      }
    }
    guard let item else { return RouteTable(hosts: [domain]) }
    do throws(RouteTableError) {
      return try RouteTable(hosts: [domain], own: own)
    } catch {
      throw item.refusal(
        error.problems.first.map { problem in "\(problem.route): \(problem.what): \(problem.advice)" }
          ?? "the routes do not fit together")
    }
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
  init(_ item: JSONItem) throws(JSONMismatch) {
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
