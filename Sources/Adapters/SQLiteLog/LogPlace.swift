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

  /// How a file was left by who wrote it last.
  private struct Trace: Equatable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init(_ found: stat) {
      size = Int(found.st_size)
      seconds = found.st_mtim.tv_sec
      nanoseconds = found.st_mtim.tv_nsec
    }
  }

  /// How the log and its write-ahead log were left by who wrote them last.
  private struct Traces: Equatable {
    var file: Trace?
    var writeAhead: Trace?
  }

  /// The files at the path, and how the log and its write-ahead log are left. Each is asked for once, and what is
  /// beside the log by its folder: a record waits for this.
  private struct Sight: Equatable {
    var file: Identity?
    var writeAhead: Identity?
    var index: Identity?
    var traces: Traces

    // Another one of the companions is a matter of ``LogPlace/look()`` alone.
    static func == (one: Self, other: Self) -> Bool { one.file == other.file && one.traces == other.traces }
  }

  private var sight: Sight {
    let file = Self.found(at: path)
    let (writeAhead, index) = (found(beside: names.writeAhead), found(beside: names.index))
    return Sight(
      file: file.map { Identity($0) }, writeAhead: writeAhead.map { Identity($0) }, index: index.map { Identity($0) },
      traces: Traces(file: file.map { Trace($0) }, writeAhead: writeAhead.map { Trace($0) }))
  }

  private static func found(at path: String) -> stat? {
    var found = stat()
    return unsafe stat(path, &found) == 0 ? found : nil
  }

  private func found(beside name: String) -> stat? {
    var found = stat()
    return unsafe fstatat(folder.number, name, &found, 0) == 0 ? found : nil
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
  /// The companions' names, seen from ``folder``.
  private let names: (writeAhead: String, index: String)
  /// The folder of the files; the one that this process works in where it cannot be opened.
  private let folder: Descriptor
  private let file: Identity?
  /// The companions as they were first seen since the log was opened.
  private var writeAhead: Identity?
  private var index: Identity?
  /// The folders above with the disks that they were on.
  private let folders: [(path: String, device: UInt64)]
  /// How the log and its write-ahead log were left by their owner.
  private var traces = Traces()
  /// What was there at the last look.
  private var seen: Sight?

  /// The place of a log that was just opened.
  init(_ path: String) {
    self.path = path
    file = Identity(path)
    var name = path
    do throws(SystemError) {
      self.folder = try Descriptor.open(Self.folder(of: path), O_RDONLY | O_DIRECTORY)
      if let slash = path.lastIndex(of: "/") { name = String(path[path.index(after: slash)...]) }
    } catch {
      self.folder = Descriptor(owning: AT_FDCWD)
    }
    names = (name + Self.companions[0], name + Self.companions[1])
    var folders: [(String, UInt64)] = []
    var folder = Self.folder(of: path)
    while true {
      if let found = Identity(folder) { folders.append((folder, found.device)) }
      guard folder != "/", folder != "." else { break }
      folder = Self.folder(of: folder)
    }
    self.folders = folders
    noteWritten()
  }

  /// Takes what the files are now for what their owner made them.
  mutating func noteWritten() {
    traces.file = Self.found(at: path).map { Trace($0) }
    noteLengthened()
  }

  /// Takes what the write-ahead log is now for what its owner made it; the file itself was not written.
  mutating func noteLengthened() {
    traces.writeAhead = found(beside: names.writeAhead).map { Trace($0) }
  }

  /// Takes what the files were at the last look for what their owner made them: what was written since is another's.
  mutating func noteSeen() {
    if let seen { traces = seen.traces }
  }

  /// Whether everything is as it was at the last look.
  var isAsSeen: Bool { sight == seen }

  /// Looks at what is there now.
  mutating func look() -> Finding {
    let sight = sight
    seen = sight
    guard let now = sight.file else { return isElsewhere ? .away : .deleted }
    guard now == file else { return isElsewhere ? .away : .replaced }
    // They come with the first transaction.
    let (writeAhead, index) = (self.writeAhead ?? sight.writeAhead, self.index ?? sight.index)
    (self.writeAhead, self.index) = (writeAhead, index)
    guard writeAhead == sight.writeAhead, index == sight.index else { return .deleted }
    return sight.traces == traces ? .inPlace : .written
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
