/// Which hosts open: several profiles' sites together, where what any of them closes is closed.
public struct SitePolicy: Sendable {
  /// One profile's sites.
  public struct Section: Sendable {
    /// Whether what is named opens, and nothing else.
    public let allowsOnlyNamed: Bool
    /// The names and the exceptions from them.
    public var names: SiteTable
    /// Sites whose parts some browsers close themselves.
    public var left = SiteTable()

    /// A profile's sites.
    public init(allowsOnlyNamed: Bool, names: SiteTable) {
      self.allowsOnlyNamed = allowsOnlyNamed
      self.names = names
    }
  }

  /// The profiles' sites, the session's own first.
  public var sections: [Section]
  /// Whether nobody is to learn how a hello is encrypted, and one that is encrypted for a known front is refused.
  public var answersECH = true

  /// A policy over some sections; without any, everything opens.
  public init(sections: [Section] = [], answersECH: Bool = true) {
    self.sections = sections
    self.answersECH = answersECH
  }

  /// Several policies together: what one of them closes is closed.
  public init(_ policies: [SitePolicy]) {
    sections = policies.flatMap(\.sections)
    answersECH = policies.contains { !$0.isEmpty && $0.answersECH }
  }

  /// Whether some profile lets only named sites open, so that a host without a name stays closed.
  public var closesUnnamed: Bool { sections.contains { $0.allowsOnlyNamed } }

  /// Whether nothing is closed for anybody.
  public var isEmpty: Bool { !sections.contains { $0.allowsOnlyNamed || $0.names.count > 0 } }

  /// What happens to a connection to this host.
  ///
  /// - Parameter isWeb: whether the connection goes to a port of the web; a profile that lets only named sites open
  ///   does not ask
  ///   a mail program or a clock for a name.
  public func verdict(on host: SiteName, isWeb: Bool = true) -> SiteVerdict {
    verdict(on: host, isWeb: isWeb, by: sections)
  }

  /// Whether a host is closed by nothing but sections that leave it to browsers which see its parts.
  public func isLeft(_ host: SiteName, isWeb: Bool = true) -> Bool {
    let others = sections.filter { $0.left.match(host) == nil }
    return others.count < sections.count && verdict(on: host, isWeb: isWeb, by: others) == .open
  }

  private func verdict(on host: SiteName, isWeb: Bool, by sections: [Section]) -> SiteVerdict {
    if ProtectedSites.contains(host) { return .open }
    for section in sections {
      let match = section.names.match(host)
      if section.allowsOnlyNamed {
        if isWeb, match?.kind != .named { return .closed(rule: match.map { rule($0, in: host) }) }
      } else if let match, match.kind == .named {
        return .closed(rule: rule(match, in: host))
      }
    }
    return .open
  }

  /// Why a host stays closed that leads elsewhere unseen, whatever its name: a resolver that is asked in secret, or a
  /// front behind which another site may be. A profile that names what is open closes both by what it does not name.
  ///
  /// - Parameter isMarked: whether the host was named in a hello that may hold an encrypted one.
  public func closesDetour(_ host: SiteName, isMarked: Bool) -> Bool {
    guard sections.contains(where: { !$0.allowsOnlyNamed }) else { return false }
    return HiddenResolvers.contains(host) || isMarked && answersECH && KnownFronts.contains(host)
  }

  /// What happens to a connection whose host cannot be read.
  public func verdictOnUnnamed(isWeb: Bool = true) -> SiteVerdict {
    isWeb && closesUnnamed ? .closed(rule: nil) : .open
  }

  private func rule(_ match: SiteTable.Match, in host: SiteName) -> String {
    String(decoding: host.octets[match.start...], as: UTF8.self)
  }
}

/// Whether a host opens.
public enum SiteVerdict: Sendable, Equatable {
  case open
  /// It stays closed, by the entry named, or because no entry opens it.
  case closed(rule: String?)
}
