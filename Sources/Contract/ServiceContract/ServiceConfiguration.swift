package import FocusLinks
package import FocusPorts
import Glibc
package import JSONText
package import Languages
package import LibNFCReader
internal import LinuxRuntime
package import Requests
package import SiteAssociation

/// What a person configures by hand in `config.json5`. Profiles, keys, schedules and the promise are not here: they
/// live in the database.
package struct ServiceConfiguration: Sendable {
  /// The links that are ours: of these hosts, FocusKey's own and those that the person added.
  package var links = RouteTable()
  /// The links that the person added, each with what is done when it arrives; the service alone reads the latter.
  package var ownRoutes: OwnRoutes?
  /// What is done when something happens, as it was written; the service alone reads it.
  package var hooks: JSONItem?
  /// The port of the dashboard and of the pages behind links, on 127.0.0.1; 0 for none.
  package var port: UInt16 = 4357
  /// The file that says who may claim the links of the site that is served, as `keytool aasa generate` reads it; `nil`
  /// for what ships.
  package var site: String?
  package var readers = Readers()
  /// What becomes of a blocked application that is running.
  package var runningApps = RunningApps.freeze
  /// Whether nobody is to learn, while something is blocked, how names of sites are encrypted.
  package var answersECH = true
  package var desktop = Desktop()
  /// The signals that the person chose: what of their doings may be noticed. None unless they say so.
  package var signals: Set<SignalName> = []
  /// Where phones are listened to, once one is paired.
  package var phone = PhonePlace()
  /// The cards whose signed taps can be checked.
  package var signingCards: [SigningCard] = []
  /// The two readers between which laps are counted, by their names, home first; `nil` for none.
  package var laps: LapReaders?
  /// What other devices of the person's mean here.
  package var devices = Devices()
  /// The broker of a home; `nil` for none.
  package var mqtt: MQTT?
  /// The folders of tasks, as they are written; none for the one beside the data.
  package var taskFolders: [String] = []
  /// Whether a backup is made by itself once a day.
  package var backsUpDaily = true
  /// The language that people are spoken to in; `nil` where each terminal, desktop and browser says its own.
  package var language: Language?
  /// The list for tasks that name none.
  package var taskList: String?

  /// What is done with a blocked app that is already running.
  package enum RunningApps: String, Sendable, CaseIterable {
    /// It is asked to close, and frozen if it has not closed after some seconds.
    case ask
    /// It is frozen and loses nothing; a break or the end of the session lets it go on.
    case freeze
    /// It is asked to close, and ended if it has not closed after some seconds.
    case end
  }

  /// The names that may stand in a route of the person's own to say what is done. The service, which does it, knows
  /// more about them: `HookBook.actionNames`, to which a test holds these.
  package static let actionNames = ["run", "post", "headers", "mqtt", "within"]

  /// What a person configures about their other devices.
  package struct Devices: Sendable, Equatable {
    /// Whether a session that begins on another device begins here too.
    package var follows = false
    /// Whether a card that signed the tap on another device ends this device's own session too.
    package var oneCardEndsAll = false
    /// Whether profiles, schedules, lists and keys are the same on all devices that choose so.
    package var sharesSettings = false
    /// Whether the secret keys of cards that sign their taps are shared with them.
    package var sharesKeys = false
  }

  /// What a person configures about readers.
  package struct Readers: Sendable, Equatable {
    /// Whether the readers that PC/SC knows are used.
    package var usesPCSC = true
    /// Devices that only libnfc reaches.
    package var libnfc: [LibNFCDevice] = []
    /// Turn off the reader's lights and buzzer.
    package var isSilent = false
    /// What readers are called, and what their taps may mean.
    package var named: [ReaderEntry] = []
  }

  /// Two readers that are apart.
  package struct LapReaders: Sendable, Equatable {
    /// Where laps begin and end.
    package var home: String
    /// The other one.
    package var far: String
  }

  /// Where phones are listened to.
  package struct PhonePlace: Sendable, Equatable {
    /// The port before a phone was paired; the usual one if none is given.
    package var port: UInt16?
    /// The addresses of this computer to listen on; those that phones were told if there is none.
    package var addresses: [String] = []
  }

  /// What a person configures about their desktop.
  package struct Desktop: Sendable, Equatable {
    /// Whether notifications are shown.
    package var notifies = true
    /// Whether the desktop's do-not-disturb is on during focus.
    package var doNotDisturb = false
    /// Whether players pause during focus.
    package var pausesMedia = false
    /// Whether FocusKey is in the desktop's tray.
    package var showsTray = true
    /// Whether the night's eye is the wallpaper while it is night.
    package var eyeIsWallpaper = false
    /// Whether the night's eye is on the lock screen while it is night.
    package var eyeIsOnLockScreen = false
  }

  /// The configuration as it ships.
  package init() {}

  /// Reads the file; a missing one means that everything is as it ships.
  package init(path: String) throws(Failure) {
    let octets: [UInt8]
    do throws(SystemError) {
      octets = try Files.read(path, limit: 1 << 20)
    } catch {
      guard error.code == ENOENT else { throw .unreadableConfiguration(error, at: path) }
      return
    }
    let document = try renaming(
      { (error: JSONError) in Failure.configuration(error, at: path) }, JSONDocument(octets, grammar: .json5))
    do throws(JSONShapeError) {
      let members = try JSONItem(document.root).members(
        "desktop", "hosts", "language", "laps", "mqtt", "phone", "port", "readers", "shield", "signals", "signingCards",
        "site",
        "routes", "hooks", "sync", "tasks", "backups")
      if let shield = members["shield"] { (runningApps, answersECH) = try Self.shield(shield) }
      let language = try members["language"]?.word(among: Self.languages)
      self.language = language.flatMap { Self.language(named: $0) }
      if let phone = members["phone"] { self.phone = try Self.phone(phone) }
      if let desktop = members["desktop"] { self.desktop = try Self.desktop(desktop) }
      if let readers = members["readers"] { self.readers = try Self.readers(readers) }
      if let mqtt = members["mqtt"] { self.mqtt = try Self.mqtt(mqtt, folder: Self.folder(of: path)) }
      if let laps = members["laps"] { self.laps = try Self.laps(laps) }
      if let sync = members["sync"] { self.devices = try Self.devices(sync) }
      if let signals = members["signals"] { self.signals = try Self.signals(signals) }
      for card in try members["signingCards"]?.array() ?? [] { signingCards.append(try SigningCard(card)) }
      if let backups = members["backups"] {
        backsUpDaily = try backups.members("daily")["daily"]?.bool() ?? true
      }
      let tasks = try members["tasks"]?.members("folders", "list")
      taskFolders = try tasks?["folders"]?.strings() ?? []
      taskList = try tasks?["list"]?.string()
      let hosts = try members["hosts"]?.strings() ?? links.hosts
      if let item = members["hosts"], hosts.isEmpty { throw item.refusal("give at least one host") }
      let routes = try OwnRoutes(members["routes"], besides: Self.actionNames)
      links = try routes.table(hosts: hosts)
      ownRoutes = routes
      hooks = members["hooks"]
      if let port = members["port"] {
        self.port = UInt16(truncatingIfNeeded: try port.integer(in: 0...Int64(UInt16.max)))
      }
      if let site = members["site"] {
        let file = try site.string()
        // Beside the configuration, unless the whole way is named.
        self.site = file.hasPrefix("/") ? file : Self.folder(of: path) + file
      }
    } catch {
      throw .configuration(error, at: path)
    }
  }

  /// The folder of a file, with its slash.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { slash in String(path[...slash]) } ?? ""
  }

  private static func readers(_ item: JSONItem) throws(JSONShapeError) -> Readers {
    let members = try item.members("pcsc", "libnfc", "silent", "named")
    var readers = Readers()
    if let pcsc = members["pcsc"] { readers.usesPCSC = try pcsc.bool() }
    if let silent = members["silent"] { readers.isSilent = try silent.bool() }
    for entry in try members["named"]?.array() ?? [] { readers.named.append(try ReaderEntry(entry)) }
    for device in try members["libnfc"]?.array() ?? [] {
      let connection = try device.string()
      do throws(LibNFCDevice.Refusal) {
        readers.libnfc.append(try LibNFCDevice(connection))
      } catch {
        throw device.refusal(error.sentence)
      }
    }
    return readers
  }

  private static func signals(_ item: JSONItem) throws(JSONShapeError) -> Set<SignalName> {
    let members = try item.members("front", "input", "lock", "noise", "media", "card")
    var chosen: Set<SignalName> = []
    for name in SignalName.allCases {
      if let member = members[name.rawValue], try member.bool() { chosen.insert(name) }
    }
    return chosen
  }

  private static func devices(_ item: JSONItem) throws(JSONShapeError) -> Devices {
    let members = try item.members("follow", "oneCardEndsAll", "settings", "keys")
    var devices = Devices()
    if let follow = members["follow"] { devices.follows = try follow.bool() }
    if let all = members["oneCardEndsAll"] { devices.oneCardEndsAll = try all.bool() }
    if let settings = members["settings"] { devices.sharesSettings = try settings.bool() }
    if let keys = members["keys"] { devices.sharesKeys = try keys.bool() }
    if let keys = members["keys"], devices.sharesKeys, !devices.sharesSettings {
      throw keys.refusal("keys are shared with the settings: add settings: true")
    }
    return devices
  }

  private static func laps(_ item: JSONItem) throws(JSONShapeError) -> LapReaders {
    let between = try item.members("between").required("between")
    let names = try between.strings()
    guard names.count == 2, names[0] != names[1], !names.contains("") else {
      throw between.refusal("name two readers, such as [\"desk\", \"hall\"]")
    }
    return LapReaders(home: names[0], far: names[1])
  }

  private static func phone(_ item: JSONItem) throws(JSONShapeError) -> PhonePlace {
    let members = try item.members("port", "listen")
    var place = PhonePlace()
    if let port = members["port"] {
      place.port = UInt16(truncatingIfNeeded: try port.integer(in: 1...Int64(UInt16.max)))
    }
    for address in try members["listen"]?.array() ?? [] {
      guard let known = NetworkAddress(try address.string()) else {
        throw address.refusal("give an address of this computer, of IPv4 or IPv6")
      }
      place.addresses.append(known.text)
    }
    return place
  }

  private static func shield(_ item: JSONItem) throws(JSONShapeError) -> (RunningApps, answersECH: Bool) {
    let members = try item.members("running", "ech")
    let word = try members["running"]?.word(among: RunningApps.allCases.map(\.rawValue))
    let ech = try members["ech"]?.word(among: ["answer", "pass"])
    return (word.flatMap { RunningApps(rawValue: $0) } ?? .freeze, ech != "pass")
  }

  private static func desktop(_ item: JSONItem) throws(JSONShapeError) -> Desktop {
    let members = try item.members(
      "notifications", "doNotDisturb", "pauseMedia", "tray", "nightWallpaper", "nightLockScreen")
    var desktop = Desktop()
    if let notifies = members["notifications"] { desktop.notifies = try notifies.bool() }
    if let doNotDisturb = members["doNotDisturb"] { desktop.doNotDisturb = try doNotDisturb.bool() }
    if let pausesMedia = members["pauseMedia"] { desktop.pausesMedia = try pausesMedia.bool() }
    if let tray = members["tray"] { desktop.showsTray = try tray.bool() }
    if let wallpaper = members["nightWallpaper"] { desktop.eyeIsWallpaper = try wallpaper.bool() }
    if let lockScreen = members["nightLockScreen"] { desktop.eyeIsOnLockScreen = try lockScreen.bool() }
    return desktop
  }
}
