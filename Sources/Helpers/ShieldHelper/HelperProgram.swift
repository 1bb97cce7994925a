internal import CLinux
import Glibc
import LinuxRuntime
import ShieldProtocol
import ShieldRemoval

package enum HelperProgram {
  private static let usage = """
    focuskey-shield [--socket PATH]   blocks what the FocusKey services of this computer's users order
    focuskey-shield --clean           removes all blocking, even without a running helper or service
    focuskey-shield --help            shows this help
    """

  /// The argument with which `--clean` starts this program as each person who is logged in.
  private static let thawing = "--thaw"

  package static func run(_ arguments: [String]) -> Int32 {
    switch arguments {
    case []: return serve(at: ShieldSocket.path)
    case ["--help"]:
      return say(usage, to: 1, code: 0)
    case ["--clean"]:
      guard geteuid() == 0 else { return complain("only root can clean up: --clean: run it with sudo", code: 77) }
      let left = ShieldRemoval.run(thaw: ["/proc/self/exe", thawing]).left
      guard left.isEmpty else {
        return complain("not everything could be removed: \(left.joined(separator: ", ")): remove it by hand", code: 1)
      }
      return 0
    case [thawing]:
      PersonalRemoval.thawOwn()
      return 0
    case [Watchdog.argument]:
      guard focuskey_keep_capabilities(0) == 0 else { return 77 }
      return Watchdog.watch()
    case let words where words.count == 2 && words[0] == "--socket": return serve(at: words[1])
    default: return complain("unknown arguments: \(arguments.joined(separator: " ")): see --help", code: 64)
    }
  }

  private static func serve(at path: String) -> Int32 {
    guard geteuid() == 0 else {
      return complain("only root can block: focuskey-shield: start it with systemd", code: 77)
    }
    signal(SIGPIPE, SIG_IGN)
    let supervisor = Supervisor()
    let listener: Descriptor
    if let inherited = Supervisor.inheritedListener() {
      listener = inherited
    } else {
      do throws(SystemError) {
        listener = try OwnSocket.listen(at: path)
        OwnSocket(at: path)?.removeAtEnd()
      } catch {
        return complain("cannot listen: \(path): \(error.reason)", code: error.code == EADDRINUSE ? 69 : 74)
      }
    }
    // The queue and the table need the network's rights, exec questions those of the system, and other people's
    // programs are looked at in homes that are closed to others. Which program of a person's holds a connection only
    // those learn who could trace it (proc(5), /proc/pid/fd). Everything else goes, for good.
    let tracing: UInt64 = 1 << 19  // CAP_SYS_PTRACE (linux/capability.h)
    let rights =
      focuskey_capability_net_admin() | focuskey_capability_sys_admin() | focuskey_capability_dac_read_search()
      | tracing
    guard focuskey_keep_capabilities(rights) == 0 else {
      return complain("cannot drop rights: capset: \(SystemError.last("capset").reason)", code: 77)
    }
    HelperLoop(listener: listener, supervisor: supervisor).run()
  }

  private static func complain(_ text: String, code: Int32) -> Int32 {
    say("focuskey-shield: \(text)", to: 2, code: code)
  }

  private static func say(_ text: String, to descriptor: Int32, code: Int32) -> Int32 {
    try? Files.write(Array((text + "\n").utf8), to: descriptor)
    return code
  }
}
