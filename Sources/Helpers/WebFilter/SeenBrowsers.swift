import ConnectionNames
import LinuxRuntime
import SiteRules
import SocketOwners

/// Connections of browsers that see which part of a site they open: those close its parts themselves.
enum SeenBrowsers {
  /// Whether a connection that is closed by its host's name is such a browser's, to a site that is left to it.
  ///
  /// Who owns it is looked up only then, because that takes a moment.
  static func own(
    _ ends: ConnectionEnds, _ key: KnownNames.Connection, of person: UInt32, _ shared: Locked<WebFilter.Shared>
  ) -> Bool {
    let browsers = shared.withLock { shared -> Set<Int32> in
      let known = shared.known[person]
      guard let what = known?[key]?.what, case .name(let octets) = what, let host = SiteName(wire: octets) else {
        return []
      }
      return shared.browsers(leaving: host, of: person)
    }
    return isOwned(ends, by: browsers, of: person)
  }

  /// Whether one of these processes, or one that it started from its own file, holds a connection.
  static func isOwned(_ ends: ConnectionEnds, by browsers: Set<Int32>, of person: UInt32) -> Bool {
    guard !browsers.isEmpty else { return false }
    var owners = SocketOwners()
    guard let socket = owners.socket(of: ends) else { return false }
    return SocketTable.isHeld(socket, byFamilyOf: browsers, of: person)
  }
}

extension WebFilter.Shared {
  /// The browsers to which a closed host is left; none where something else closes it, too.
  func browsers(leaving host: SiteName, of person: UInt32) -> Set<Int32> {
    guard let browsers = browsers[person], let policy = policies[person], policy.isLeft(host) else { return [] }
    return browsers
  }
}
