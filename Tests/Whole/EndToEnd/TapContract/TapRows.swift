import Testing

/// What happens at the readers, one thing after the other.
enum TapAct: Sendable {
  /// A card of this number is laid down; it asks to focus on Work.
  case lay(UInt8, at: Int = 0)
  /// Two cards are laid down at once.
  case layTwo
  /// Whatever is on the first reader is taken away.
  case lift
  /// Time passes, in milliseconds.
  case pass(Int)
  /// The reader answers with errors, and answers well again.
  case trouble, recover
  /// The plug is pulled, and put in again.
  case unplug, plugIn
  /// The computer sleeps for N milliseconds, and wakes with its devices found again.
  case sleep(Int, liftingMeanwhile: Bool = false)
  /// The service is killed and starts again.
  case restartService
  /// What is between the service and the reader is killed and comes back: pcscd, or libnfc's process.
  case restartBeneath
  /// A card is laid down, leaves while it is read, and is back at once.
  case shake(UInt8)
  /// A card is laid down and leaves while it is read.
  case moveTooFast(UInt8)
  /// A card is laid down, and one answer comes spoilt.
  case laySpoilt(UInt8)
}

/// One situation: what happens, and what the service makes of each thing.
struct TapRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// How many milliseconds a card must be away to count again.
  let away: Int
  /// What taps at the readers may mean, by reader.
  let roles: [String]
  /// The card that is there before the service starts.
  let there: UInt8?
  let steps: [(act: TapAct, told: [String])]

  init(
    _ name: String, away: Int = 200, roles: [String] = ["any"], there: UInt8? = nil,
    _ steps: [(act: TapAct, told: [String])]
  ) {
    testDescription = name
    self.away = away
    self.roles = roles
    self.there = there
    self.steps = steps
  }
}

extension TapRow {
  /// Product.md 2, situation by situation.
  ///
  /// What is told: `started` a session, `asked` whether to end it, `refused` to, why a tap was ignored (as in
  /// `tap-ignored`), or what the person is to do with a card that was not read.
  static let all = arrivals + disturbances + readings + manyReaders

  private static let arrivals = [
    TapRow("arrival", [(.lay(1), ["started"])]),
    TapRow("presence", [(.lay(1), ["started"]), (.pass(2500), [])]),
    TapRow(
      "absence under the limit", away: 5000, [(.lay(1), ["started"]), (.lift, []), (.lay(1), ["too-soon"])]),
    TapRow(
      "absence over the limit", away: 1000,
      [(.lay(1), ["started"]), (.lift, []), (.pass(1100), []), (.lay(1), ["asked"])]),
    TapRow(
      "too soon is not for ever", away: 1500,
      [
        (.lay(1), ["started"]), (.lift, []), (.lay(1), ["too-soon"]), (.lift, []), (.pass(1600), []),
        (.lay(1), ["asked"]),
      ]),
    TapRow(
      "another card at once", away: 5000, [(.lay(1), ["started"]), (.lift, []), (.lay(2), ["asked"])]),
    TapRow("two cards", [(.layTwo, ["two-cards"]), (.pass(500), []), (.lift, []), (.lay(1), ["started"])]),
    TapRow(
      "a card there at start", there: 1,
      [(.pass(0), ["at-start"]), (.pass(500), []), (.lift, []), (.pass(300), []), (.lay(1), ["started"])]),
  ]

  private static let disturbances = [
    TapRow(
      "reader error while a card lies there",
      [(.lay(1), ["started"]), (.trouble, []), (.recover, []), (.pass(300), [])]),
    TapRow(
      "re-plug with the card on",
      [(.lay(1), ["started"]), (.unplug, []), (.pass(500), []), (.plugIn, []), (.pass(300), [])]),
    TapRow(
      "re-plug without the card",
      [(.lay(1), ["started"]), (.unplug, []), (.lift, []), (.plugIn, []), (.pass(500), []), (.lay(1), ["asked"])]),
    TapRow(
      "sleep and wake with the card on", [(.lay(1), ["started"]), (.sleep(2500), []), (.pass(1000), [])]),
    TapRow(
      "sleep and wake without the card",
      [
        (.lay(1), ["started"]), (.sleep(2500, liftingMeanwhile: true), []), (.pass(1000), []), (.lay(1), ["asked"]),
      ]),
    TapRow(
      "restart of the service with the card on",
      [(.lay(1), ["started"]), (.restartService, ["at-start"]), (.pass(300), [])]),
    TapRow(
      "restart beneath with the card on",
      [(.lay(1), ["started"]), (.restartBeneath, []), (.pass(300), [])]),
    TapRow("restart beneath, then a card", [(.restartBeneath, []), (.lay(1), ["started"])]),
  ]

  private static let readings = [
    TapRow("a read error", [(.laySpoilt(1), ["started"]), (.pass(1000), [])]),
    TapRow("moved too fast, and back at once", [(.shake(1), ["started"]), (.pass(1000), [])]),
    TapRow("moved too fast", [(.moveTooFast(1), ["hold it a little longer"]), (.lay(1), ["started"])]),
  ]

  private static let manyReaders = [
    TapRow(
      "two readers are not two cards", roles: ["any", "any"],
      [(.lay(1), ["started"]), (.lay(2, at: 1), ["asked"])]),
    TapRow(
      "a reader for beginning", roles: ["start", "any"],
      [
        (.lay(1), ["started"]), (.lift, []), (.pass(300), []), (.lay(1), ["asked"]), (.pass(1100), []),
        (.lift, []), (.pass(300), []), (.lay(1), ["refused"]), (.lay(2, at: 1), ["ended"]),
      ]),
    TapRow(
      "a reader for ending", roles: ["stop", "start"],
      [
        (.lay(1), ["refused"]), (.lay(2, at: 1), ["started"]), (.lift, []), (.pass(300), []), (.lay(1), ["asked"]),
        (.pass(1100), []), (.lift, []), (.pass(300), []), (.lay(1), ["ended"]),
      ]),
    TapRow(
      "a desk beside another reader", roles: ["desk", "any"],
      [(.lay(1), ["at-start"]), (.pass(300), []), (.lay(2, at: 1), ["started"])]),
  ]
}
