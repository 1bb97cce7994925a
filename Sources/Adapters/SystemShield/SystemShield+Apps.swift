import DesktopEntries
import LinuxRuntime
import SiteLists

package struct InstalledApp: Sendable, Equatable {
  /// What profiles call it: the id of its desktop entry.
  package let id: String
  package let name: String
  /// The categories that it belongs to: by the lists that ship, and by what the menus say.
  package let categories: [String]
  /// The icon's name or path; `nil` for an app without one.
  package let icon: String?
}

extension SystemShield {
  /// The apps that can be blocked here: those in the menus, each once, by their names.
  package static func apps() -> [InstalledApp] {
    let surroundings = InstalledApplications.Surroundings()
    return apps(InstalledApplications(surroundings))
  }

  static func apps(_ installed: InstalledApplications) -> [InstalledApp] {
    let lists = SiteLists.names.map { name in (name, SiteLists.apps(of: name) ?? []) }
    var seen: [DesktopEntry] = []
    for entry in installed.entries where entry.isShown && !ProtectedApplications.contains(entry) {
      if !seen.contains(where: { $0.isSameApplication(as: entry) }) { seen.append(entry) }
    }
    return seen.map { entry in
      let listed = lists.filter { list in list.1.contains { entry.answers(to: $0) } }.map(\.0)
      let menu = MenuCategories.lists(of: entry.categories).filter { !listed.contains($0) }
      return InstalledApp(id: entry.id, name: entry.name, categories: (listed + menu).sorted(), icon: entry.icon)
    }.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
  }

  package static func icon(ofApp id: String) -> (type: String, octets: [UInt8])? {
    let surroundings = InstalledApplications.Surroundings()
    guard let entry = InstalledApplications(surroundings).entries.first(where: { $0.id == id }), let name = entry.icon
    else { return nil }
    return AppIcons(surroundings).picture(named: name)
  }
}
