internal import FocusPorts

/// Keeps what a notification daemon shows the same as what there is to say (Desktop Notifications Specification 1.2).
///
/// There is one notification per subject. While the daemon is being told about one, what comes next waits for its
/// number, so that it can take that one's place.
final class DesktopNotifications {
  private struct Daemon {
    /// Its unique name: only signals from that name count as presses.
    var owner: String
    /// What it can do; `nil` until it has said so.
    var abilities: Set<String>?
    var quietness: Quietness?
  }

  private struct Stand {
    var wanted: Bulletin?
    var shown: Bulletin?
    var number: UInt32 = 0
    var isTalking = false
  }

  private let say: (String) -> Void
  private let pressed: (Bulletin.Button) -> Void
  private var connection: BusConnection?
  private var daemon: Daemon?
  private var stands: [Bulletin.Subject: Stand] = [:]
  private var isWaking = false
  private var hasToldRefusal = false
  private let path: String
  private var note: ShownNote
  /// What an earlier run that was killed left on the screen.
  private var left: ShownNote
  private var busID = ""

  init(note path: String, say: @escaping (String) -> Void, pressed: @escaping (Bulletin.Button) -> Void) {
    self.path = path
    self.say = say
    self.pressed = pressed
    note = ShownNote(path: path)
    left = note
  }

  func arrive(on connection: BusConnection) {
    self.connection = connection
    let sender = "sender='\(NotificationCall.name)',interface='\(NotificationCall.name)'"
    connection.listen("\(sender),member='ActionInvoked'") { [unowned self] in invoked($0, $1) }
    connection.listen("\(sender),member='NotificationClosed'") { [unowned self] in closed($0, $1) }
    // Of all programs that come and go on the bus, only the daemon's coming is to wake us.
    connection.listen(
      "sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        + "arg0='\(NotificationCall.name)'"
    ) { [unowned self] _, values in ownerChanged(to: values.last?.text ?? "") }
    connection.call(.bus("GetId")) { [unowned self] answer in busID = (try? answer.get())?.first?.text ?? "" }
    connection.call(.bus("GetNameOwner", .string(NotificationCall.name))) { [unowned self] answer in
      if case .success(let values) = answer { ownerChanged(to: values.first?.text ?? "") }
      settleAll()
    }
  }

  /// The bus is gone, and the daemon's notifications with it.
  func leave() {
    connection = nil
    isWaking = false
    forget()
  }

  func show(_ bulletin: Bulletin) {
    stands[bulletin.subject, default: Stand()].wanted = bulletin
    settle(bulletin.subject)
  }

  func withdraw(_ subject: Bulletin.Subject) {
    guard stands[subject] != nil else { return }
    stands[subject]?.wanted = nil
    settle(subject)
  }

  func withdrawAll() {
    for subject in Bulletin.Subject.allCases { withdraw(subject) }
  }

  /// Whether the daemon still owes the number of a notification.
  var waitsForNumber: Bool { connection != nil && stands.values.contains { $0.isTalking } }

  // MARK: The daemon

  private func ownerChanged(to owner: String) {
    guard owner != daemon?.owner ?? "" else { return }
    // What was said before the first daemon was known waits for it.
    if daemon != nil { forget() }
    guard !owner.isEmpty else { return }
    daemon = Daemon(owner: owner)
    takeOver()
    connection?.call(NotificationCall.capabilities) { [unowned self] answer in
      guard daemon?.owner == owner else { return }
      let abilities = Set((try? answer.get().first?.texts) ?? [])
      Quietness.find(Quietness.allCases[...], on: connection) { [unowned self] found in
        guard daemon?.owner == owner else { return }
        // Both at once: what is said between the two answers must not disturb either.
        daemon?.quietness = found
        daemon?.abilities = abilities
        settleAll()
      }
    }
  }

  /// Replaces or closes the notifications that an earlier run left with this daemon.
  private func takeOver() {
    guard !busID.isEmpty, left.daemon == place else { return }
    for (subject, number) in left.numbers where stands[subject]?.number ?? 0 == 0 {
      if stands[subject]?.wanted != nil {
        stands[subject]?.number = number
      } else {
        connection?.call(NotificationCall.close(number))
      }
    }
    left.numbers = [:]
    keepNote()
  }

  /// Identifies the daemon in a note.
  private var place: String { "\(busID) \(daemon?.owner ?? "")" }

  private func keepNote() {
    let numbers = stands.compactMapValues { $0.number == 0 ? nil : $0.number }
    let now = ShownNote(daemon: numbers.isEmpty ? "" : place, numbers: numbers)
    guard now != note, !busID.isEmpty, daemon != nil || numbers.isEmpty else { return }
    note = now
    now.write(to: path)
  }

  /// Forgets a daemon that is gone, with its notifications; the next one shows open ones again.
  private func forget() {
    daemon = nil
    for subject in stands.keys {
      stands[subject]?.shown = nil
      stands[subject]?.number = 0
      stands[subject]?.isTalking = false
      if stands[subject]?.wanted?.stays == false { stands[subject]?.wanted = nil }
    }
  }

  // MARK: Showing

  private func settleAll() {
    for subject in Bulletin.Subject.allCases where stands[subject] != nil { settle(subject) }
  }

  /// Tells the daemon what to show on a subject, unless it already does.
  private func settle(_ subject: Bulletin.Subject) {
    guard let connection, let stand = stands[subject], !stand.isTalking, stand.wanted != stand.shown else { return }
    guard let bulletin = stand.wanted else {
      connection.call(NotificationCall.close(stand.number))
      stands[subject] = nil
      return keepNote()
    }
    guard let daemon else { return wake() }
    // A daemon says first what it can do.
    guard let abilities = daemon.abilities else { return }
    stands[subject]?.isTalking = true
    guard let quietness = daemon.quietness else { return notify(bulletin, abilities, isQuiet: false) }
    quietness.ask(on: connection) { [unowned self] isQuiet in notify(bulletin, abilities, isQuiet: isQuiet) }
  }

  private func notify(_ bulletin: Bulletin, _ abilities: Set<String>, isQuiet: Bool) {
    guard let connection, let owner = daemon?.owner, let stand = stands[bulletin.subject] else { return }
    let call = NotificationCall.notify(bulletin, replacing: stand.number, abilities: abilities, isQuiet: isQuiet)
    connection.call(call) { [unowned self] answer in
      // The daemon that this one came from may be gone by now.
      guard daemon?.owner == owner else { return }
      stands[bulletin.subject]?.isTalking = false
      // One that cannot be shown is not tried for ever.
      stands[bulletin.subject]?.shown = bulletin
      switch answer {
      case .success(let values):
        stands[bulletin.subject]?.number = values.first?.number ?? 0
        keepNote()
      case .failure(let fault): tellRefusal(fault)
      }
      settle(bulletin.subject)
    }
  }

  /// Asks a missing daemon something, so that the bus starts one if it can.
  private func wake() {
    guard !isWaking else { return }
    isWaking = true
    connection?.call(NotificationCall.capabilities) { [unowned self] answer in
      isWaking = false
      guard daemon == nil, case .failure(let fault) = answer else { return }
      tellRefusal(fault)
      forget()
    }
  }

  private func tellRefusal(_ fault: BusError) {
    if !hasToldRefusal { say("notifications cannot be shown: \(fault.words)") }
    hasToldRefusal = true
  }

  // MARK: What the person does

  private func invoked(_ sender: String, _ values: [BusValue]) {
    guard let subject = subject(sender, values), let key = values.last?.text,
      let button = Bulletin.Button(rawValue: key), let shown = stands[subject]?.shown,
      shown.buttons.contains(where: { $0.button == button })
    else { return }
    pressed(button)
  }

  private func closed(_ sender: String, _ values: [BusValue]) {
    guard let subject = subject(sender, values), let stand = stands[subject] else { return }
    stands[subject]?.number = 0
    keepNote()
    // What the person waved away is not shown again.
    if stand.wanted == stand.shown { stands[subject]?.wanted = nil }
    stands[subject]?.shown = nil
  }

  private func subject(_ sender: String, _ values: [BusValue]) -> Bulletin.Subject? {
    guard sender == daemon?.owner, let number = values.first?.number, number != 0 else { return nil }
    return stands.first { $0.value.number == number }?.key
  }
}
