internal import CLinux
import Glibc
import LinuxRuntime
import RunningApps

/// What a person's own service froze and changed, brought back with that person's own rights.
///
/// Root opens, follows and writes nothing that a person can put in its way. What is started for them has nothing of
/// root's: no terminal into which it could type, no open file, no folder, and no time without an end.
package enum PersonalRemoval {
  /// How long everybody's part together may take, in milliseconds.
  private static let patience: Int64 = 5000
  /// How long an ended process may take to be gone, in milliseconds.
  private static let farewell: Int64 = 1000

  /// Lets each logged-in person restore their own things; returns the ids of those who did not.
  static func thawAll(with words: [String]) -> [UInt32] {
    // O_PATH.
    guard let path = words.first, let program = try? Descriptor.open(path, 0o10000000) else { return [] }
    let people = Folder.names(in: "/run/user").compactMap { UInt32($0) }.filter { $0 != 0 }
    // All at the same time: one that hangs takes nothing from the others.
    let children = people.map { person in start(program, words.dropFirst(), as: person) }
    let processes = children.map { $0.flatMap { focuskey_process($0.id) } ?? -1 }.map { ProcessEnd($0) }
    let end = focuskey_boot_milliseconds() + patience
    for (child, process) in zip(children, processes) where !process.comes(until: end) { child?.signalGroup(SIGKILL) }
    // One that cannot be ended, as by a file system of the person's own, is not waited for.
    let last = focuskey_boot_milliseconds() + farewell
    for process in processes { _ = process.comes(until: last) }
    return zip(people, children).compactMap { person, child in
      child.map { $0.outcomeIfEnded() == 0 } ?? true ? nil : person
    }
  }

  private final class ProcessEnd {
    private let process: Descriptor?

    init(_ number: Int32) {
      process = number < 0 ? nil : Descriptor(owning: number)
    }

    /// Waits for the end until a time; returns whether it has come.
    func comes(until end: Int64) -> Bool {
      let number =
        switch process {
        case .some(let process): process.number
        case .none: Int32(-1)
        }
      guard number >= 0 else { return true }
      while true {
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        let left = max(0, end - focuskey_boot_milliseconds())
        if unsafe poll(&waiting, 1, Int32(left)) > 0 { return true }
        if left == 0 { return false }
      }
    }
  }

  /// Lets the frozen apps of the user who runs this go on.
  package static func thawOwn() {
    guard let runtime = Environment["XDG_RUNTIME_DIR"] else { return }
    var running = RunningApplications(note: "\(runtime)/focuskey/frozen")
    running.releaseAll()
  }

  /// Starts a program as a person; `nil` for a user who can have nothing to restore.
  private static func start(
    _ program: borrowing Descriptor, _ arguments: some Sequence<String>, as person: UInt32
  ) -> ChildProcess? {
    let runtime = "/run/user/\(person)"
    var status = stat()
    // The folder is made at the login, for the person and their first group.
    guard unsafe lstat(runtime, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == person,
      status.st_gid != 0
    else { return nil }
    let rights = [
      "-C", "/", "/usr/bin/setpriv", "--reuid", "\(person)", "--regid", "\(status.st_gid)", "--clear-groups",
      "--reset-env",
    ]
    let place = ["XDG_RUNTIME_DIR=\(runtime)", "DBUS_SESSION_BUS_ADDRESS=unix:path=\(runtime)/bus"]
    // The program as it is open here: where it is may be closed to the person.
    return try? ChildProcess.start(
      "/usr/bin/env", rights + ["/usr/bin/env"] + place + ["/proc/self/fd/0"] + arguments, environment: [],
      input: .descriptor(program.number), output: .nothing, errors: .nothing, ownSession: true, onlyStreams: true)
  }
}
