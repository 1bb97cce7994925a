import BodySignals
import Testing

/// Minutes out of moments, by themselves and against a model that ticks off tenths of seconds.
@Suite struct ActiveMinuteTests {
  private func walk(_ minutes: inout ActiveMinutes, _ from: Int64, _ to: Int64) -> Int {
    stride(from: from, to: to, by: 1000).reduce(0) { $0 + minutes.add(ActiveSpan(from: $1, to: $1 + 1000)) }
  }

  @Test func aMinuteIsAMinute() {
    var minutes = ActiveMinutes()
    #expect(walk(&minutes, 0, 59_000) == 0)
    #expect(walk(&minutes, 100_000, 101_000) == 1)
    #expect(walk(&minutes, 101_000, 221_000) == 2 && minutes.minutes == 3)
  }

  @Test func twoSensorsAtATimeAreOnePerson() {
    var minutes = ActiveMinutes()
    var whole = 0
    for second in 0..<60 as Range<Int64> {
      whole += minutes.add(ActiveSpan(from: second * 1000, to: second * 1000 + 1000))
      whole += minutes.add(ActiveSpan(from: second * 1000 + 500, to: second * 1000 + 1500))
    }
    #expect(whole == 1 && minutes.kept.bank == 500)
  }

  @Test func aSetEndsWithARest() {
    var minutes = ActiveMinutes()
    #expect(walk(&minutes, 0, 90_000) == 1)
    #expect(walk(&minutes, 390_000, 420_000) == 1 && minutes.minutes == 2)
    #expect(walk(&minutes, 721_000, 751_000) == 0 && minutes.minutes == 0)
  }

  @Test func aSetBeforeTheCameraCountsOnce() {
    var minutes = ActiveMinutes()
    #expect(walk(&minutes, 0, 60_000) == 1)
    // The third repetition is told after eight seconds, which were of the minute that is counted already.
    minutes.exclude(lasting: 8_000, until: 60_000)
    #expect(minutes.kept.bank == -8_000)
    #expect(walk(&minutes, 60_000, 72_000) == 0 && minutes.kept.bank == -8_000)
    #expect(walk(&minutes, 72_000, 140_000) == 1 && minutes.kept.bank == 0)
  }

  @Test func whatIsKeptGoesOn() {
    var first = ActiveMinutes()
    #expect(walk(&first, 0, 150_000) == 2)
    var second = ActiveMinutes(first.kept)
    #expect(walk(&second, 140_000, 180_000) == 1 && second.minutes == 3)
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func aSlowModelSaysTheSame(seed: UInt64) {
    var dice = BodyDice(seed)
    var minutes = ActiveMinutes()
    var model = TenthsModel()
    var now = 0
    for _ in 0..<400 {
      switch dice.below(20) {
      case 0:
        let lasting = dice.below(900)
        minutes.exclude(lasting: Int64(lasting) * 100, until: Int64(now) * 100)
        model.exclude(lasting, now)
      case 1: now += dice.below(3_500)
      default:
        let from = max(0, now - dice.below(30))
        let to = now + dice.below(50)
        now = to
        let whole = minutes.add(ActiveSpan(from: Int64(from) * 100, to: Int64(to) * 100))
        #expect(whole == model.add(from, to))
      }
      #expect(minutes.kept.bank == Int64(model.bank) * 100 && minutes.minutes == model.minutes)
      if now > 30_000 { break }
    }
  }
}

/// One flag for each tenth of a second.
private struct TenthsModel {
  var ticks: [Bool] = []
  var bank = 0
  var minutes = 0
  var newest: Int?
  var other = Int.min

  mutating func add(_ from: Int, _ to: Int) -> Int {
    var whole = 0
    var isFirst = true
    for tick in from..<max(from, to) where tick >= newest ?? 0 && tick >= other {
      if isFirst, let newest, tick - newest > 3_000 { (bank, minutes) = (min(bank, 0), 0) }
      isFirst = false
      while ticks.count <= tick { ticks.append(false) }
      ticks[tick] = true
      newest = tick + 1
      bank += 1
      guard bank == 600 else { continue }
      (bank, minutes, whole) = (0, minutes + 1, whole + 1)
    }
    return whole
  }

  mutating func exclude(_ lasting: Int, _ now: Int) {
    other = max(other, now + 120)
    for tick in max(0, now - lasting)..<max(0, now) where tick < ticks.count && ticks[tick] {
      ticks[tick] = false
      bank -= 1
    }
  }
}
