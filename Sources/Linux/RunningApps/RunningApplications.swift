package import DesktopEntries
import Glibc
import LinuxRuntime

/// What happens to a blocked application that is running when the shield goes up.
package enum RunningChoice: String, Sendable {
  /// It is asked to close, and stopped if it has not closed after some seconds.
  case ask
  /// It is stopped and loses nothing; it goes on at a break or at the end.
  case freeze
  /// It is asked to close, and ended if it has not closed after some seconds.
  case end

  /// How long an application that was asked to close may take, to ask in its turn what becomes of unsaved work.
  package static let patience: Duration = .seconds(5)
}

/// Running applications that stand still, and the note on disk of which those are.
///
/// What is frozen outlives who froze it, so the note is written first and read again by anyone who comes next.
package struct RunningApplications: Sendable {
  package enum Standing: Hashable, Sendable {
    /// A control group, by its folder.
    case scope(String)
    /// A process outside of a group, by its id and its start, which no later process shares.
    case process(Int32, start: UInt64)
  }

  private let note: String
  /// What is stopped.
  package private(set) var standing: Set<Standing>
  private let control: ControlGroups
  private let patience: Duration
  private let screens: @Sendable (_ processes: [Int32]) -> [any Screen]
  /// What was just stopped on a screen: it may have grabbed something right before.
  private var fresh: Set<Standing> = []
  /// Why closed applications run although they should be stopped; empty where none does.
  package private(set) var obstacles: Set<ScreenHindrance> = []
  /// How often somebody else let each of them go on.
  private var wakings: [Standing: Int] = [:]
  /// How many were ended because somebody let them go on again and again.
  package private(set) var ended = 0
  /// How often an app that somebody lets go on is stopped again, before it is ended.
  package static let mostWakings = 3
  /// What was asked to close, and when.
  private var asked: [Standing: ContinuousClock.Instant] = [:]

  /// What is stopped by a note.
  ///
  /// - Parameters:
  ///   - note: the file that says what is stopped; it is where a reboot clears it.
  ///   - control: the groups in which applications are started.
  ///   - patience: how long an application that was asked to close may take.
  package init(
    note: String, control: ControlGroups = ControlGroups(), patience: Duration = RunningChoice.patience
  ) {
    self.init(note: note, control: control, patience: patience, screens: X11Screen.screens)
  }

  init(
    note: String, control: ControlGroups = ControlGroups(), patience: Duration = RunningChoice.patience,
    screens: @escaping @Sendable (_ processes: [Int32]) -> [any Screen]
  ) {
    self.note = note
    self.control = control
    self.patience = patience
    self.screens = screens
    standing = Self.read(note, control)
  }

  /// Makes the running applications match: the closed ones stand still, or end; all others go on.
  ///
  /// A program of X11 that holds the pointer or the keyboard, as an open menu does, would keep it while it is
  /// still, and the desktop with it. So none is made to stand while somebody holds one of them, and one that held it
  /// after all is let go again; the next match tries again. Ending needs no such care: what a program of X11 holds ends
  /// with it.
  package mutating func match(_ closed: [(entry: DesktopEntry, programs: [String])], choice: RunningChoice) {
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
    wakings = wakings.filter { wanted.contains($0.key) }
    let before = obstacles
    obstacles = []
    let count = ended
    if closed.isEmpty { ended = 0 }
    defer { if obstacles != before || ended != count { writeHindrances() } }
    // Again, now that whatever they said to their screen before they stood has come there.
    letGo(fresh.intersection(wanted).intersection(standing))
    fresh = []
    let released = standing.subtracting(wanted)
    let added = safe(among: wanted.subtracting(standing))
    guard !released.isEmpty || !added.isEmpty else { return }
    // A process inside a frozen group is stopped already; stopping it as well would outlast the group's thaw.
    write(standing.union(added))
    for one in added { Self.hold(one) }
    for one in released { Self.release(one) }
    standing = standing.subtracting(released).union(added)
    write(standing)
    fresh = added
    letGo(added)
  }

  /// Those whose screens allow them to be stopped.
  private mutating func safe(among candidates: Set<Standing>) -> Set<Standing> {
    candidates.filter { one in
      guard let obstacle = Screens.obstacle(of: screens(Self.processes(of: one))) else { return true }
      obstacles.insert(obstacle)
      return false
    }
  }

  /// Lets those go on again whose screens turn out to be grabbed.
  private mutating func letGo(_ candidates: Set<Standing>) {
    let hindered = candidates.subtracting(safe(among: candidates))
    guard !hindered.isEmpty else { return }
    for one in hindered { Self.release(one) }
    standing.subtract(hindered)
    fresh.subtract(hindered)
    write(standing)
  }

  private static func processes(of one: Standing) -> [Int32] {
    switch one {
    case .scope(let folder): ControlGroups.processes(in: folder)
    case .process(let id, _): [id]
    }
  }

  /// Stops again what somebody else let go on, and ends what is let go on for the fourth time; says whether there was
  /// anything. What cannot stand now is left to the next match.
  package mutating func repair() -> Bool {
    let going = standing.filter { one in
      switch one {
      case .scope(let folder): ControlGroups.goesOn(folder)
      case .process(let id, let start): Processes.goesOn(id, start: start)
      }
    }
    guard !going.isEmpty else { return false }
    for one in going { wakings[one, default: 0] += 1 }
    let woken = going.filter { wakings[$0] ?? 0 > Self.mostWakings }
    for one in woken { Self.signal(one, SIGKILL) }
    ended += woken.count
    if !woken.isEmpty { writeHindrances() }
    let held = safe(among: going.subtracting(woken))
    for one in held { Self.hold(one) }
    standing.subtract(going.subtracting(held))
    write(standing)
    fresh.formUnion(held)
    return true
  }

  package mutating func releaseAll() {
    asked = [:]
    wakings = [:]
    ended = 0
    fresh = []
    obstacles = []
    writeHindrances()
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

  /// Asks those to close that were not asked yet; returns those stopped already or out of time.
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

  /// Why blocked apps kept running at the last match that wrote this note, in words.
  package static func obstacles(notedBeside note: String) -> [String] {
    guard let octets = try? Files.readOwn(hindranceNote(beside: note), limit: 64 << 10) else { return [] }
    return String(decoding: octets, as: UTF8.self).split(separator: "\n").map { String($0) }
  }

  private static func hindranceNote(beside note: String) -> String { "\(note)-not" }

  private func writeHindrances() {
    Self.write(obstacles.map(\.words).sorted(), to: Self.hindranceNote(beside: note))
    Self.write(ended > 0 ? ["\(ended)"] : [], to: Self.endedNote(beside: note))
  }

  private static func write(_ lines: [String], to file: String) {
    guard !lines.isEmpty else {
      _ = unsafe unlink(file)
      return
    }
    try? Files.replace(file, with: lines.flatMap { Array("\($0)\n".utf8) })
  }

  /// How many apps were ended, by the note that is beside this one, because somebody let them go on again and again.
  package static func ended(notedBeside note: String) -> Int {
    let octets = (try? Files.readOwn(endedNote(beside: note), limit: 64)) ?? []
    return Int(String(decoding: octets.prefix { $0 != 0x0A }, as: UTF8.self)) ?? 0
  }

  private static func endedNote(beside note: String) -> String { "\(note)-ended" }

  /// What a note says; of groups only those of the person's apps, whatever it names.
  private static func read(_ note: String, _ control: ControlGroups) -> Set<Standing> {
    guard let octets = try? Files.readOwn(note, limit: 1 << 20) else { return [] }
    var standing: Set<Standing> = []
    for line in String(decoding: octets, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      if words.count >= 2, words[0] == "scope", control.hasGroup(String(line.dropFirst(6))) {
        standing.insert(.scope(String(line.dropFirst(6))))
      }
      if words.count == 3, words[0] == "process", let id = Int32(words[1]), let start = UInt64(words[2]) {
        standing.insert(.process(id, start: start))
      }
    }
    return standing
  }
}
