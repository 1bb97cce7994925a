/// What one profile closes while it is in force.
public struct Blocks: Equatable, Sendable {
  /// How the lists are meant.
  public enum Mode: Equatable, Sendable {
    /// What is named does not open.
    case block
    /// Only what is named opens.
    case allow
  }

  /// How the lists are meant.
  public var mode: Mode
  /// Domains with all their subdomains; one that begins with `!` is an exception.
  public var sites: [String]
  /// Desktop entry ids.
  public var apps: [String]
  /// Names of shipped or own lists.
  public var categories: [String]
  /// What becomes of parts of sites where nobody sees which part is asked for.
  public var paths = PathRule.inExtension
  /// What stays open whatever else is named: sites with all their subdomains, and apps. Only allowances have it.
  public var except: [String] = []

  /// Blocks as they stand in a profile.
  public init(mode: Mode = .block, sites: [String] = [], apps: [String] = [], categories: [String] = []) {
    self.mode = mode
    self.sites = sites
    self.apps = apps
    self.categories = categories
  }

  /// Whether nothing is named, and nothing closed.
  public var isEmpty: Bool { mode == .block && sites.isEmpty && apps.isEmpty && categories.isEmpty }

  /// Whether parts of sites are among them.
  public var namesPaths: Bool { paths != .inExtension || sites.contains { $0.utf8.contains(UInt8(ascii: "/")) } }

  /// Whether everything that `earlier` closes stays closed by these: more is named in block mode, less in allow mode.
  public func holdsAll(of earlier: Blocks) -> Bool {
    guard mode == earlier.mode, paths == .whole || earlier.paths == .inExtension else { return false }
    let (more, less) = mode == .block ? (self, earlier) : (earlier, self)
    let exceptionsNow = mode == .block ? sites : earlier.sites
    let exceptionsBefore = mode == .block ? earlier.sites : sites
    return Set(less.sites.filter { !isException($0) }).isSubset(of: more.sites)
      && Set(exceptionsNow.filter(isException)).isSubset(of: exceptionsBefore)
      && Set(less.apps).isSubset(of: more.apps)
      && Set(less.categories).isSubset(of: more.categories)
  }
}

/// What becomes of the blocked part of a site in a program that tells nobody which part it asks for: every one but a
/// browser in which the extension is at work.
public enum PathRule: String, Sendable, CaseIterable {
  /// The site is open there.
  case inExtension = "extension"
  /// The whole site is shut there.
  case whole
}

func isException(_ site: String) -> Bool { site.utf8.first == UInt8(ascii: "!") }
