internal import CLinux
import DesktopEntries
import Glibc
package import LinuxRuntime

/// Refuses the start of some programs for some users, at the moment of the start.
///
/// The kernel asks about the marked files only; every other program starts as ever, and a marked one starts for
/// everybody else.
/// When this program ends, however it does, the kernel stops asking and lets what waits go on.
///
/// The program that uses this must not fork: a child would hold the group that its own start waits for.
package final class LaunchGuard {
  package struct Program: Hashable, Sendable {
    /// The app that it belongs to, by its desktop id.
    package let application: String
    package let path: String

    package init(application: String, path: String) {
      self.application = application
      self.path = path
    }
  }

  package struct Denial: Sendable {
    package let user: UInt32
    package let application: String
    /// The process that asked for the start; it goes on running.
    package let process: Int32
  }

  struct Rules: Sendable {
    var files: [FileIdentity: [UInt32: String]] = [:]
    var paths: [String: [UInt32: String]] = [:]
    /// The ids under which people may act as well.
    var subordinates = SubordinateUsers.none
  }

  private let rules = Locked(Rules())
  private let denied: @Sendable (Denial) -> Void
  private var group: Int32?
  private var wanted: [UInt32: Set<Program>] = [:]
  private var subordinates = SubordinateUsers.none
  private var known = KnownPrograms()
  private var wantedMarks: Set<Mark> = []
  private var marks: Set<Mark> = []
  /// Marks that the kernel listed by inode; some file systems have other numbers of their own.
  private var seen: Set<Mark> = []
  private var protected: Set<FileIdentity> = []

  private struct Mark: Hashable {
    let path: String
    let isFolder: Bool
    /// The file or folder that was marked; another may replace it at the path.
    let identity: FileIdentity
    let written: Int64
  }

  /// `denied` is told of every refusal, on the thread that answers the kernel.
  package init(denied: @escaping @Sendable (Denial) -> Void) {
    self.denied = denied
  }

  /// Whether it refuses something now, according to the kernel.
  package var isUp: Bool {
    guard let group, !marks.isEmpty else { return false }
    return isUp(by: PersistentMarks.inodes(of: group))
  }

  /// Whether it refused something when ``repair()`` looked last.
  package private(set) var wasUp = false

  private func isUp(by standing: Set<UInt64>) -> Bool {
    marks.contains { !seen.contains($0) || standing.contains($0.identity.inode) }
  }

  package func probe() throws(SystemError) {
    guard group == nil else { return }
    let probe = focuskey_exec_group()
    guard probe >= 0 else { throw .last("fanotify_init") }
    defer { close(probe) }
    // A kernel without CONFIG_FANOTIFY_ACCESS_PERMISSIONS has groups, but no questions.
    guard unsafe focuskey_exec_mark(probe, 1, 0, "/proc/self/exe") == 0 else { throw .last("fanotify_mark") }
  }

  /// Refuses these users these programs; returns whether a mark had been removed and is back now.
  @discardableResult package func enforce(
    _ programs: [UInt32: Set<Program>], subordinates: SubordinateUsers = .none
  ) throws(SystemError) -> Bool {
    wanted = programs.filter { !$0.value.isEmpty }
    self.subordinates = subordinates
    if wanted.isEmpty, group == nil { return false }
    let group = try ready()
    protected = ProtectedFiles.identities()
    // An order may come between a theft and the look that would have noticed it.
    let found = seen.isEmpty ? [] : PersistentMarks.inodes(of: group)
    let (rules, marks) = resolve()
    let isRobbed = forget(taken(from: marks, by: found))
    wantedMarks = marks
    // The rules first: a file that is marked is one that somebody can answer for.
    self.rules.withLock { $0 = rules }
    var standing: Set<Mark> = []
    var fault: SystemError?
    for mark in marks {
      if self.marks.contains(mark) {
        standing.insert(mark)
      } else if unsafe focuskey_exec_mark(group, 1, mark.isFolder ? 1 : 0, mark.path) == 0 {
        standing.insert(mark)
      } else {
        fault = .last("fanotify_mark", on: mark.path)
      }
    }
    // Of a file with two names one may go on being closed.
    let paths = Set(standing.map(\.path))
    let files = Set(standing.map(\.identity))
    for mark in self.marks.subtracting(marks) where !paths.contains(mark.path) && !files.contains(mark.identity) {
      _ = unsafe focuskey_exec_mark(group, 0, mark.isFolder ? 1 : 0, mark.path)
    }
    self.marks = standing
    let numbers = PersistentMarks.inodes(of: group)
    seen = standing.filter { numbers.contains($0.identity.inode) }
    wasUp = isUp(by: numbers)
    if standing.isEmpty, let fault { throw fault }
    return isRobbed
  }

  /// Restores removed marks and marks replaced or new files; returns whether any were removed.
  package func repair() throws(SystemError) -> Bool {
    guard let group, !wanted.isEmpty else { return false }
    let standing = PersistentMarks.inodes(of: group)
    let now = known.hasChanged ? resolve().marks : wantedMarks
    let isRobbed = forget(taken(from: now, by: standing))
    wasUp = isUp(by: standing)
    guard now != marks else { return isRobbed }
    return try enforce(wanted, subordinates: subordinates) || isRobbed
  }

  /// Which of these marks the kernel had and has no more.
  ///
  /// - Parameter standing: what it has, asked before the files were looked at: a file that is at its path after that
  ///   was there before it, with its mark.
  private func taken(from marks: Set<Mark>, by standing: Set<UInt64>) -> Set<Mark> {
    seen.intersection(marks).filter { !standing.contains($0.identity.inode) }
  }

  /// Forgets removed marks; returns whether there were any.
  private func forget(_ taken: Set<Mark>) -> Bool {
    marks.subtract(taken)
    seen.subtract(taken)
    return !taken.isEmpty
  }

  private func resolve() -> (rules: Rules, marks: Set<Mark>) {
    known.keep(Set(wanted.values.joined().map(\.path)))
    var rules = Rules(subordinates: subordinates)
    var marks: Set<Mark> = []
    for (user, programs) in wanted {
      for program in programs {
        // What is protected is protected under every name, so the question is asked about the file behind the links
        // too.
        guard let file = known.file(at: program.path), !ProtectedApplications.contains(program: program.path),
          !ProtectedApplications.contains(program: file.path), !protected.contains(file.identity)
        else { continue }
        rules.files[file.identity, default: [:]][user] = program.application
        marks.insert(Mark(path: file.path, isFolder: false, identity: file.identity, written: file.written))
        guard let folder = file.ownFolder, let identity = FileIdentity(of: folder) else { continue }
        rules.paths[file.path, default: [:]][user] = program.application
        marks.insert(Mark(path: folder, isFolder: true, identity: identity, written: 0))
      }
    }
    return (rules, marks)
  }

  private func ready() throws(SystemError) -> Int32 {
    if let group { return group }
    let group = focuskey_exec_group()
    guard group >= 0 else { throw .last("fanotify_init") }
    self.group = group
    let rules = rules
    let denied = denied
    startThread(named: "launches") { ExecQuestions.answer(from: group, by: rules, denied) }
    return group
  }
}
