import FocusPorts
import TestSupport
import Testing

@testable import LibNFCReader

/// One lying-down is one tap, whatever happens to device and process: compared with a model that sees the table itself.
@Suite struct CardTaleTests {
  private static let reader = ReaderName(backend: "libnfc", name: "board")

  @Test(arguments: 0..<200)
  func everyLyingDownIsOneTap(seed: UInt64) {
    var random = Dice(seed: seed)
    var tale = CardTale(Self.reader)
    var told: [ReaderEvent] = tale.empty()
    var table: UInt8?
    var now = 0
    var taps: [UInt8] = []
    for _ in 0..<100 {
      now += Int.random(in: 50...4000, using: &random)
      told += tale.passed(to: now)
      switch (Int.random(in: 0..<4, using: &random), table) {
      case (0...1, nil):
        let card = UInt8.random(in: 1...3, using: &random)
        table = card
        taps.append(card)
        told += tale.arrived(PresentedCard(uid: [card]), atOnce: false, at: now)
      case (0...1, _):
        table = nil
        told += tale.empty()
      case (2, _):
        // The process falls and is back in the blink of an eye; the card may have gone or come meanwhile.
        tale.lost(at: now)
        now += Int.random(in: 50...1500, using: &random)
        if Bool.random(using: &random) {
          if table == nil {
            table = 1
            taps.append(1)
          } else {
            table = nil
          }
        }
        told += table.map { tale.arrived(PresentedCard(uid: [$0]), atOnce: true, at: now) } ?? tale.empty()
      default:
        // The device is away for long; what lies there when it comes back is no tap.
        guard table == nil else { break }
        tale.lost(at: now)
        now += 10_000
        table = 2
        told += tale.arrived(PresentedCard(uid: [2]), atOnce: true, at: now)
      }
    }
    let arrivals = told.compactMap { event -> [UInt8]? in
      if case .arrived(_, let card, atStart: false) = event { card.uid } else { nil }
    }
    #expect(arrivals == taps.map { [$0] })
    // Nothing is told as left that was not told as there, and nothing comes before the last one has left.
    var there: [UInt8]?
    for event in told {
      switch event {
      case .arrived(_, let card, let atStart):
        #expect(there == nil || (atStart && there == card.uid))
        there = card.uid
      case .left(_, let uid):
        #expect(there == uid)
        there = nil
      default: break
      }
    }
  }

  @Test func aCardThatWasCutOffStillCounts() {
    var tale = CardTale(Self.reader)
    _ = tale.empty()
    tale.cutOff([1], at: 0)
    tale.lost(at: 0)
    guard case .arrived(_, _, atStart: false) = tale.arrived(PresentedCard(uid: [1]), atOnce: true, at: 4000).first
    else {
      Issue.record("the tap was lost with the device")
      return
    }
  }

  @Test func theSecondMissIsTold() {
    var tale = CardTale(Self.reader)
    _ = tale.empty()
    #expect(tale.leftTooSoon([1], at: 0).isEmpty)
    #expect(tale.empty().isEmpty)
    #expect(tale.leftTooSoon([1], at: 100).count == 2)
    #expect(tale.passed(to: 10_000).isEmpty)
  }
}
