public import FocusLinks
import Glibc
public import Hooks
public import JSONText
public import LibNFCReader
internal import LinuxRuntime
public import RunningApps
internal import SiteAssociation

/// What a person configures by hand in `config.json5`. Profiles, keys, schedules and the promise are not here: they
/// live in the database.
public struct ServiceConfiguration: Sendable {
  /// The links that are ours: of these hosts, FocusKey's own and those that the person added.
  public var links = RouteTable()
  /// What is done when something happens, and when a link of the person's own arrives.
  public var hooks = HookBook()
  /// The port of the dashboard and of the pages behind links, on 127.0.0.1; 0 for none.
  public var port: UInt16 = 4357
  /// The file that says who may claim the links of the site that is served, as `keytool aasa generate` reads it; `nil`
  /// for what ships.
  public var site: String?
  /// The readers.
  public var readers = Readers()
  /// What becomes of a blocked application that is running.
  public var runningApps = RunningChoice.freeze
  /// The desktop.
  public var desktop = Desktop()
  /// The cards whose signed taps can be checked.
  public var signingCards: [SigningCard] = []

  /// What a person configures about readers.
  public struct Readers: Sendable, Equatable {
    /// Whether the readers that PC/SC knows are used.
    public var usesPCSC = true
    /// Devices that only libnfc reaches.
    public var libnfc: [LibNFCDevice] = []
    /// Whether lights and buzzers stay out of it.
    public var isSilent = false
    /// What readers are called, and what their taps may mean.
    public var named: [ReaderEntry] = []
  }

  /// What a person configures about their desktop.
  public struct Desktop: Sendable, Equatable {
    /// Whether notifications are shown.
    public var notifies = true
    /// Whether the desktop's do-not-disturb is on during focus.
    public var doNotDisturb = false
    /// Whether players pause during focus.
    public var pausesMedia = false
  }

  /// The configuration as it ships.
  public init() {}

  /// Reads the file; a missing one means that everything is as it ships.
  public init(path: String) throws(ConfigurationError) {
    let octets: [UInt8]
    do throws(SystemError) {
      octets = try Files.read(path, limit: 1 << 20)
    } catch {
      guard error.code == ENOENT else { throw .unreadable(path: path, reason: error.reason) }
      return
    }
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(octets, grammar: .json5)
    } catch {
      throw .notJSON5(path: path, error)
    }
    do throws(JSONShapeError) {
      let members = try JSONItem(document.root).members(
        "desktop", "hosts", "port", "readers", "shield", "signingCards", "site", "routes", "hooks")
      if let shield = members["shield"] { runningApps = try Self.runningApps(shield) }
      if let desktop = members["desktop"] { self.desktop = try Self.desktop(desktop) }
      if let readers = members["readers"] { self.readers = try Self.readers(readers) }
      for card in try members["signingCards"]?.array() ?? [] { signingCards.append(try SigningCard(card)) }
      let hosts = try members["hosts"]?.strings() ?? links.hosts
      if let item = members["hosts"], hosts.isEmpty { throw item.refusal("at least one host is needed") }
      let routes = try OwnRoutes(members["routes"], besides: HookBook.actionNames)
      links = try routes.table(hosts: hosts)
      hooks = try HookBook(members["hooks"], after: try Self.hooks(of: routes))
      if let port = members["port"] {
        self.port = UInt16(truncatingIfNeeded: try port.integer(in: 0...Int64(UInt16.max)))
      }
      if let site = members["site"] {
        let file = try site.string()
        // Beside the configuration, unless the whole way is named.
        self.site = file.hasPrefix("/") ? file : Self.folder(of: path) + file
      }
    } catch {
      throw .doesNotFit(path: path, error)
    }
  }

  /// What links of the person's own routes do: nothing but what stands here, whatever stands on the card.
  private static func hooks(of routes: OwnRoutes) throws(JSONShapeError) -> [Hook] {
    var hooks: [Hook] = []
    for entry in routes.entries {
      let name = entry.route.name
      hooks.append(try Hook(entry.members, name: "routes.\(name)", causes: [.route(name)]))
    }
    return hooks
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

  private static func runningApps(_ item: JSONItem) throws(JSONShapeError) -> RunningChoice {
    let choices: [(word: String, choice: RunningChoice)] = [("ask", .ask), ("freeze", .freeze), ("end", .end)]
    guard let word = try item.members("running")["running"]?.word(among: choices.map(\.word)) else { return .freeze }
    return choices.first { $0.word == word }?.choice ?? .freeze
  }

  private static func desktop(_ item: JSONItem) throws(JSONShapeError) -> Desktop {
    let members = try item.members("notifications", "doNotDisturb", "pauseMedia")
    var desktop = Desktop()
    if let notifies = members["notifications"] { desktop.notifies = try notifies.bool() }
    if let doNotDisturb = members["doNotDisturb"] { desktop.doNotDisturb = try doNotDisturb.bool() }
    if let pausesMedia = members["pauseMedia"] { desktop.pausesMedia = try pausesMedia.bool() }
    return desktop
  }

  /// The file that `focuskey up` writes for a newcomer: every key with its meaning, as it ships.
  public static let sample = """
    // FocusKey's configuration. Every key is optional; what stands here is what holds without it.
    // Profiles, keys, schedules and your promise are not here: `focuskey profile`, `key`, `schedule`, `promise`.
    {
      // The hosts whose links on cards are FocusKey's.
      hosts: ["focuskey.app"],
      // The port of the dashboard and of the pages behind links, on this computer only; 0 for none.
      port: 4357,
      // Who may claim your site's links, as `keytool aasa generate` reads it: site: "focuskey-site.json5",

      // Links of your own. A card carries only the path; what it does stands here. What begins with a colon is a text
      // that the link carries, parameters are names behind its question mark. It is done for a card on a reader, and
      // for a link that is followed in a browser only with whenSoft: "acts". One of run, post and mqtt, as with hooks
      // below:
      //   { name: "lights", path: "/lights/:room", parameters: ["level"], run: ["/usr/local/bin/lights"] },
      routes: [],
      // What is done when something happens, in this order, each with what happened as one line of JSON: a program gets
      // it as its input and as FOCUSKEY_EVENT and so on in its environment (no shell reads its words), a web address is
      // sent it, an MQTT broker gets it under the topic that is the path. Each may take 10 seconds; within: "30s" says
      // otherwise.
      //   { on: ["session-started", "session-ended"], run: ["notify-send", "FocusKey"] },
      //   { on: "break-started", post: "https://example.com/hook", headers: { Authorization: "Bearer ..." } },
      //   { on: "attempt", mqtt: "mqtt://broker.local/focuskey/events" },
      hooks: [],

      readers: {
        // Whether readers that PC/SC knows are used: most USB readers.
        pcsc: true,
        // What only libnfc reaches, such as a PN532 board: ["pn532_uart:/dev/ttyUSB0:115200"].
        libnfc: [],
        // Whether lights and buzzers stay out of it.
        silent: false,
        // Your own names for readers, by a part of the name that `keytool readers` shows, and what taps there may mean:
        // "any" (what the card says), "start" (never ends anything), "stop", "break", or "desk" (cards are seen and do
        // nothing). named: [{ match: "ACR122U", name: "Front door", role: "start" }],
        named: [],
      },

      shield: {
        // What becomes of a blocked application that is running: "freeze" (it stands still and loses nothing; a break
        // or the end lets it go on), "ask" (it is asked to close, and stands still when it has not after five seconds),
        // "end" (it is asked to close, and ended when it has not; what was not saved is lost).
        running: "freeze",
      },

      desktop: {
        // Whether notifications with buttons are shown.
        notifications: true,
        // Whether the desktop's do-not-disturb is on while you focus; it is as before in breaks and afterwards.
        doNotDisturb: false,
        // Whether players that play pause while you focus, and go on in breaks and afterwards.
        pauseMedia: false,
      },

      // NTAG 424 DNA cards that sign their taps, for keys with proof: "sun". `covers` names the parameter with whose
      // value the signed text begins, where one is signed. signingCards: [{ uid: "04DE5F1EACC040", metaKey: "32 hex
      // digits", fileKey: "32 hex digits" }],
      signingCards: [],
    }

    """
}

/// Why `config.json5` cannot be followed.
public enum ConfigurationError: Error, Sendable {
  /// It cannot be read.
  case unreadable(path: String, reason: String)
  /// It is not JSON5.
  case notJSON5(path: String, JSONError)
  /// It says something that nobody understands.
  case doesNotFit(path: String, JSONShapeError)
}
