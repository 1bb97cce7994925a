public import DesktopEntries
import Glibc
public import LinuxRuntime

/// What happens to a blocked application that is running when the shield goes up.
public enum RunningChoice: Sendable, Equatable {
  /// It is asked to close, and stands still when it has not after some seconds.
  case ask
  /// It stands still and loses nothing; a break or the end lets it go on.
  case freeze
  /// It is asked to close, and ended when it has not after some seconds.
  case end

  /// How long an application that was asked to close may take, to ask in its turn what becomes of unsaved work.
  public static let patience: Duration = .seconds(5)
}

/// Running applications that stand still, and the note on disk of which those are.
///
/// What is frozen outlives who froze it, so the note is written first and read again by whoever comes next.
public struct RunningApplications: Sendable {
  /// One thing that stands still.
  public enum Standing: Hashable, Sendable {
    /// A control group, by its folder.
    case scope(String)
    /// A process outside of one, by its number and its start, which no later process of that number shares.
    case process(Int32, start: UInt64)
  }

  private let note: String
  /// What stands still.
  public private(set) var standing: Set<Standing>
  private let control: ControlGroups
  private let patience: Duration
  /// What was asked to close, and when.
  private var asked: [Standing: ContinuousClock.Instant] = [:]

  /// What stands still by a note.
  ///
  /// - Parameters:
  ///   - note: the file that says what stands still; it lies where a reboot clears it.
  ///   - control: the groups in which applications are started.
  ///   - patience: how long an application that was asked to close may take.
  public init(
    note: String, control: ControlGroups = ControlGroups(), patience: Duration = RunningChoice.patience
  ) {
    self.note = note
    self.control = control
    self.patience = patience
    standing = Self.read(note)
  }

  /// Why freezing would be a danger here; `nil` where it is none.
  ///
  /// A program of X11 that holds the pointer, as an open menu does, would keep it while it stands still, and the
  /// desktop with it.
  public static func danger(_ variable: (String) -> String? = { Environment[$0] }) -> String? {
    if variable("XDG_SESSION_TYPE") == "wayland" || variable("WAYLAND_DISPLAY") != nil { return nil }
    guard variable("XDG_SESSION_TYPE") == "x11" || variable("DISPLAY") != nil else { return nil }
    return "on X11 a frozen program could hold the pointer: running applications are left alone"
  }

  /// Makes the running applications match: the closed ones stand still, or end; all others go on.
  public mutating func match(_ closed: [(entry: DesktopEntry, programs: [String])], choice: RunningChoice) {
    var wanted: Set<Standing> = []
    if !closed.isEmpty {
      wanted = Set(control.scopes(of: closed.map(\.entry)).map { .scope($0) })
      wanted.formUnion(Processes.own(running: closed.flatMap(\.programs)).map { .process($0.id, start: $0.start) })
    }
    switch choice {
    case .freeze: break
    case .ask: wanted = stubborn(among: wanted)
    case .end:
      for one in stubborn(among: wanted) { Self.signal(one, SIGKILL) }
      wanted = []
    }
    let released = standing.subtracting(wanted)
    let added = wanted.subtracting(standing)
    guard !released.isEmpty || !added.isEmpty else { return }
    // A process inside a frozen group stands already; stopping it as well would outlast the group's thaw.
    write(standing.union(added))
    for one in added { Self.hold(one) }
    for one in released { Self.release(one) }
    standing = standing.subtracting(released).union(added)
    write(standing)
  }

  /// Stops again what somebody else let go on; says whether there was anything.
  public func repair() -> Bool {
    let going = standing.filter { one in
      switch one {
      case .scope(let folder): ControlGroups.goesOn(folder)
      case .process(let id, let start): Processes.goesOn(id, start: start)
      }
    }
    for one in going { Self.hold(one) }
    return !going.isEmpty
  }

  /// Lets everything go on.
  public mutating func releaseAll() {
    asked = [:]
    for one in standing { Self.release(one) }
    standing = []
    write([])
  }

  private static func hold(_ one: Standing) {
    switch one {
    case .scope(let folder): ControlGroups.freeze(folder, true)
    case .process(let id, let start): Processes.signal(id, start: start, SIGSTOP)
    }
  }

  private static func release(_ one: Standing) {
    switch one {
    case .scope(let folder): ControlGroups.freeze(folder, false)
    case .process(let id, let start): Processes.signal(id, start: start, SIGCONT)
    }
  }

  /// Asks everything to close that was not asked yet; those that stand already, and those that had their time.
  private mutating func stubborn(among wanted: Set<Standing>) -> Set<Standing> {
    let now = ContinuousClock.now
    asked = asked.filter { wanted.contains($0.key) }
    for one in wanted.subtracting(standing) where asked[one] == nil {
      asked[one] = now
      Self.signal(one, SIGTERM)
    }
    return wanted.filter { one in
      standing.contains(one) || asked[one].map { now - $0 >= patience } ?? false
    }
  }

  private static func signal(_ one: Standing, _ number: Int32) {
    switch one {
    case .scope(let folder):
      for process in ControlGroups.processes(in: folder).compactMap({ Processes.identified($0) }) {
        Processes.signal(process.id, start: process.start, number)
      }
    case .process(let id, let start): Processes.signal(id, start: start, number)
    }
  }

  private func write(_ standing: Set<Standing>) {
    guard !standing.isEmpty else {
      _ = unsafe unlink(note)
      return
    }
    let lines = standing.map { one in
      switch one {
      case .scope(let folder): "scope \(folder)"
      case .process(let id, let start): "process \(id) \(start)"
      }
    }
    try? Files.replace(note, with: Array((lines.sorted().joined(separator: "\n") + "\n").utf8))
  }

  private static func read(_ note: String) -> Set<Standing> {
    guard let octets = try? Files.read(note, limit: 1 << 20) else { return [] }
    var standing: Set<Standing> = []
    for line in String(decoding: octets, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      if words.count >= 2, words[0] == "scope" { standing.insert(.scope(String(line.dropFirst(6)))) }
      if words.count == 3, words[0] == "process", let id = Int32(words[1]), let start = UInt64(words[2]) {
        standing.insert(.process(id, start: start))
      }
    }
    return standing
  }
}
