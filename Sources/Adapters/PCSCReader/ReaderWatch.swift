internal import CPCSC
import Glibc
internal import LinuxRuntime

/// The thread that waits for readers and cards. It sleeps in pcscd's own wait, so that nothing wakes while nothing
/// happens.
final class ReaderWatch: Sendable {
  /// One wait, in milliseconds. To wait "for ever" libpcsclite polls once a minute and talks with pcscd each time; a
  /// wait with an end sleeps in one poll to that end. It also bounds how long a reader can stay unseen that was plugged
  /// in between the list and the wait (pcsc-lite before 2.0 compares the count within one wait only).
  private static let safetyNet: UInt32 = 600_000
  /// The first wait after the list changed: one device can be several readers, which come one by one.
  private static let settling: UInt32 = 250
  /// Between two tries to reach pcscd, in milliseconds: the first, and the longest. After that one its socket is
  /// awaited, which costs nothing.
  private static let tries = (first: 50, longest: 2000)

  private struct Shared: Sendable {
    var waiting: SCARDCONTEXT?
    var isStopping = false
    var isOver = false
  }

  private let shared = Locked(Shared())
  private let bell = WakeEvent()
  private let report: @Sendable ([SlotChange]) -> Void
  private let notice: @Sendable (PCSCNotice) -> Void

  init(
    notice: @escaping @Sendable (PCSCNotice) -> Void, report: @escaping @Sendable ([SlotChange]) -> Void
  ) {
    self.report = report
    self.notice = notice
  }

  func start() {
    startThread(named: "readers") { self.run() }
  }

  /// Ends the thread; returns when it is over.
  func stop() {
    shared.withLock { $0.isStopping = true }
    bell.ring()
    // A cancel before the wait has begun is lost, so it is said until it is heard.
    while true {
      let (context, isOver) = shared.withLock { ($0.waiting, $0.isOver) }
      if isOver { return }
      if let context { SCardCancel(context) }
      usleep(3000)
    }
  }

  private var isStopping: Bool { shared.withLock { $0.isStopping } }

  private func run() {
    var history = SlotHistory()
    let table = SlotTable()
    var pause = Self.tries.first
    var isMissing = false
    while !isStopping {
      // Before the try, so that a socket which appears right after it is not missed.
      let place = FileWatch(of: DaemonSocket.path)
      do throws(PCSCError) {
        let context = try PCSCContext()
        shared.withLock { $0.waiting = context.handle }
        if isMissing { notice(.serviceIsBack) }
        isMissing = false
        pause = Self.tries.first
        table.forget()
        try watch(context, table, &history)
      } catch {
        report(history.loseService())
        if !isMissing { notice(.serviceIsMissing(error)) }
        isMissing = true
      }
      shared.withLock { $0.waiting = nil }
      if isStopping { break }
      if pause <= Self.tries.longest {
        place.wait(atMost: pause, bell: bell)
        pause *= 2
      } else {
        place.wait(atMost: nil, bell: bell)
        pause = Self.tries.first
      }
    }
    shared.withLock { $0.isOver = true }
  }

  /// Watches until pcscd fails, or until ``stop()``.
  private func watch(
    _ context: borrowing PCSCContext, _ table: SlotTable, _ history: inout SlotHistory
  ) throws(PCSCError) {
    var isSettled = false
    var fruitless = 0
    var unwatched: [String] = []
    while !isStopping {
      let names = try context.readers()
      report(history.list(names, at: SinceBoot.milliseconds))
      let admitted = names.filter(history.isAdmitted)
      let watched = table.seats(for: admitted)
      if watched != table.names {
        table.watch(watched)
        isSettled = false
      }
      let left = Array(admitted.dropFirst(watched.count))
      if left != unwatched, !left.isEmpty { notice(.tooManyReaders(left)) }
      unwatched = left
      do throws(PCSCError) {
        let patience = history.deadline.map { UInt32(clamping: max(1, $0 - SinceBoot.milliseconds)) }
        let longest = min(isSettled ? Self.safetyNet : Self.settling, patience ?? Self.safetyNet)
        guard try table.wait(on: context, milliseconds: longest) else {
          isSettled = true
          continue
        }
      } catch {
        // Cancelled to stop, or a reader went between the list and the wait.
        guard error.code == .cancelled || error.code == .unknownReader else { throw error }
        if error.code == .unknownReader { rest(10) }
        continue
      }
      // A sight from between two steps of pcscd is looked at again, and so is a card where there is nothing to compare
      // with.
      var pause: UInt32 = 1000
      var isNew = table.sights().contains { $0.sight.hasCard && !history.isWatched($0.name) }
      while isNew || (pause < 200_000 && !table.sights().allSatisfy { history.isWhole($0.name, $0.sight) }) {
        usleep(pause)
        pause *= 2
        isNew = false
        try table.look(on: context)
      }
      try awaitDepartures(of: table.sights(), on: context, &history)
      let changes = table.sights().flatMap { history.see($0.name, $0.sight) }
      report(changes)
      // What pcscd would report for ever and means nothing to us must not become a busy loop.
      fruitless = changes.isEmpty ? fruitless + 1 : 0
      if fruitless > 20 { rest(100) }
    }
  }

  /// Waits for pulled-out readers to leave pcscd's list, so that they are not reported as faulty.
  private func awaitDepartures(
    of sights: [(name: String, sight: SlotTable.Sight)], on context: borrowing PCSCContext, _ history: inout SlotHistory
  ) throws(PCSCError) {
    for _ in 0..<20 {
      guard sights.contains(where: { !$0.sight.isAvailable && history.isWatched($0.name) }), !isStopping else { return }
      rest(10)
      report(history.list(try context.readers(), at: SinceBoot.milliseconds))
    }
  }

  private func rest(_ milliseconds: Int) {
    FileWatch(of: nil).wait(atMost: milliseconds, bell: bell)
  }
}
