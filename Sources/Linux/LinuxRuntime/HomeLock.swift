import Glibc

/// The right to be the one service of a home: held while this value lives, given back by the kernel whatever happens to
/// the process.
public struct HomeLock: ~Copyable, Sendable {
  private let file: Descriptor
  private let path: String

  /// How often a lock is tried that somebody holds, 20 ms apart: a service that was killed lets go only when the kernel
  /// has put it away.
  private static let mostTries = 15

  /// Takes the lock.
  ///
  /// - Throws: ``LockError/held(by:)`` where another process has it.
  public init(path: String) throws(LockError) {
    var tries = 0
    while true {
      let file: Descriptor
      do throws(SystemError) {
        file = try Descriptor.open(path, O_RDWR | O_CREAT)
      } catch {
        throw .system(error)
      }
      if flock(file.number, LOCK_EX | LOCK_NB) == 0 {
        // Who held it may have removed the file before it let go; then this is nobody's lock any more.
        guard Self.isSame(file, path) else { continue }
        self.init(taking: file, path: path)
        return
      }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(.last("flock", on: path)) }
      tries += 1
      guard tries < Self.mostTries else {
        let content = (try? Files.read(path, limit: 64)) ?? []
        throw .held(by: Int32(String(decoding: content, as: UTF8.self).prefix { $0.isNumber }))
      }
      usleep(20_000)
    }
  }

  private init(taking file: consuming Descriptor, path: String) {
    // Who holds it stands in the file, for people and for the message above; the lock itself is the kernel's.
    ftruncate(file.number, 0)
    try? Files.write("\(getpid())\n".utf8, to: file.number)
    self.file = file
    self.path = path
  }

  private static func isSame(_ file: borrowing Descriptor, _ path: String) -> Bool {
    var held = stat()
    var there = stat()
    guard unsafe fstat(file.number, &held) == 0, unsafe stat(path, &there) == 0 else { return false }
    return held.st_ino == there.st_ino && held.st_dev == there.st_dev
  }

  /// Whether somebody holds the lock now.
  public static func isHeld(path: String) -> Bool {
    guard let file = try? Descriptor.open(path, O_RDONLY) else { return false }
    // Where nobody does, it is held here for no longer than the file is open.
    return flock(file.number, LOCK_SH | LOCK_NB) != 0
  }

  /// Takes the file away too, before the lock is given back: nothing of a service that has ended is left.
  public consuming func remove() {
    _ = unsafe unlink(path)
  }

  deinit {
    // Said, not left to the closing: a child of another thread that is not yet its own program has the file open as
    // well, and the lock with it.
    flock(file.number, LOCK_UN)
  }
}

/// Why a home's lock was not to be had.
public enum LockError: Error, Equatable, Sendable {
  /// Another process holds it; its id, where it could be read.
  case held(by: Int32?)
  /// The file cannot be made or locked.
  case system(SystemError)
}
