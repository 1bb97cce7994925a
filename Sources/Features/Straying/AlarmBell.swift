package import FocusEngine
internal import Guarding
internal import RoomSound
package import ServiceContract

package struct AlarmBell: Sendable {
  let engine: FocusEngine
  let ringer: any Ringer

  package static func run(_ engine: FocusEngine, _ home: Home) async {
    let sound = RoomSound(.init(note: home.noiseNote))
    await AlarmBell(engine: engine, ringer: sound).run()
    await sound.close()
  }

  package func run() async {
    for await notice in await engine.notices() {
      guard case .happened(let event) = notice else { continue }
      switch event.kind {
      case .ring(_, let volume): await ringer.ring(volume: volume)
      case .recorded(let fact):
        guard case .guard(let found) = fact.body, found.silences else { continue }
        await ringer.stop()
      case .refused, .tapIgnored, .noticed: continue
      }
    }
    await ringer.stop()
  }
}

extension GuardFact {
  fileprivate var silences: Bool {
    switch self {
    case .strayEnded, .strayExcused, .alarmSnoozed, .alarmHushed: true
    case .strayed, .strayJoined, .alarmRang, .awake, .awakeEnded, .goodNight, .up, .inputWatched,
      .nightReported, .greeted, .felt:
      false
    }
  }
}
