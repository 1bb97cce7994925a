package import FocusEngine
internal import FocusLinks
internal import FocusWire
internal import HookRunner
internal import Hooks

extension HookRunner {
  package func follow(_ engine: FocusEngine) async {
    let zone = await engine.snapshot.machine.settings.zone
    for await notice in await engine.notices(fromStart: true) {
      guard case .happened(let event) = notice, isCalled(for: .event(event.name)) else { continue }
      call(for: HookEvent(event, in: zone))
    }
  }

  /// Calls the hook of a link of the person's own, if the tap with it counted.
  package nonisolated func heed(_ outcome: ReaderOutcome, at moment: Timestamp, in zone: CivilZone) {
    guard case .arrived(let reader, let card, atStart: false) = outcome.event, let link = outcome.link,
      let own = link.ownLink, case .decided(let answer, let events) = outcome.answer
    else { return }
    if case .refused = answer { return }
    // The machine says by an event that a tap did not count: the card never left, two lie there, and so on.
    let counted = !events.contains { event in if case .tapIgnored = event.kind { true } else { false } }
    guard counted else { return }
    call(for: HookEvent(own, text: link.uri, by: .card(reader: reader.name, uid: card.uid), at: moment, in: zone))
  }
}
