internal import CLinux
import Glibc
import LinuxRuntime

/// Ends a helper that has stopped, from a process of its own.
///
/// The kernel has a program's start wait for the helper's answer, for ever if it must. A helper that was stopped
/// answers nothing, and no thread of its own can tell; when it has ended, the kernel lets go all that waits and takes
/// down what it held. The watchdog holds nothing itself, has no rights, and ends with the helper.
enum Watchdog {
  static let argument = "--watch-parent"

  /// How often it looks while something is held, in milliseconds.
  private static let look: Int32 = 500
  /// A helper is ended after this many looks at which it was stopped, or silent.
  private static let most = (stopped: 2, silent: 20)

  /// Starts a watchdog; the descriptor by which it hears of the helper.
  ///
  /// - Throws: if it cannot be started; a helper without one works, and hangs what it refuses if it is stopped.
  static func start() throws(SystemError) -> Descriptor {
    guard let program = Files.target(of: "/proc/self/exe") else { throw .last("readlink", on: "/proc/self/exe") }
    let (reading, writing) = try makePipe()
    let heard = Descriptor(owning: reading)
    let told = Descriptor(owning: writing)
    _ = fcntl(told.number, F_SETFL, O_NONBLOCK)
    // In a session of its own, so that what stops the helper from a terminal does not stop it too.
    _ = try ChildProcess.start(program, [argument], input: .descriptor(heard.number), ownSession: true)
    return told
  }

  /// Watches until the helper ends; standard input says after each turn whether it blocks something.
  static func watch() -> Int32 {
    let parent = getppid()
    let number = focuskey_process(parent)
    guard number >= 0 else { return 0 }
    let helper = Descriptor(owning: number)
    var isHolding = false
    var stopped = 0
    var silent = 0
    var told = [UInt8](repeating: 0, count: 256)
    while true {
      var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      let count = unsafe poll(&wait, 1, isHolding ? look : -1)
      if count > 0 {
        let octets = unsafe read(0, &told, told.count)
        guard octets > 0 else { return 0 }
        isHolding = told[octets - 1] != 0
        silent = 0
        // A helper that speaks does not stand still.
        stopped = 0
      } else if count == 0 {
        silent += 1
        stopped = isStopped(parent) ? stopped + 1 : 0
        guard stopped >= most.stopped || silent >= most.silent else { continue }
        _ = focuskey_process_signal(helper.number, SIGKILL)
        let why = stopped >= most.stopped ? "was stopped" : "stood still"
        try? Files.write("focuskey-shield: the watchdog ended a helper that \(why)\n".utf8, to: 2)
        return 1
      }
    }
  }

  /// Whether a process has stopped: by a signal, or because a debugger holds it (proc_pid_stat(5)).
  private static func isStopped(_ process: Int32) -> Bool {
    guard let stat = try? Files.read("/proc/\(process)/stat", limit: 4096) else { return false }
    // Behind the name, which may hold anything, the first word is the state.
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")), end + 2 < stat.count else { return false }
    return stat[end + 2] == UInt8(ascii: "T") || stat[end + 2] == UInt8(ascii: "t")
  }
}
