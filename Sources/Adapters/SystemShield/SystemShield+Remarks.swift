import DesktopEntries

extension SystemShield {
  /// What a person should know of apps that they want blocked, before a session finds it out.
  package func remarks(on apps: [String]) -> [String] {
    guard !apps.isEmpty else { return [] }
    return Self.remarks(on: apps, InstalledApplications(InstalledApplications.Surroundings()))
  }

  static func remarks(on apps: [String], _ installed: InstalledApplications) -> [String] {
    DesktopEntries.applications(apps, among: installed.entries).compactMap { wanted, entries in
      if entries.isEmpty {
        let isProtected =
          ProtectedApplications.contains(program: wanted)
          || installed.entries.contains { ($0.id == wanted || $0.name == wanted) && ProtectedApplications.contains($0) }
        return isProtected
          ? "\(wanted) is protected and will not be blocked" : "no app called \(wanted) is installed on this computer"
      }
      let open = entries.filter { !installed.canBeRefused($0) }
      return open.isEmpty ? nil : "\(wanted) can still be started in a terminal"
    }
  }
}
