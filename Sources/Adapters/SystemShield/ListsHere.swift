internal import DesktopEntries
package import FocusSession
import LinuxRuntime
import SiteLists
package import SiteRules

/// The shipped lists with the person's changes, and the apps of this computer.
package struct ListsHere: ListBook {
  private struct List: Sendable {
    let changes: Category?
    let sites: Set<SiteName>
    let exceptions: Set<SiteName>
    let apps: Set<String>
  }

  private let read = Locked<[String: List]>([:])
  private let notes: String?

  /// Without `notes`, some browser is assumed to see parts of sites.
  package init(notes: String? = nil) {
    self.notes = notes
  }

  /// Whether some browser sees which part of a site it opens.
  package var seesParts: Bool {
    notes.map { BrowserCall.all(in: $0).contains(where: \.seesParts) } ?? true
  }

  package func ships(_ list: String) -> Bool { SiteLists.names.contains(list) }

  package func entry(for host: SiteName, in name: String, _ changes: Category?) -> ListEntry? {
    guard let list = list(name, changes) else { return nil }
    for domain in Self.domains(of: host) {
      if list.sites.contains(domain) { return ListEntry(length: domain.octets.count, isNamed: true) }
      if list.exceptions.contains(domain) { return ListEntry(length: domain.octets.count, isNamed: false) }
    }
    return nil
  }

  package func hasApp(_ app: String, in name: String, _ changes: Category?) -> Bool {
    if list(name, changes)?.apps.contains(Self.bare(app)) ?? false { return true }
    // What a menu says of an app, unless the person took it out.
    if changes?.apps.contains(where: { Self.bare($0) == "!" + Self.bare(app) }) ?? false { return false }
    return entries(of: app).contains { MenuCategories.lists(of: $0.categories).contains(name) }
  }

  package func isInstalled(_ app: String) -> Bool {
    !entries(of: app).isEmpty
  }

  /// Looks for the app's own file first, because reading all entries takes a while.
  private func entries(of app: String) -> [DesktopEntry] {
    let places = InstalledApplications.Surroundings()
    let file = "applications/\(Self.bare(app)).desktop"
    guard !app.contains("/"), places.dataFolders.contains(where: { Files.exists("\($0)/\(file)") }) else { return [] }
    return InstalledApplications(places).entries.filter { Self.bare($0.id) == Self.bare(app) }
  }

  private func list(_ name: String, _ changes: Category?) -> List? {
    read.withLock { read in
      if let known = read[name], known.changes == changes { return known }
      guard let contents = CategoryContents(of: name, changedBy: changes.map { [$0] } ?? []) else { return nil }
      let list = List(
        changes: changes, sites: Set(contents.sites), exceptions: Set(contents.exceptions),
        apps: Set(contents.apps.map(Self.bare)))
      read[name] = list
      return list
    }
  }

  /// A host and every domain above it, the nearest first.
  private static func domains(of host: SiteName) -> [SiteName] {
    var (domains, rest) = ([host], host.octets[...])
    while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
      rest = rest[(dot + 1)...]
      if let name = SiteName(wire: rest) { domains.append(name) }
    }
    return domains
  }

  /// Drops the ending of the desktop entry, if there is one.
  private static func bare(_ app: String) -> String {
    app.hasSuffix(".desktop") ? String(app.dropLast(".desktop".count)) : app
  }
}
