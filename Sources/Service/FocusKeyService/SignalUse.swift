internal import FocusEngine
internal import FocusPorts
internal import FocusSession

/// Which of the signals that the person chose are needed now: what costs nothing is watched while the service runs, so
/// that it can be tried; the microphone only while somebody focuses.
struct SignalUse: Sendable {
  let chosen: Set<SignalName>
  let engine: FocusEngine
  let board: SignalBoard

  /// Watches what is needed until the engine stops.
  func follow() async {
    let notices = await engine.notices()
    await adjust()
    for await notice in notices {
      if case .happened = notice { await adjust() }
    }
  }

  private func adjust() async {
    let snapshot = await engine.snapshot
    let isFocusing = snapshot.machine.status(at: snapshot.now).state == .focusing
    await board.watch(isFocusing ? chosen : chosen.subtracting([.noise]), chosen: chosen)
  }
}
