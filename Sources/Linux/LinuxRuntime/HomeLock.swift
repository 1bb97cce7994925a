import Glibc

/// The right to be the one service of a home: held while this value lives, given back by the kernel whatever happens to
/// the process.
///
/// The folder is locked, which nobody removes by mistake while there is something in it, and a file in it that says who
/// holds the lock. Some network file systems lock files alone.
package struct HomeLock: ~Copyable, Sendable {
  /// Without a descriptor where folders cannot be locked.
  private let folder: Descriptor
  private let file: Descriptor
  private let path: String

  /// Milliseconds to wait for a holder that is ending, and for one that has not said who it is.
  private static let patience = (ending: Int64(3000), unnamed: Int64(200))

  /// Takes the lock.
  ///
  /// A process that was killed keeps it until the kernel has put away its memory, which may take longer than the start
  /// of the next one: a holder that is ending is waited for.
  ///
  /// - Parameter isRenewal: whether this process has the lock already, and only its file was removed.
  /// - Throws: ``LockError/held(by:)`` if another process has it and lives.
  package init(path: String, isRenewal: Bool = false) throws(LockError) {
    while true {
      let folder = isRenewal ? Descriptor(owning: -1) : try Self.lockedFolder(of: path)
      let file = try renaming(LockError.system, Descriptor.open(path, O_RDWR | O_CREAT))
      guard try Self.lock(file, path: path) else { throw .system(.last("flock", on: path)) }
      // Who held it may have removed the file before it let go; then this is nobody's lock any more.
      guard Files.isSame(file, path) else { continue }
      self.init(taking: file, folder, path: path)
      return
    }
  }

  private init(taking file: consuming Descriptor, _ folder: consuming Descriptor, path: String) {
    // The file says who holds it, for people and for the message above; the lock itself is the kernel's.
    ftruncate(file.number, 0)
    try? Files.write("\(getpid())\n".utf8, to: file.number)
    self.folder = folder
    self.file = file
    self.path = path
  }

  package static func isHeld(path: String) -> Bool {
    isLocked(folder(of: path)) || isLocked(path)
  }

  private static func isLocked(_ path: String) -> Bool {
    guard let file = try? Descriptor.open(path, O_RDONLY) else { return false }
    // Where nobody does, it is held here for no longer than the file is open.
    return flock(file.number, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Removes the file too, before the lock is given back: nothing of an ended service is left.
  package consuming func remove() {
    _ = unsafe unlink(path)
  }

  deinit {
    // Said, not left to the closing: a child of another thread that is not yet its own program has the file open as
    // well, and the lock with it.
    flock(file.number, LOCK_UN)
    flock(folder.number, LOCK_UN)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The folder of the lock's file, locked if the file system can lock folders.
  private static func lockedFolder(of path: String) throws(LockError) -> Descriptor {
    guard let folder = try? Descriptor.open(folder(of: path), O_RDONLY | O_DIRECTORY),
      try lock(folder, path: path)
    else { return Descriptor(owning: -1) }
    return folder
  }

  /// Locks a file or its folder, and says whether that can be locked at all.
  ///
  /// - Parameter path: the file that says who holds the lock.
  private static func lock(_ file: borrowing Descriptor, path: String) throws(LockError) -> Bool {
    let began = ContinuousClock.now
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { return false }
      let content = (try? Files.read(path, limit: 64)) ?? []
      let holder = Int32(String(decoding: content, as: UTF8.self).prefix { $0.isNumber })
      let patience =
        switch holder {
        case nil: Self.patience.unnamed
        case let holder?: isEnding(holder) ? Self.patience.ending : 0
        }
      guard ContinuousClock.now - began < .milliseconds(patience) else { throw .held(by: holder) }
      usleep(2000)
    }
    return true
  }

  /// Whether a process has ended, is ending, or is about to (proc_pid_status(5), proc_pid_stat(5)).
  private static func isEnding(_ process: Int32) -> Bool {
    guard let status = try? Files.read("/proc/\(process)/status", limit: 1 << 16),
      let stat = try? Files.read("/proc/\(process)/stat", limit: 1 << 16)
    else { return true }
    for line in String(decoding: status, as: UTF8.self).split(separator: "\n") {
      let words = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
      guard words.count >= 2 else { continue }
      switch words[0] {
      case "State": if "ZX".includes(words[1]) { return true }
      case "SigPnd", "ShdPnd":
        // A SIGKILL that has not arrived yet: signal 9 is the ninth bit.
        if let pending = UInt64(words[1], radix: 16), pending & 0x100 != 0 { return true }
      default: break
      }
    }
    // Behind the name, which may hold anything, the flags are the seventh word; PF_EXITING (linux/sched.h) is 0x4.
    let words = String(decoding: stat, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
    return words.count > 6 && (UInt64(words[6]) ?? 0) & 0x4 != 0
  }
}

package enum LockError: Error, Equatable, Sendable {
  /// Another process holds it; its id, where it could be read.
  case held(by: Int32?)
  case system(SystemError)
}
