import Glibc
package import LinuxRuntime

/// Where one service keeps what it owns: either the folders that the desktop standard names, or one folder for all
/// (`--home`).
package struct Home: Sendable, Equatable {
  /// The unix socket on which the service is spoken to.
  package let socket: String
  /// The log and the settings.
  package let database: String
  /// What a person configures by hand.
  package let configuration: String
  /// The file whose lock makes a service the only one here.
  package let lock: String
  /// What the service said about itself when `focuskey up` started it.
  package let serviceLog: String
  /// What browsers that may change something prove themselves with.
  package let dashboardKey: String
  /// Where earlier versions kept the highest counter of each card, which is in the log now.
  package var tapCounters: String { "\(Self.folder(of: database))/tap-counters.json" }
  /// The decks that are learned.
  package var decks: String { "\(Self.folder(of: database))/decks.sqlite" }
  /// The folder of what cards show and play, with a folder for each deck.
  package var media: String { "\(stateFolder)/media" }
  /// What was written to the cards of the simulated reader.
  package var simulatedCards: String { "\(stateFolder)/simulated-cards.json" }
  /// The folder that a person named, where one was named.
  package let folder: String?

  /// Everything in one folder.
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
  /// Up to when reminders of tasks were told, in milliseconds since 1970.
  package var tasksTold: String { "\(stateFolder)/tasks.told" }

  /// The folder that is shared with friends, the name there and the key that signs.
  package var board: String { "\(stateFolder)/board.json" }

  /// The keys of cards that sign their taps.
  package var signingCards: String { "\(stateFolder)/signing-cards.json" }
  /// The household of devices that this home is in: where the mailbox is, and the keys.
  package var sync: String { "\(stateFolder)/sync.json" }
  /// What this device sent to the others and heard of them.
  package var syncStore: String { "\(stateFolder)/sync.sqlite" }
  /// Own copies of what this device wrote into a household's folder.
  package var syncFolder: String { "\(stateFolder)/sync-folder" }
  /// Who this home becomes in its household, while it goes over to a new id there.
  package var syncSuccessor: String { "\(stateFolder)/sync-successor.json" }

  /// What a process locks while the home goes over to a new id; the folder's own lock is the service's.
  package var syncLock: String { "\(stateFolder)/sync.lock" }

  /// The folder of the backups that are made by themselves.
  package var backups: String { "\(stateFolder)/backups" }

  /// The folder of how long what was in front, as sums of a day.
  package var screenTime: String { "\(stateFolder)/screen-time" }

  /// The note that what was unpacked from a backup is to take the place of everything.
  package var restoreNote: String { "\(stateFolder)/restore.ready" }

  /// The folder of the socket: what is there need not outlive a restart of the computer.
  package var runtimeFolder: String { Self.folder(of: socket) }
  /// The folder of what outlives a restart of the computer.
  package var stateFolder: String { Self.folder(of: database) }

  /// The picture of tonight, for a bar, a wallpaper or a lock screen.
  package var eye: String { "\(stateFolder)/eye.svg" }

  /// The sensors that the person chose to wear.
  package var sensors: String { "\(stateFolder)/sensors.json" }
  /// The minutes of movement that are not booked yet.
  package var activeMinutes: String { "\(stateFolder)/active-minutes.json" }

  /// What the desktop showed before it showed the picture of tonight.
  package var pictureNote: String { "\(stateFolder)/desktop.picture" }

  /// The file that keeps how quiet the quiet room is.
  package var noiseNote: String { "\(stateFolder)/noise" }

  /// The folder of what a person configures by hand.
  var configurationFolder: String { Self.folder(of: configuration) }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
  }

  /// What the drafts of a new log are called, apart from the process at the end that makes them.
  package var drafts: String { "\(database).import-" }

  /// The draft of a new log that a process makes: `takeUp` puts it in the log's place.
  package func draft(by process: Int32) -> String { "\(drafts)\(process)" }

  /// Removes what means nothing once a service has ended in order: the folder of the socket, if it is empty.
  package func removeTraces() {
    // What the browsers of earlier versions were let in with.
    _ = unsafe unlink("\(stateFolder)/dashboard.token")
    if runtimeFolder != stateFolder { _ = unsafe rmdir(runtimeFolder) }
  }

  /// Makes the folders that the files lie in.
  package func makeFolders() throws(SystemError) {
    for file in [socket, database, configuration] {
      if let slash = file.lastIndex(of: "/"), slash != file.startIndex { try Files.makeFolder(String(file[..<slash])) }
    }
  }
}
