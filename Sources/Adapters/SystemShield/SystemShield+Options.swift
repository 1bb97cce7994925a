internal import LinuxRuntime
package import RunningApps
internal import ShieldProtocol

extension SystemShield {
  package struct Options: Sendable {
    /// What happens to a blocked app that is running.
    package var running: RunningChoice
    /// Whether nobody may learn how site names are encrypted while something is blocked.
    package var answersECH = true
    /// Whether anything on this computer is touched at all.
    package var isReal: Bool
    /// The folder for notes that outlive a reboot.
    package var state: String
    /// The person's data folder; stand-ins go into its `applications` folder.
    package var dataFolder: String
    /// The entry that replaces a blocked app in menus, without the app's id; without it, nothing is replaced.
    package var standIn: [String] = []
    /// The words that start a guardian, without this process's number; empty for none.
    package var guardian: [String] = []
    /// The helper's socket.
    package var helper: String
    /// The folder for notes that a reboot clears.
    package var notes: String

    /// `runtimeFolder` contains the service's socket, `stateFolder` what has to outlive a reboot.
    package init(runtimeFolder: String, stateFolder: String, running: RunningChoice = .freeze) {
      self.running = running
      // For trials of a service on a computer where somebody works: another helper, or none and nothing else either.
      let other = Environment["FOCUSKEY_SHIELD"]
      isReal = other != "none"
      helper = other ?? ShieldSocket.path
      notes = runtimeFolder
      state = stateFolder
      dataFolder = Environment["XDG_DATA_HOME"] ?? "\(Environment["HOME"] ?? "/")/.local/share"
    }

    /// `word` comes from the configuration; one that is not known changes nothing.
    package mutating func treatRunningApps(as word: String) { running = RunningChoice(rawValue: word) ?? running }

    package var hasBrowserExtension: Bool { page.isInstalled }

    var page: BrowserPage { BrowserPage(folder: notes, dataFolder: dataFolder) }

    var ownLayers: OwnLayers {
      OwnLayers(
        proxyNote: "\(state)/proxy-before", connectionsNote: FollowersConnections.note(in: notes),
        dataFolder: dataFolder, command: standIn)
    }

    var frozenNote: String { "\(notes)/frozen" }
  }
}
