import Glibc

/// Where a service keeps its files: the desktop standard's folders, or one for all (`--home`).
package struct Home: Sendable, Equatable {
  package let socket: String
  /// The log and the settings.
  package let database: String
  /// What a person configures by hand.
  package let configuration: String
  /// The file whose lock allows only one service here.
  package let lock: String
  /// What the service printed when `focuskey up` started it.
  package let serviceLog: String
  /// The secret with which browsers prove that they may change something.
  package let dashboardKey: String
  /// Where earlier versions kept the highest counter of each card, which is in the log now.
  package var tapCounters: String { "\(Self.folder(of: database))/tap-counters.json" }
  package var decks: String { "\(Self.folder(of: database))/decks.sqlite" }
  /// The folder of what cards show and play, with a folder for each deck.
  package var media: String { "\(stateFolder)/media" }
  /// What was written to the cards of the simulated reader.
  package var simulatedCards: String { "\(stateFolder)/simulated-cards.json" }
  /// The folder that a person named; `nil` if none was.
  package let folder: String?

  package init(folder: String) {
    self.folder = folder
    socket = "\(folder)/control.sock"
    database = "\(folder)/focuskey.sqlite"
    configuration = "\(folder)/config.json5"
    lock = "\(folder)/service.lock"
    serviceLog = "\(folder)/service.log"
    dashboardKey = "\(folder)/dashboard.key"
  }

  /// The folders of the XDG Base Directory Specification, with its defaults below the home folder.
  ///
  /// Without a runtime folder (no session, as over ssh or in a container) the socket is beside the database.
  package init(environment: (String) -> String?) {
    let user = environment("HOME") ?? "/"
    let state = "\(environment("XDG_STATE_HOME") ?? "\(user)/.local/state")/focuskey"
    let configuration = "\(environment("XDG_CONFIG_HOME") ?? "\(user)/.config")/focuskey"
    let runtime = environment("XDG_RUNTIME_DIR").map { "\($0)/focuskey" } ?? state
    folder = nil
    socket = "\(runtime)/control.sock"
    database = "\(state)/focuskey.sqlite"
    self.configuration = "\(configuration)/config.json5"
    lock = "\(state)/service.lock"
    serviceLog = "\(state)/service.log"
    dashboardKey = "\(state)/dashboard.key"
  }

  /// The token of programs that read the calendar feed.
  package var calendarToken: String { "\(stateFolder)/calendar.token" }
  /// The time up to which task reminders were shown, in milliseconds since 1970.
  package var tasksTold: String { "\(stateFolder)/tasks.told" }

  /// The folder shared with friends, the name there and the key that signs.
  package var board: String { "\(stateFolder)/board.json" }

  /// The keys of cards that sign their taps.
  package var signingCards: String { "\(stateFolder)/signing-cards.json" }
  /// The household of devices that this home is in: where the mailbox is, and the keys.
  package var sync: String { "\(stateFolder)/sync.json" }
  /// What this device sent to the others and received from them.
  package var syncStore: String { "\(stateFolder)/sync.sqlite" }
  /// Own copies of what this device wrote into a household's folder.
  package var syncFolder: String { "\(stateFolder)/sync-folder" }
  /// Who this home becomes in its household, while it changes to a new id.
  package var syncSuccessor: String { "\(stateFolder)/sync-successor.json" }

  /// Locked while the home changes to a new id; the folder's own lock belongs to the service.
  package var syncLock: String { "\(stateFolder)/sync.lock" }

  /// The folder of automatic backups.
  package var backups: String { "\(stateFolder)/backups" }

  /// The folder of daily sums of how long each app or site was in front.
  package var screenTime: String { "\(stateFolder)/screen-time" }

  /// The note that an unpacked backup should replace everything.
  package var restoreNote: String { "\(stateFolder)/restore.ready" }

  /// The folder of the socket; its contents need not survive a restart of the computer.
  package var runtimeFolder: String { Self.folder(of: socket) }
  /// The folder of what survives a restart of the computer.
  package var stateFolder: String { Self.folder(of: database) }

  /// The picture of tonight, for a bar, a wallpaper or a lock screen.
  package var eye: String { "\(stateFolder)/eye.svg" }

  package var sensors: String { "\(stateFolder)/sensors.json" }
  /// The minutes of movement that are not booked yet.
  package var activeMinutes: String { "\(stateFolder)/active-minutes.json" }

  /// What the desktop showed before the picture of tonight.
  package var pictureNote: String { "\(stateFolder)/desktop.picture" }

  /// The file that says how quiet the quiet room is.
  package var noiseNote: String { "\(stateFolder)/noise" }

  var configurationFolder: String { Self.folder(of: configuration) }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
  }

  /// The prefix of drafts of a new log; the id of the process that makes one follows.
  package var drafts: String { "\(database).import-" }

  /// The draft of a new log that a process makes: `takeUp` puts it in the log's place.
  package func draft(by process: Int32) -> String { "\(drafts)\(process)" }

  /// Removes what is useless after an orderly end: the folder of the socket, if it is empty.
  package func removeTraces() {
    // What the browsers of earlier versions were let in with.
    _ = unsafe unlink("\(stateFolder)/dashboard.token")
    if runtimeFolder != stateFolder { _ = unsafe rmdir(runtimeFolder) }
  }

  package func makeFolders() throws(SystemError) {
    for file in [socket, database, configuration] {
      if let slash = file.lastIndex(of: "/"), slash != file.startIndex { try Files.makeFolder(String(file[..<slash])) }
    }
  }
}
