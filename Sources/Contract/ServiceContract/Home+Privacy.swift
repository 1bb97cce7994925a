import Glibc

extension Home {
  /// Removes other users' rights to a home, but not to a folder given by `--home`; returns warnings.
  package func makePrivate() -> [String] {
    var told: [String] = []
    for folder in Set([stateFolder, runtimeFolder, configurationFolder]).sorted()
    where Self.isOpenToOthers(folder, S_IFDIR) {
      if self.folder == nil, unsafe chmod(folder, 0o700) == 0 {
        told.append("other users could look into \(folder): now only you can")
      } else {
        told.append("other users can look into \(folder): to keep them out, run chmod 700 \(folder)")
      }
    }
    let open = kept.filter { Self.isOpenToOthers($0, S_IFREG) }
    let closed = open.filter { path in unsafe chmod(path, 0o600) == 0 }
    if !closed.isEmpty {
      told.append("other users could read what only you can now: \(closed.joined(separator: ", "))")
    }
    return told
  }

  /// The private files. The picture of tonight is not: a lock screen may be another user's.
  private var kept: [String] {
    let databases = [database, decks, syncStore].flatMap { path in ["", "-wal", "-shm"].map { path + $0 } }
    return databases + [
      configuration, serviceLog, dashboardKey, calendarToken, tasksTold, board, signingCards, sync, syncSuccessor,
      simulatedCards, sensors, activeMinutes, noiseNote, "\(stateFolder)/phones.json",
    ]
  }

  /// Whether something of this user's and of that kind, not a link, is open to others.
  private static func isOpenToOthers(_ path: String, _ kind: mode_t) -> Bool {
    var found = stat()
    return unsafe lstat(path, &found) == 0 && found.st_mode & S_IFMT == kind && found.st_uid == getuid()
      && found.st_mode & 0o077 != 0
  }
}
