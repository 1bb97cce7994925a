import Glibc

/// The right to be the one service of a home: held while this value lives, given back by the kernel whatever happens to
/// the process.
public struct HomeLock: ~Copyable, Sendable {
  private let file: Descriptor

  /// Takes the lock.
  ///
  /// - Throws: ``LockError/held(by:)`` where another process has it.
  public init(path: String) throws(LockError) {
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor.open(path, O_RDWR | O_CREAT)
    } catch {
      throw .system(error)
    }
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      guard errno == EWOULDBLOCK else { throw .system(.last("flock", on: path)) }
      let content = (try? Files.read(path, limit: 64)) ?? []
      throw .held(by: Int32(String(decoding: content, as: UTF8.self).prefix { $0.isNumber }))
    }
    // Who holds it is in the file, for people and for the message above; the lock itself is the kernel's.
    ftruncate(file.number, 0)
    try? Files.write("\(getpid())\n".utf8, to: file.number)
    self.file = file
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
