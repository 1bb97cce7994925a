internal import FocusEngine
internal import FocusLinks
internal import FocusPorts
internal import FocusSession
internal import FocusWire
internal import HookRunner
internal import Hooks

extension HookRunner {
  /// Calls hooks for what the engine tells, until it stops.
  func follow(_ engine: FocusEngine) async {
    let zone = await engine.snapshot.machine.settings.zone
    for await notice in await engine.notices() {
      guard case .happened(let event) = notice, isCalled(for: .event(event.name)) else { continue }
      call(for: HookEvent(event, in: zone))
    }
  }

  /// Calls the hook of a link of the person's own, if a tap with it counted.
  nonisolated func heed(
    _ event: ReaderEvent, _ answer: EngineAnswer, reading taps: TapReading, at moment: Timestamp, in zone: CivilZone
  ) {
    guard case .arrived(let reader, let card, atStart: false) = event, case .decided(let outcome, let events) = answer,
      let message = card.message, let own = taps.ownLink(in: message)
    else { return }
    if case .refused = outcome { return }
    // The machine says by an event that a tap did not count: the card never left, two lie there, and so on.
    let counted = !events.contains { event in if case .tapIgnored = event.kind { true } else { false } }
    guard counted else { return }
    call(
      for: HookEvent(own.link, text: own.text, by: .card(reader: reader.name, uid: card.uid), at: moment, in: zone))
  }
}
