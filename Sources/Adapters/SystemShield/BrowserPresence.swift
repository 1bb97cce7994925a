internal import CLinux
import Glibc
import JSONText
import LinuxRuntime

/// What the program that a browser's extension talks to knows about it, noted where the shield's other parts look.
///
/// The program holds a lock on its note for as long as it lives, so that a note without one is nobody's.
@safe package struct BrowserPresence: ~Copyable {
  private let file: Descriptor
  private let path: String
  private let browser: String
  private var sent = 0
  private var acknowledged = 0
  private var rules = 0
  private var parts: Int?
  private var told: Int64?
  private var heard: Int64?
  private var tried: (site: String, outcome: String)?

  /// A note of this process, which a browser started; `nil` if it cannot be made.
  package init?(folder: String) {
    path = "\(BrowserCall.folder(in: folder))/\(getpid())"
    browser = Self.nameOfParent()
    guard (try? Files.makeFolder(BrowserCall.folder(in: folder))) != nil, let file = Self.makeNote(path) else {
      return nil
    }
    self.file = file
    write()
  }

  /// Makes a note that is locked and still at its path.
  private static func makeNote(_ path: String) -> Descriptor? {
    for _ in 0..<200 {
      guard let file = try? Descriptor.open(path, O_RDWR | O_CREAT) else { return nil }
      // Somebody who looks just now locks it for a moment, and takes away what nobody has locked.
      if flock(file.number, LOCK_EX | LOCK_NB) == 0, Files.isSame(file, path) { return file }
      usleep(5000)
    }
    return nil
  }

  deinit {
    _ = unsafe unlink(path)
  }

  /// Notes that the extension was given an order.
  package mutating func tell() {
    sent += 1
    told = focuskey_wall_milliseconds()
    write()
  }

  /// Notes what the extension said; `parts` is `nil` from one that is older than parts of sites.
  package mutating func hear(rules: Int?, parts: Int? = nil, tried: (site: String, outcome: String)?) {
    heard = focuskey_wall_milliseconds()
    if let rules {
      acknowledged += 1
      self.rules = rules
      self.parts = parts
    }
    if let tried { self.tried = tried }
    write()
  }

  /// The path at which a request for a try appears.
  package var wish: String { BrowserCall.wish(of: path) }

  /// Removes and returns the site that somebody wants tried in this browser.
  package func takeWish() -> String? {
    guard let wish = try? Files.read(BrowserCall.wish(of: path), limit: 1024) else { return nil }
    _ = unsafe unlink(BrowserCall.wish(of: path))
    return String(decoding: wish, as: UTF8.self)
  }

  private func write() {
    let text = JSONValue.members([
      "browser": .string(browser), "heard": heard.map(JSONValue.integer),
      "rules": sent == acknowledged ? JSONValue(rules) : nil,
      "parts": parts.map { JSONValue($0) }, "told": told.map(JSONValue.integer),
      "tried": tried.map { .string($0.site) }, "outcome": tried.map { .string($0.outcome) },
    ]).octets
    // One call for all of it, so that nobody reads a part: what was longer before is blanks now.
    let line = text + [UInt8](repeating: 0x20, count: max(0, 1024 - text.count))
    _ = unsafe pwrite(file.number, line, line.count, 0)
  }

  private static func nameOfParent() -> String {
    let words = (try? Files.read("/proc/\(getppid())/comm", limit: 64)) ?? []
    let name = String(decoding: words, as: UTF8.self).filter { !$0.isNewline }
    return name.isEmpty ? "a browser" : name
  }
}

/// A browser whose extension is there.
package struct BrowserCall: Sendable, Equatable {
  package let browser: String
  /// How many rules it has; `nil` until it confirms what it was told last.
  package let rules: Int?
  /// For how many parts of sites; `nil` until it says so, and from an older extension.
  package let parts: Int?
  /// When it was last told what to block.
  private let told: Int64?
  /// The program that its extension talks to, which it started.
  let program: Int32
  let heard: Int64?
  private let path: String
  private let tried: String?
  private let outcome: String?

  package static func all(in folder: String) -> [BrowserCall] {
    Folder.names(in: Self.folder(in: folder)).compactMap { name in
      Int32(name).flatMap { BrowserCall("\(Self.folder(in: folder))/\(name)", of: $0) }
    }
  }

  private init?(_ path: String, of program: Int32) {
    guard let file = try? Descriptor.open(path, O_RDONLY) else { return nil }
    guard flock(file.number, LOCK_SH | LOCK_NB) != 0 else {
      // Its program ended without a word.
      _ = unsafe unlink(path)
      return nil
    }
    guard let octets = try? Files.read(file, named: path, limit: 4096), let root = try? JSONDocument(octets).root else {
      return nil
    }
    self.path = path
    self.program = program
    browser = root["browser"]?.string ?? "a browser"
    rules = root["rules"]?.integer.map { Int($0) }
    parts = root["parts"]?.integer.map { Int($0) }
    told = root["told"]?.integer
    heard = root["heard"]?.integer
    tried = root["tried"]?.string
    outcome = root["outcome"]?.string
  }

  /// Whether the extension in it does what it was told about parts of sites, as was heard a moment ago: it is asked for
  /// a sign of life every ten seconds.
  package var seesParts: Bool {
    guard parts != nil, Self.isRecent(heard, 25_000) else { return false }
    return rules != nil || isFollowing
  }

  /// Whether it still has time to confirm new parts, while it blocks what it did before.
  private var isFollowing: Bool { parts ?? 0 > 0 && Self.isRecent(told, 3000) }

  private static func isRecent(_ moment: Int64?, _ milliseconds: Int64) -> Bool {
    moment.map { focuskey_wall_milliseconds() - $0 < milliseconds } ?? false
  }

  /// The processes of the browsers whose extensions block parts of sites now.
  static func closingParts(in folder: String) -> [Int32] {
    all(in: folder).filter { $0.seesParts && $0.parts ?? 0 > 0 }.compactMap {
      FollowersConnections.parent(of: $0.program)
    }
  }

  /// The same browser as it is now; `nil` where it is gone.
  package var now: BrowserCall? { BrowserCall(path, of: program) }

  /// Has the browser ask for a site in a tab of its own.
  ///
  /// - Returns: `refused` where the shield's page came in its place, `opened` where the site came, other words where
  ///   neither did, and `nil` where the browser says nothing.
  package func tries(_ site: String, seconds: Int = 8) -> String? {
    guard (try? Files.replace(Self.wish(of: path), with: Array(site.utf8))) != nil else { return nil }
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      usleep(50_000)
      guard let now = BrowserCall(path, of: program) else { return nil }
      // Heard again: what it tried before belongs to another try.
      if now.tried == site, let outcome = now.outcome, now.heard != heard { return outcome }
    }
    _ = unsafe unlink(Self.wish(of: path))
    return nil
  }

  /// Waits until the browser has done what it was told, at most a few seconds.
  package func waitUntilItHolds() {
    let end = ContinuousClock.now + .seconds(3)
    while ContinuousClock.now < end, let now = BrowserCall(path, of: program), (now.rules ?? 0) == 0 { usleep(20_000) }
  }

  static func folder(in folder: String) -> String { "\(folder)/browsers" }

  /// Removes the folder of the notes, unless a browser has one there.
  static func removeFolder(in folder: String) {
    _ = all(in: folder)
    _ = unsafe rmdir(Self.folder(in: folder))
  }

  static func wish(of path: String) -> String { "\(path).wish" }
}
