extension DesktopEntry {
  /// Whether two entries are the same application in different packages.
  ///
  /// The same name in the launcher, the same window class, or the same id says so: people block Telegram, not one
  /// packaging of it.
  package func isSameApplication(as other: DesktopEntry) -> Bool {
    if id.lowercased() == other.id.lowercased() { return true }
    if name.lowercased() == other.name.lowercased() { return true }
    if let mine = windowClass?.lowercased(), let theirs = other.windowClass?.lowercased(), mine == theirs {
      return true
    }
    return false
  }

  /// Whether a person who wrote this meant the entry: its id with or without `.desktop`, the id of its package, or
  /// its name.
  package func answers(to written: String) -> Bool {
    var wanted = written.lowercased()
    if wanted.hasSuffix(".desktop"), id.lowercased() != wanted { wanted = String(wanted.dropLast(8)) }
    if id.lowercased() == wanted || name.lowercased() == wanted { return true }
    if flatpak?.lowercased() == wanted || snap?.lowercased() == wanted { return true }
    // A snap's entry is called `name_command`.
    if let snap, id.lowercased() == "\(snap)_\(wanted)".lowercased() { return true }
    return false
  }
}

/// All entries that are one of the wanted applications, in any packaging.
///
/// - Parameters:
///   - wanted: ids or names as a person wrote them.
///   - installed: the entries of this computer, the ones that come first winning over later ones of the same id.
/// - Returns: for each wanted word the entries that it means, none where nothing of that name is installed.
package func applications(_ wanted: [String], among installed: [DesktopEntry]) -> [(
  wanted: String, entries: [DesktopEntry]
)] {
  wanted.map { word in
    let named = installed.filter { $0.answers(to: word) }
    let alike = installed.filter { entry in
      !named.contains { $0.id == entry.id } && named.contains { entry.isSameApplication(as: $0) }
    }
    return (word, (named + alike).filter { !ProtectedApplications.contains($0) })
  }
}
