package import FeaturePorts
import Glibc
internal import SyncFiles
internal import SystemClock

/// Syncs a running service's home by itself: sends what the log has gained, hears what others send, and hands the
/// session what it should know of that.
///
/// It lives on a thread of its own, which waits for the server or for the bell. The session never waits for it: it
/// reads the log after each commit, and what it hands in is a request like any other.
package actor SyncRunner {
  private let thread = ThreadExecutor(named: "sync")
  private let home: Home
  private let engine: FocusEngine
  private let words: ServiceLog
  private let bell: SyncBell
  private let chosen: ServiceConfiguration.Devices
  /// Finds the card that signed a link, and its counter.
  private let signer: @Sendable (String) -> CardCounter?
  private let desktop: any Notifier
  package nonisolated let sharing: SettingsSharing?

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  package init(
    of home: Home, _ configuration: ServiceConfiguration, _ engine: FocusEngine,
    _ signer: @escaping @Sendable (String) -> CardCounter?, _ bell: SyncBell, _ desktop: any Notifier,
    _ words: ServiceLog, sharing: SettingsSharing?
  ) {
    self.sharing = sharing
    self.desktop = desktop
    self.home = home
    self.engine = engine
    self.bell = bell
    self.words = words
    self.signer = signer
    chosen = configuration.devices
  }

  deinit { thread.close() }

  package func run() async {
    while !bell.isStopping {
      // Taken before the file is looked at: one that is made meanwhile rings again.
      let asked = bell.take()
      Succession.finish(home)
      if let note = SyncNote(at: home.sync) {
        await sync(note, asked)
      } else {
        tell(Files.exists(home.sync) ? .broken : .off)
        if bell.show([]) { await engine.noteChangeBeside() }
        bell.answer(asked)
        bell.wait(milliseconds: nil)
      }
    }
    bell.answer(bell.take())
  }

  /// Syncs as this device until the file about the household changes.
  private func sync(_ note: SyncNote, _ first: SyncBell.Wishes) async {
    var pause = SyncPause()
    var acquaintance = Acquaintance(isLasting: true)
    var others = OtherDevices(chosen, signer)
    var asked = first
    while isCurrent(note) {
      do throws(SyncFault) {
        let course = try SyncCourse(home, note)
        try await stay(on: course, note, &asked, &acquaintance, &others, &pause)
      } catch {
        guard isCurrent(note) else { break }
        tell(SyncState(.offline, error.sentence), in: note)
        bell.answer(asked)
        bell.waitForWish(milliseconds: pause.next())
        asked = bell.take()
      }
    }
    // People who wait for a round wait for one of what the household is now.
    bell.putBack(asked)
  }

  /// Connects, and syncs whenever there is something new here or there, until the line breaks.
  private func stay(
    on course: borrowing SyncCourse, _ note: SyncNote, _ asked: inout SyncBell.Wishes,
    _ acquaintance: inout Acquaintance, _ others: inout OtherDevices, _ pause: inout SyncPause
  ) async throws(SyncFault) {
    let mailbox = try note.mailbox(with: course.sodium, in: home, cancel: bell.cancel.descriptor)
    let isHeard = try SyncFault.asking { () throws(MailboxError) in try mailbox.listen() }
    acquaintance.begin()
    var isFirst = true
    while isCurrent(note) {
      if isFirst || asked.wantsRound {
        let faults = try course.run(with: mailbox, &acquaintance, at: SystemTime.wall().milliseconds)
        if isFirst { await tellNews(of: note, course) }
        isFirst = false
        try await others.tell(engine, of: course, offset: acquaintance.offset)
        await sharing?.workAfterRound()
        if bell.show(others.shown(offset: acquaintance.offset)) { await engine.noteChangeBeside() }
        pause = SyncPause()
        let lack = isHeard ? [] : [mailbox.carrier.lack]
        tell(SyncState(isHeard ? .live : .polling, (lack + faults).joined(separator: " ")), in: note)
      }
      bell.answer(asked)
      asked = SyncBell.Wishes()
      let isNotified = try wait(in: mailbox, isHeard: isHeard)
      asked = bell.take()
      // The time over is a reason to look, too; a household that changed is none.
      if isNotified || asked.isEmpty { asked.hasNews = true }
    }
  }

  /// Waits for the mailbox, the bell or the time; returns whether there is news.
  private func wait(in mailbox: any HouseholdMailbox, isHeard: Bool) throws(SyncFault) -> Bool {
    try SyncFault.asking { () throws(MailboxError) in
      try mailbox.wait(milliseconds: isHeard ? Self.longest : Self.pollGap, bell: bell.event.descriptor)
    }
  }

  /// Tells the person once that this home is another device than it was.
  private func tellNews(of note: SyncNote, _ course: borrowing SyncCourse) async {
    guard let past = note.past, (try? course.store.takeNews()) == true else { return }
    words.write(.warning, "sync: \(note.sentence(of: past))")
    await desktop.show(
      Bulletin(.refusal, title: "This computer is now “\(note.name)”", text: note.sentence(of: past), stays: true))
  }

  /// Milliseconds between checks: where news comes by itself, and where it does not.
  private static let longest: Int32 = 15 * 60_000
  private static let pollGap: Int32 = 60_000

  private func isCurrent(_ note: SyncNote) -> Bool { !bell.isStopping && SyncNote(at: home.sync) == note }

  /// Keeps the state for anyone who asks, with the service and without it.
  private func tell(_ state: SyncState, in note: SyncNote? = nil) {
    guard bell.state != state else { return }
    bell.tell(state)
    if state.word != .off {
      words.write(state.why.isEmpty ? .info : .warning, "sync: \(state.word.rawValue)\(state.note)")
    }
    guard note != nil, let store = try? SyncStore(path: home.syncStore, makes: false) else { return }
    // Without it `sync status` says less after the service has ended.
    try? store.set(SyncStore.Outcome(state: state.word.rawValue, why: state.why, process: Int64(getpid())))
  }
}

extension MailboxCarrier {
  /// Why news has to be checked for from time to time.
  fileprivate var lack: String {
    switch self {
    case .database: "Notifications do not arrive on this connection; it looks once a minute."
    case .folder: "The system does not tell of changes in this folder; it looks once a minute."
    }
  }
}

struct SyncState: Equatable {
  enum Word: String {
    case off, live, polling, offline
  }

  var word: Word
  var why: String

  init(_ word: Word, _ why: String = "") { (self.word, self.why) = (word, why) }

  static let off = SyncState(.off)
  static let broken = SyncState(.offline, "sync.json cannot be read.")

  var note: String { why.isEmpty ? "" : ": \(why)" }
}

/// How long to wait before the next try to reach a server.
struct SyncPause {
  private var last: Int32 = 500
  private static let most: Int32 = 5 * 60_000

  /// Doubles each time, up to five minutes, and never in step with other devices.
  mutating func next() -> Int32 {
    last = min(last * 2, Self.most)
    return last - Int32(SystemRandom.octets(1)[0]) * (last / 1024)
  }
}

extension SyncFault {
  var sentence: String {
    let words =
      switch self {
      case .broken(let path): "\(path) cannot be read"
      case .log(let error): error.sentence
      case .system(let error): "\(error.subject): \(error.reason)"
      default: what
      }
    guard let first = words.first else { return "" }
    let text = first.uppercased() + words.dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}
