internal import Allowance
internal import DeckFiles
package import FocusEngine
internal import Gates
package import ServiceContract

/// Tells the session what can pass gates here: cards, readers, phones, and movement sensors.
package struct GateLook: Sendable {
  private let engine: FocusEngine
  private let home: Home
  private let hasPhone: @Sendable () async -> Bool
  private let wearsSensor: @Sendable () -> Bool

  package init(
    _ engine: FocusEngine, _ home: Home, hasPhone: @escaping @Sendable () async -> Bool,
    wearsSensor: @escaping @Sendable () -> Bool
  ) {
    self.engine = engine
    self.home = home
    self.hasPhone = hasPhone
    self.wearsSensor = wearsSensor
  }

  /// Looks again after each event that may change the result, until the engine ends.
  package func follow() async {
    await look(for: nil)
    for await notice in await engine.notices() {
      switch notice {
      case .stateChanged: await look(for: nil)
      case .happened(let event):
        switch event.kind {
        case .refused: await look(for: nil)
        case .recorded(let fact):
          switch fact.body {
          case .sessionStarted, .questionOpened: await look(for: nil)
          default: continue
          }
        case .tapIgnored, .ring, .noticed: continue
        }
      case .logFailed, .shieldChanged: continue
      }
    }
  }

  /// Looks once, if these settings (or else the configured ones) have gates.
  @Sendable package func look(for settings: Settings?) async {
    let snapshot = await engine.snapshot
    let configured = settings ?? snapshot.machine.settings
    let isNeeded =
      configured.profiles.contains { $0.policy.gate != .none }
      || configured.allowances.contains { $0.rules.lift != nil || $0.rules.overrides.contains { !$0.steps.isEmpty } }
    guard isNeeded else { return }
    let readers = snapshot.readers.count { $0.state != .lost }
    let hasCamera = hasCamera
    let means = GateMeans(
      cards: cards, hasReader: readers > 0, hasPhone: await hasPhone(),
      // Two readers count laps between them.
      countsMovement: readers > 1 || hasCamera || wearsSensor(), hasCamera: hasCamera)
    if means != snapshot.machine.means { await engine.submit(.means(means)) }
  }

  /// The number of cards in all decks; `nil` if the decks cannot be read.
  private var cards: Int? {
    guard Files.exists(home.decks) else { return 0 }
    return try? DeckShelf(path: home.decks).decks().reduce(0) { $0 + $1.cards }
  }

  /// Whether there is a camera with its helper, or a named program in the helper's place.
  private var hasCamera: Bool {
    if let named = Environment["FOCUSKEY_CAMERA"] { return Files.exists(named) }
    return (0..<16).contains { Files.exists("/dev/video\($0)") }
  }
}
