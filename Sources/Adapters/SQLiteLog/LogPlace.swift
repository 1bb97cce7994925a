import Glibc
internal import LinuxRuntime

/// Where the files of an open log are: what is at its path is compared with what is open.
struct LogPlace: ~Copyable {
  /// A file or folder, whatever its name.
  struct Identity: Equatable {
    var device: UInt64
    var number: UInt64

    /// What has that path now; `nil` where nothing has.
    init?(_ path: String) {
      guard let found = LogPlace.found(at: path) else { return nil }
      self.init(found)
    }

    init(_ found: stat) {
      device = UInt64(found.st_dev)
      number = UInt64(found.st_ino)
    }
  }

  /// The files at the path, and how the log and its write-ahead log are left.
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

  /// What is at the path.
  enum Finding {
    case inPlace
    case deleted
    case replaced
    /// Somebody else wrote into the file, or into what belongs to it.
    case written
    /// The folders above are of another disk now.
    case away
  }

  /// What SQLite keeps beside the file for as long as it is open.
  static let companions = ["-wal", "-shm"]

  private let path: String
  /// The file, to be copied. To close it is to let go the locks that SQLite has on it here, so it is open for as long
  /// as the log is.
  private let reading: Descriptor?
  /// Tells what happens to names in the folder and above it, that somebody wrote to the log's file, and that a stranger
  /// closed another file that he could write to. Without it every look is a close one.
  private var watch: PlaceWatch?
  private let file: Identity?
  /// The companions as they were first seen since the log was opened.
  private var writeAhead: Identity?
  private var index: Identity?
  /// The folders above with the disks that they were on.
  private let folders: [(path: String, device: UInt64)]
  /// How the log and its write-ahead log were left by their owner.
  private var trace: Trace?
  private var leaving = Leaving.nowhere
  /// What was there at the last look.
  private var seen: Sight?
  /// Whether all was in its place then.
  private var wasInPlace = false

  /// The place of a log that was just opened.
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

  /// Takes what the files are now for what their owner made them.
  mutating func noteWritten() {
    trace = Self.trace(of: path)
    leaving = Self.leaving(of: path)
  }

  private static func trace(of path: String) -> Trace? { found(at: path).map { Trace($0) } }

  private static func leaving(of path: String) -> Leaving { Leaving(trace(of: path + companions[0])) }

  /// Takes what the write-ahead log is now for what its owner made it; the file itself was not written.
  mutating func noteLengthened() { leaving = .about(Trace.now()) }

  /// Takes what the files were at the last look for what their owner made them: what was written since is another's.
  mutating func noteSeen() {
    guard let seen else { return }
    trace = seen.trace
    leaving = Leaving(seen.writeAheadTrace)
    wasInPlace = true
  }

  /// Whether everything is as it was at the last look.
  var isAsSeen: Bool { sight == seen }

  /// Whether all is in its place still, as far as that can be told at once: nothing was heard since it was. A record
  /// waits for this; ``look()`` looks closer.
  var isUndisturbed: Bool { wasInPlace && !hasNews }

  /// Looks at what is there now.
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

  /// Whether the file at the path is the one that its owner left there; what is beside it is another matter.
  var isFileAsLeft: Bool {
    guard let found = Self.found(at: path) else { return false }
    return Identity(found) == file && Trace(found) == trace
  }

  /// Whether there is nothing in the file at the path.
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
