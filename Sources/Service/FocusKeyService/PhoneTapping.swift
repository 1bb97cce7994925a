internal import FocusEngine
internal import FocusLinks
internal import FocusSession
internal import FocusWire
internal import PhoneDoor
internal import PhoneTaps
internal import ServiceAPI

/// What a phone's tap means here: it is soft, unless the card signed the link.
struct PhoneTapping: Sendable {
  let engine: FocusEngine
  let links: RouteTable
  let proofs: TapProofs
  /// Follows a soft link, as the control socket does.
  let follow: @Sendable (_ url: String) async -> ControlAPI.Said
  /// The laps between two readers, one of which a phone may be.
  let laps: CardLaps?

  /// Carries a tap out.
  ///
  /// - Parameter route: the path and query of the card's link.
  func act(_ phone: PhoneName, _ route: String) async -> PhoneOutcome {
    let url = "https://\(links.hosts.first ?? "")\(route)"
    let said: ControlAPI.Said
    if let signer = proofs.signer(of: url), let link = try? links.parse(url), let intent = Intent(link) {
      said = await tap(signer.uid, signer.counter, intent, by: phone)
    } else {
      said = await follow(url)
    }
    let (title, isRefused) = (await state(), !said.isDone)
    return PhoneOutcome(title: isRefused ? "Nothing changed" : title, text: said.text, isRefused: isRefused)
  }

  /// The card was really there, whichever phone read it: the tap counts as one on a reader of that name.
  private func tap(_ uid: [UInt8], _ counter: UInt32, _ intent: Intent, by phone: PhoneName) async -> ControlAPI.Said {
    let reader = ReaderID("phone \(phone.text)")
    let reading = CardReading(uid: CardUID(uid), link: .ours(intent), proof: .sun, counter: counter)
    let answer = await engine.submit(.cardsArrived(reader, [reading]))
    await engine.submit(.cardLeft(reader, CardUID(uid)))
    await laps?.tap(uid, signed: counter, at: reader.text)
    let snapshot = await engine.snapshot
    switch answer {
    case .stopping, .failed: return ControlAPI.Said(isDone: false, text: "The computer could not record the tap.")
    case .decided(.refused(let refusal), _):
      let sentence = refusal.sentence(in: snapshot.machine.settings.zone, at: snapshot.now.wall)
      return ControlAPI.Said(isDone: false, text: sentence)
    case .decided(_, let events):
      let sentences = events.compactMap { $0.sentence(snapshot.machine.settings) }
      return ControlAPI.Said(isDone: true, text: sentences.joined(separator: " "))
    }
  }

  /// The state in one line.
  private func state() async -> String {
    let snapshot = await engine.snapshot
    let (settings, status) = (snapshot.machine.settings, snapshot.machine.status(at: snapshot.now))
    let name = status.profile.flatMap { id in settings.profile(id)?.policy.name } ?? "Focus"
    switch status.state {
    case .idle: return "No session is running"
    case .focusing:
      return "\(name) is on" + (status.plannedEnd.map { " until \(clockTime($0, in: settings.zone))" } ?? "")
    case .onBreak:
      return "Break" + (status.breakEndsAt.map { " until \(clockTime($0, in: settings.zone))" } ?? "")
    }
  }
}
