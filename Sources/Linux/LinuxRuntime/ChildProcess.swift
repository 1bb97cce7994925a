internal import CLinux
import Glibc

package enum ChildStream: Sendable {
  case inherited
  case nothing
  case descriptor(Int32)
}

/// A program that we started.
///
/// It is started with an empty signal mask and default actions: the threads of this process block signals, and a child
/// that inherits that cannot be ended politely.
package struct ChildProcess: Sendable {
  package let id: Int32

  /// How often to try a program that somebody seems to be writing: for a fifth of a second.
  private static let mostTries = 100

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: the program's file; nothing is searched.
  ///   - arguments: its arguments, without its own name.
  ///   - environment: `NAME=value` lines; `nil` hands on ours.
  ///   - ownSession: whether it is cut loose from this terminal and outlives it.
  ///   - onlyStreams: whether it gets nothing but its three streams, also of what was left open to us.
  package static func start(
    _ path: String, _ arguments: [String], environment: [String]? = nil, input: ChildStream = .nothing,
    output: ChildStream = .inherited, errors: ChildStream = .inherited, ownSession: Bool = false,
    onlyStreams: Bool = false
  ) throws(SystemError) -> ChildProcess {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (stream, number) in [(input, Int32(0)), (output, 1), (errors, 2)] {
      switch stream {
      case .inherited: break
      case .nothing: unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .descriptor(let ours): unsafe posix_spawn_file_actions_adddup2(&actions, ours, number)
      }
    }
    if onlyStreams { closeOthersOnExec() }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    // POSIX_SPAWN_SETSID comes after _GNU_SOURCE in <spawn.h>; its value is 0x80.
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (ownSession ? 0x80 : 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var lines: [UnsafeMutablePointer<CChar>?] = unsafe (environment ?? []).map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe lines.indices { unsafe free(lines[index]) }
    }
    var id = pid_t()
    var code: Int32
    var tries = 0
    repeat {
      if tries > 0 { usleep(2000) }
      tries += 1
      if environment == nil {
        code = unsafe posix_spawn(&id, path, &actions, &attributes, &words, environ)
      } else {
        code = unsafe posix_spawn(&id, path, &actions, &attributes, &words, &lines)
      }
      // A program that was written just now is open for writing in each child of another thread until that one has
      // become its own program.
    } while code == ETXTBSY && tries < mostTries
    guard code == 0 else { throw SystemError("posix_spawn", code, on: path) }
    return ChildProcess(id: id)
  }

  /// Makes all but the standard streams close in whatever is started from now on.
  private static func closeOthersOnExec() {
    for number in Folder.names(in: "/proc/self/fd").compactMap({ Int32($0) }) where number > 2 {
      _ = focuskey_close_on_exec(number)
    }
  }

  package func signal(_ number: Int32) {
    _ = kill(id, number)
  }

  /// A descriptor that can be read once it has ended, for those who wait for other things too.
  package func descriptor() throws(SystemError) -> Descriptor {
    let number = focuskey_process(id)
    guard number >= 0 else { throw .last("pidfd_open") }
    return Descriptor(owning: number)
  }

  /// Sends a signal to it and to all that it started: for one that was started with a session of its own.
  package func signalGroup(_ number: Int32) {
    _ = kill(-id, number)
  }

  /// Waits for its end; returns its exit code, or 128 plus the signal that ended it, as shells do.
  @discardableResult
  package func wait() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 {
      if errno != EINTR { return -1 }
    }
    return Self.exitCode(status)
  }

  /// What ``wait()`` returns, without waiting; `nil` while the process runs.
  package func outcomeIfEnded() -> Int32? {
    var status: Int32 = 0
    return unsafe waitpid(id, &status, WNOHANG) == id ? Self.exitCode(status) : nil
  }

  /// wait(2): the low seven bits name the signal, the next octet is the exit code.
  private static func exitCode(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// A pipe: what is written to one end is read at the other; both are closed on exec, and that from the start. A child
/// that another thread starts in between would hold the writing end, and the reader would wait for that child.
package func makePipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [0, 0]
  guard unsafe focuskey_pipe(&ends) == 0 else { throw .last("pipe2") }
  return (ends[0], ends[1])
}
