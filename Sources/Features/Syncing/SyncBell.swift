package import FeaturePorts
internal import Following
import Glibc
internal import SystemClock

/// Wakes the syncing thread: for new records, people's wishes, another household, or the end.
package final class SyncBell: Sendable {
  /// Ends the thread's wait for news.
  let event = WakeEvent()
  /// Ends every wait for the server.
  let cancel = WakeEvent()
  private let wishes = Locked(Wishes())
  private let shown = Locked((state: SyncState.off, since: Timestamp?.none))
  private let devices = Locked<[OtherDevice]>([])
  private let stopping = Locked(false)

  package init() {
  }

  struct Wishes {
    var hasNews = false
    var householdChanged = false
    var people: [CheckedContinuation<Void, Never>] = []

    var isEmpty: Bool { !hasNews && !householdChanged && people.isEmpty }
    var wantsRound: Bool { hasNews || !people.isEmpty }
  }

  var isStopping: Bool { stopping.withLock { $0 } }
  var state: SyncState { shown.withLock { $0.state } }
  var standing: (state: SyncState, since: Timestamp?) { shown.withLock { $0 } }

  func tell(_ state: SyncState) {
    shown.withLock { shown in
      if shown.state.word != state.word { shown.since = SystemTime.wall() }
      shown.state = state
    }
  }

  /// Shows the other devices as they are now; returns whether they changed.
  func show(_ now: [OtherDevice]) -> Bool {
    devices.withLock { before in
      defer { before = now }
      return before != now
    }
  }

  package func name(of device: DeviceName) -> String? {
    devices.withLock { devices in devices.first { $0.id == device }?.name }
  }

  func ring() {
    wishes.withLock { $0.hasNews = true }
    event.ring()
  }

  /// Returns after a round that began now or later, or once none is possible.
  func round() async {
    await withCheckedContinuation { person in
      wishes.withLock { $0.people.append(person) }
      event.ring()
    }
  }

  package func stop() {
    stopping.withLock { $0 = true }
    cancel.ring()
    event.ring()
  }

  /// Returns what should be done, and clears it; later wishes ring again.
  func take() -> Wishes {
    event.hush()
    return wishes.withLock { wishes in
      defer { wishes = Wishes() }
      return wishes
    }
  }

  func putBack(_ undone: Wishes) {
    wishes.withLock { wishes in
      wishes.hasNews = wishes.hasNews || undone.hasNews
      wishes.people = undone.people + wishes.people
    }
    event.ring()
  }

  func answer(_ wishes: Wishes) { for person in wishes.people { person.resume() } }

  func wait(milliseconds: Int32?) {
    var watched = pollfd(fd: event.descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&watched, 1, milliseconds ?? -1)
  }

  /// Waits for the time, a person, another household or the end; new records wait too.
  func waitForWish(milliseconds: Int32) {
    let end = SinceBoot.milliseconds + Int64(milliseconds)
    while true {
      let left = end - SinceBoot.milliseconds
      if left <= 0 || isStopping { return }
      wait(milliseconds: Int32(clamping: left))
      // Before it is looked at what is wanted: who wants something later rings again.
      event.hush()
      if wishes.withLock({ !$0.people.isEmpty || $0.householdChanged }) { return }
    }
  }

  /// Rings after each commit, until the engine stops.
  package func follow(_ engine: FocusEngine) async {
    for await notice in await engine.notices() {
      guard case .happened(let event) = notice, case .recorded(let fact) = event.kind, fact.isShared else { continue }
      ring()
    }
  }

  /// Rings when a command joined or left a household; other files of the home change often.
  package func watch(_ home: Home, on loop: EventLoop) async {
    let (changes, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    guard let place = try? PlaceWatch(of: home.stateFolder) else { return }
    let watch = loop.watchReadable(place.descriptor) { bell.yield() }
    defer { _ = watch }
    // What was changed before somebody watched was told by nobody.
    bell.yield()
    var last: [NoteFile?]?
    for await _ in changes {
      place.renew()
      let now = [home.sync, home.syncSuccessor].map { NoteFile($0) }
      guard now != last else { continue }
      last = now
      wishes.withLock { $0.householdChanged = true }
      event.ring()
    }
  }

  /// A file's identity at a path; a changed file is a new one.
  private struct NoteFile: Equatable {
    let number: UInt64
    let written: Int64

    init?(_ path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      number = UInt64(status.st_ino)
      written = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
  }

  package func ports(_ history: SharedHistory, _ zone: CivilZone) -> SyncPorts {
    SyncPorts(
      state: { self.json(in: zone) }, round: { await self.round() }, past: { await history.past(of: $0, at: $1) })
  }

  private func json(in zone: CivilZone) -> JSONValue {
    let state = state
    let now = SystemTime.wall()
    let devices = devices.withLock { $0 }
    return [
      "state": .string(state.word.rawValue), "why": .string(state.why),
      "devices": .array(devices.map { $0.json(at: now, in: zone) }),
    ]
  }
}
