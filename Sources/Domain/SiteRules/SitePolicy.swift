/// Which hosts open: several profiles' sites together, where what any of them closes is closed.
public struct SitePolicy: Sendable {
  /// One profile's sites.
  public struct Section: Sendable {
    /// Whether what is named opens, and nothing else.
    public let allowsOnlyNamed: Bool
    /// The names and the exceptions from them.
    public var names: SiteTable

    /// A profile's sites.
    public init(allowsOnlyNamed: Bool, names: SiteTable) {
      self.allowsOnlyNamed = allowsOnlyNamed
      self.names = names
    }
  }

  /// The profiles' sites, the session's own first.
  public var sections: [Section]

  /// A policy over some sections; without any, everything opens.
  public init(sections: [Section] = []) {
    self.sections = sections
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
  /// It opens.
  case open
  /// It stays closed, by the entry named, or because no entry opens it.
  case closed(rule: String?)
}
