internal import LinuxRuntime
package import RunningApps
internal import ShieldProtocol

extension SystemShield {
  /// Where a shield finds things, and what it does to running apps.
  package struct Options: Sendable {
    /// What becomes of a blocked app that is running.
    package var running: RunningChoice
    /// Whether nobody is to learn how names of sites are encrypted while something is blocked.
    package var answersECH = true
    /// Whether anything of this computer is touched at all.
    package var isReal: Bool
    /// The folder for notes that outlive a reboot.
    package var state: String
    /// The person's own data folder, in whose `applications` below entries stand in.
    package var dataFolder: String
    /// The entry that replaces a blocked app in menus, without the app's id; without it, nothing is replaced.
    package var standIn: [String] = []
    /// The words that start a guardian, without this process's number; nobody watches over the service without it.
    package var guardian: [String] = []
    /// The helper's socket.
    package var helper: String
    /// The folder for notes that a reboot clears.
    package var notes: String

    /// Options for a service.
    ///
    /// - Parameters:
    ///   - runtimeFolder: the folder of the service's socket.
    ///   - stateFolder: the folder of what has to outlive a reboot.
    ///   - running: what becomes of a blocked app that is running.
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

    /// What becomes of a blocked app that is running, by its word in the configuration.
    package mutating func treatRunningApps(as word: String) { running = RunningChoice(rawValue: word) ?? running }

    /// Whether the extension was put into this person's browsers, or into everybody's.
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
