/// A vessel: the share of redness at which it appears, and the points that it grows through.
struct Vessel {
  let birth: Int64
  let generation: Int
  /// In tenths of the picture's unit.
  let points: [(x: Int64, y: Int64)]
}

struct Vessels {
  private static let trunks: Int64 = 30
  private static let steps = 6
  /// The steps at which a vessel forks, and how deep forks go.
  private static let forks = [2, 4]
  private static let deepest = 2
  /// In the picture's units: the ball's edge, the iris, the middle.
  private static let ball: Int64 = 92
  private static let iris: Int64 = 38
  private static let middle: Int64 = 100

  private(set) var all: [Vessel] = []
  private var chance: NightChance

  /// The same day gives the same vessels.
  init(day: Int64) {
    chance = NightChance(day: day)
    all.reserveCapacity(210)
    var place = Direction.right.turned(by: chance.within(-Fixed.one / 2, Fixed.one / 2))
    for index in 0..<Self.trunks {
      // Born at 0.86 of the share to the power of five quarters.
      let share = Fixed.one * index / Self.trunks
      let birth = Fixed.times(Fixed.thousandths(860), Fixed.times(share, Fixed.root(Fixed.root(share))))
      let way = (Self.ball - Self.iris) * Fixed.thousandths(chance.within(550, 950))
      let start = (x: Self.middle * Fixed.one + Self.ball * place.x, y: Self.middle * Fixed.one + Self.ball * place.y)
      grow(from: start, place.opposite, length: way, birth: birth, generation: 0, bend: 0)
      place = place.turnedGolden
    }
  }

  private mutating func grow(
    from start: (x: Int64, y: Int64), _ direction: Direction, length: Int64, birth: Int64, generation: Int, bend: Int64
  ) {
    var heading = direction
    var point = start
    var points = [Self.tenths(point)]
    var forks: [(step: Int, at: (x: Int64, y: Int64), heading: Direction)] = []
    let step = length / Int64(Self.steps)
    for number in 1...Self.steps {
      let turn = Fixed.thousandths(chance.within(-110, 110))
      heading = heading.turned(by: bend == 0 ? turn : turn / 3 + bend * Fixed.thousandths(chance.within(50, 100)))
      point = (point.x + Fixed.times(step, heading.x), point.y + Fixed.times(step, heading.y))
      points.append(Self.tenths(point))
      if generation < Self.deepest, Self.forks.contains(number) { forks.append((number, point, heading)) }
    }
    all.append(Vessel(birth: birth, generation: generation, points: points))
    let side = chance.sign()
    for fork in forks {
      let away = fork.step == Self.forks[0] ? side : -side
      let later = Fixed.thousandths(220) + Fixed.thousandths(120) * Int64(fork.step) / Int64(Self.steps)
      grow(
        from: fork.at, fork.heading.turned(by: away * Fixed.thousandths(chance.within(200, 380))),
        length: Fixed.times(length, Fixed.thousandths(chance.within(450, 650))),
        birth: birth + Fixed.times(Fixed.one - birth, later), generation: generation + 1, bend: away)
    }
  }

  private static func tenths(_ point: (x: Int64, y: Int64)) -> (x: Int64, y: Int64) {
    ((point.x * 10 + Fixed.one / 2) >> 30, (point.y * 10 + Fixed.one / 2) >> 30)
  }
}
