import Glibc
internal import LinuxRuntime

/// Where the files of an open log are: what is at its path is compared with what is open.
struct LogPlace: ~Copyable {
  /// Identifies a file or folder independently of its name.
  struct Identity: Equatable {
    var device: UInt64
    var number: UInt64

    /// What is at that path now; `nil` if there is nothing.
    init?(_ path: String) {
      guard let found = LogPlace.found(at: path) else { return nil }
      self.init(found)
    }

    init(_ found: stat) {
      device = UInt64(found.st_dev)
      number = UInt64(found.st_ino)
    }
  }

  private struct Sight: Equatable {
    var file: Identity?
    var writeAhead: Identity?
    var index: Identity?
    var trace: Trace?
    var writeAheadTrace: Trace?

    // Another one of the companions is a matter of ``LogPlace/look()`` alone.
    static func == (one: Self, other: Self) -> Bool {
      one.file == other.file && one.trace == other.trace && one.writeAheadTrace == other.writeAheadTrace
    }
  }

  private var sight: Sight {
    let (file, writeAhead) = (Self.found(at: path), Self.found(at: path + Self.companions[0]))
    return Sight(
      file: file.map { Identity($0) }, writeAhead: writeAhead.map { Identity($0) },
      index: Identity(path + Self.companions[1]), trace: file.map { Trace($0) },
      writeAheadTrace: writeAhead.map { Trace($0) })
  }

  private static func found(at path: String) -> stat? {
    var found = stat()
    return unsafe stat(path, &found) == 0 ? found : nil
  }

  enum Finding {
    case inPlace
    case deleted
    case replaced
    /// Somebody else wrote into the file, or into what belongs to it.
    case written
    /// The folders above are on another disk now.
    case away
  }

  /// What SQLite keeps beside the file for as long as it is open.
  static let companions = ["-wal", "-shm"]

  private let path: String
  /// The file to copy from. Closing it would release SQLite's locks, so it stays open with the log.
  private let reading: Descriptor?
  /// Tells what happens to names in the folder and above it, that somebody wrote to the log's file, and that a stranger
  /// closed another file that he could write to. Without it every look is a close one.
  private var watch: PlaceWatch?
  private let file: Identity?
  /// The companions as they were first seen since the log was opened.
  private var writeAhead: Identity?
  private var index: Identity?
  /// The folders above, with the disks that they were on.
  private let folders: [(path: String, device: UInt64)]
  private var trace: Trace?
  private var leaving = Leaving.nowhere
  private var seen: Sight?
  private var wasInPlace = false

  init(_ path: String) {
    self.path = path
    reading = try? Descriptor.open(path, O_RDONLY)
    file = Identity(path)
    var folders: [(String, UInt64)] = []
    var folder = Self.folder(of: path)
    while true {
      if let found = Identity(folder) { folders.append((folder, found.device)) }
      guard folder != "/", folder != "." else { break }
      folder = Self.folder(of: folder)
    }
    self.folders = folders
    trace = Self.trace(of: path)
    leaving = Self.leaving(of: path)
  }

  /// Hears from now on what happens around the files. A system gives a person few such watches (inotify(7)): they are
  /// for the one log that is recorded to all day.
  mutating func beginToWatch() {
    watch = try? PlaceWatch(of: Self.folder(of: path), andWriters: true, writingTo: path)
    wasInPlace = false
  }

  /// Records the files' present state as the one that their owner left.
  mutating func noteWritten() {
    trace = Self.trace(of: path)
    leaving = Self.leaving(of: path)
  }

  private static func trace(of path: String) -> Trace? { found(at: path).map { Trace($0) } }

  private static func leaving(of path: String) -> Leaving { Leaving(trace(of: path + companions[0])) }

  /// Records the write-ahead log's present state as its owner's; the file itself was not written.
  mutating func noteLengthened() { leaving = .about(Trace.now()) }

  /// Records the state at the last look as the owner's: what was written since is another's.
  mutating func noteSeen() {
    guard let seen else { return }
    trace = seen.trace
    leaving = Leaving(seen.writeAheadTrace)
    wasInPlace = true
  }

  var isAsSeen: Bool { sight == seen }

  /// Whether all seems in place, as far as a record can tell at once; ``look()`` looks closer.
  var isUndisturbed: Bool { wasInPlace && !hasNews }

  mutating func look() -> Finding {
    forgetNews()
    let finding = finding
    wasInPlace = finding == .inPlace
    return finding
  }

  private var hasNews: Bool {
    switch watch {
    case let watch?: watch.hasNews
    case nil: true
    }
  }

  private func forgetNews() {
    switch watch {
    case let watch? where watch.hasNews: watch.renew()
    default: break
    }
  }

  private var finding: Finding {
    mutating get {
      let sight = sight
      seen = sight
      guard let now = sight.file else { return isElsewhere ? .away : .deleted }
      guard now == file else { return isElsewhere ? .away : .replaced }
      guard areOwn(sight.writeAhead, sight.index) else { return .deleted }
      return sight.trace == trace && leaving.admits(sight.writeAheadTrace) ? .inPlace : .written
    }
  }

  /// Whether the companions are the log's own. They come with the first transaction.
  private mutating func areOwn(_ writeAhead: Identity?, _ index: Identity?) -> Bool {
    self.writeAhead = self.writeAhead ?? writeAhead
    self.index = self.index ?? index
    return self.writeAhead == writeAhead && self.index == index
  }

  /// Whether what is at the path, or beside it under a companion's ending, is what this log has open.
  func isOwn(_ ending: String) -> Bool {
    guard let now = Identity(path + ending) else { return false }
    switch ending {
    case "": return now == file
    case Self.companions[0]: return now == writeAhead
    case Self.companions[1]: return now == index
    default: return false
    }
  }

  /// Judges the file at the path alone, not the files beside it.
  var isFileAsLeft: Bool {
    guard let found = Self.found(at: path) else { return false }
    return Identity(found) == file && Trace(found) == trace
  }

  var isEmptied: Bool { Self.found(at: path)?.st_size == 0 }

  /// Copies the open file.
  func copy(to other: String) throws(SystemError) {
    switch reading {
    case .some(let reading): try Files.copy(reading, named: path, to: other)
    case nil: try Files.copy(path, to: other)
    }
  }

  /// Whether the nearest folder that is there is on another disk than it was.
  private var isElsewhere: Bool {
    for folder in folders {
      if let now = Identity(folder.path) { return now.device != folder.device }
    }
    return true
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
