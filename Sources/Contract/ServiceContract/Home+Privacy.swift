import Glibc

extension Home {
  /// Takes from other users of this computer what rights they have to a home, as one has that was copied or restored
  /// by hand.
  ///
  /// The folder that a person named (`--home`) may be one of theirs for other things, and stays as it is.
  ///
  /// - Returns: what a person should know of it, a sentence each.
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

  /// The files that are nobody else's business. The picture of tonight is not one of them: a lock screen may be another
  /// user's.
  private var kept: [String] {
    let databases = [database, decks, syncStore].flatMap { path in ["", "-wal", "-shm"].map { path + $0 } }
    return databases + [
      configuration, serviceLog, dashboardKey, calendarToken, tasksTold, board, signingCards, sync, syncSuccessor,
      simulatedCards, sensors, activeMinutes, noiseNote, "\(stateFolder)/phones.json",
    ]
  }

  /// Whether something of this user's and of a kind, and no link, can be read, written or entered by others.
  private static func isOpenToOthers(_ path: String, _ kind: mode_t) -> Bool {
    var found = stat()
    return unsafe lstat(path, &found) == 0 && found.st_mode & S_IFMT == kind && found.st_uid == getuid()
      && found.st_mode & 0o077 != 0
  }
}
