package import FeaturePorts
package import FocusEngine
package import FocusSession
internal import Following
import Glibc
internal import JSONText
package import LinuxRuntime
package import ServiceContract
internal import SystemClock

/// What the thread that syncs is told by others: that something was recorded, that a person wants it now, that the file
/// about the household changed, that the service ends.
package final class SyncBell: Sendable {
  /// Ends the thread's waiting for news.
  let event = WakeEvent()
  /// Ends everything that waits for the server.
  let cancel = WakeEvent()
  private let wishes = Locked(Wishes())
  private let shown = Locked((state: SyncState.off, since: Timestamp?.none))
  private let devices = Locked<[OtherDevice]>([])
  private let stopping = Locked(false)

  package init() {
  }

  /// What is to be done.
  struct Wishes {
    /// Something was recorded here, or there is something at the mailbox.
    var hasNews = false
    /// The file about the household changed.
    var householdChanged = false
    /// People who wait for the end of a round.
    var people: [CheckedContinuation<Void, Never>] = []

    var isEmpty: Bool { !hasNews && !householdChanged && people.isEmpty }
    var wantsRound: Bool { hasNews || !people.isEmpty }
  }

  var isStopping: Bool { stopping.withLock { $0 } }
  var state: SyncState { shown.withLock { $0.state } }
  /// How syncing goes, and since when.
  var standing: (state: SyncState, since: Timestamp?) { shown.withLock { $0 } }

  func tell(_ state: SyncState) {
    shown.withLock { shown in
      if shown.state.word != state.word { shown.since = SystemTime.wall() }
      shown.state = state
    }
  }

  /// Shows the other devices as they are now.
  ///
  /// - Returns: whether they are not as before.
  func show(_ now: [OtherDevice]) -> Bool {
    devices.withLock { before in
      defer { before = now }
      return before != now
    }
  }

  /// What people call another device.
  package func name(of device: DeviceName) -> String? {
    devices.withLock { devices in devices.first { $0.id == device }?.name }
  }

  /// Something was recorded.
  func ring() {
    wishes.withLock { $0.hasNews = true }
    event.ring()
  }

  /// Returns after a round that began now or later, or when none was possible.
  func round() async {
    await withCheckedContinuation { person in
      wishes.withLock { $0.people.append(person) }
      event.ring()
    }
  }

  /// The service ends.
  package func stop() {
    stopping.withLock { $0 = true }
    cancel.ring()
    event.ring()
  }

  /// Takes what is to be done; what comes from now on rings again.
  func take() -> Wishes {
    event.hush()
    return wishes.withLock { wishes in
      defer { wishes = Wishes() }
      return wishes
    }
  }

  /// Hands back what was not done.
  func putBack(_ undone: Wishes) {
    wishes.withLock { wishes in
      wishes.hasNews = wishes.hasNews || undone.hasNews
      wishes.people = undone.people + wishes.people
    }
    event.ring()
  }

  /// Tells the people who waited.
  func answer(_ wishes: Wishes) { for person in wishes.people { person.resume() } }

  /// Waits until it rings.
  func wait(milliseconds: Int32?) {
    var watched = pollfd(fd: event.descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&watched, 1, milliseconds ?? -1)
  }

  /// Waits for the time, or for a person, another household or the end; what is recorded meanwhile waits too.
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

  /// Rings when the file about the household is another, until the task is cancelled: a household that was joined or
  /// left by a command. Other files of the home come and go with each look at a server that is away.
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

  /// A file as it is at a path; it is replaced when it changes.
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

  /// What the API asks of it.
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
