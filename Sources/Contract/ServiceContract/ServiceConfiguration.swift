package import FocusLinks
package import FocusPorts
import Glibc
package import Languages
package import LibNFCReader
package import SiteAssociation

/// What a person configures by hand in `config.json5`. Profiles, keys, schedules and the promise are not here: they
/// live in the database.
package struct ServiceConfiguration: Sendable {
  /// The links that are ours: of these hosts, FocusKey's own and those that the person added.
  package var links = RouteTable()
  /// The person's own links, each with its action, which only the service reads.
  package var ownRoutes: OwnRoutes?
  /// What is done when something happens, unparsed; only the service reads it.
  package var hooks: JSONItem?
  /// The port of the dashboard and of the pages behind links, on 127.0.0.1; 0 for none.
  package var port: UInt16 = 4357
  /// The file of who may claim the site's links, as for `keytool aasa generate`; `nil` for ours.
  package var site: String?
  package var readers = Readers()
  package var runningApps = RunningApps.freeze
  /// Whether programs are kept from encrypting names of sites while something is blocked.
  package var answersECH = true
  package var desktop = Desktop()
  /// The signals that the person allowed to be noticed; none by default.
  package var signals: Set<SignalName> = []
  /// Where the service listens for phones, once one is paired.
  package var phone = PhonePlace()
  /// The cards whose signed taps can be checked.
  package var signingCards: [SigningCard] = []
  /// The two readers between which laps are counted, by their names, home first; `nil` for none.
  package var laps: LapReaders?
  package var devices = Devices()
  /// The broker of a home; `nil` for none.
  package var mqtt: MQTT?
  /// The folders of tasks as they are written; empty for the one beside the data.
  package var taskFolders: [String] = []
  package var backsUpDaily = true
  /// The language for people; `nil` if each terminal, desktop and browser decides.
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

  /// The actions that a person's route may name; a test compares them with `HookBook.actionNames`.
  package static let actionNames = ["run", "post", "headers", "mqtt", "within"]

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

  package struct Readers: Sendable, Equatable {
    package var usesPCSC = true
    /// Devices that only libnfc reaches.
    package var libnfc: [LibNFCDevice] = []
    /// Whether the reader's lights and buzzer are off.
    package var isSilent = false
    package var named: [ReaderEntry] = []
  }

  package struct LapReaders: Sendable, Equatable {
    /// Where laps begin and end.
    package var home: String
    package var far: String
  }

  package struct PhonePlace: Sendable, Equatable {
    /// The port before a phone was paired; `nil` for the usual one.
    package var port: UInt16?
    /// The addresses of this computer to listen on; empty for those that phones were told.
    package var addresses: [String] = []
  }

  package struct Desktop: Sendable, Equatable {
    package var notifies = true
    /// Whether the desktop's do-not-disturb is on during focus.
    package var doNotDisturb = false
    /// Whether players pause during focus.
    package var pausesMedia = false
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
