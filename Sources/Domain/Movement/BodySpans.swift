/// How far a measure goes during one repetition, without the tenth at either end: a joint that is found in a wrong
/// place for a moment changes nothing.
struct Span {
  private static let places = 64

  /// How often each step was seen; the value it began with is in the middle.
  private var counts = [UInt16](repeating: 0, count: places)
  private var origin = 0.0
  private var total = 0
  private let step: Double

  init(step: Double) {
    self.step = step
  }

  mutating func begin(_ value: Double) {
    for index in counts.indices { counts[index] = 0 }
    origin = value
    total = 0
    include(value)
  }

  mutating func include(_ value: Double) {
    let steps = min(max((value - origin) / step, -32), 31)
    let place = Int((steps + 32).rounded(.down))
    counts[min(place, Self.places - 1)] &+= 1
    total += 1
  }

  var width: Double { high - low }

  /// The value was above this for nine tenths of the time.
  var low: Double {
    var left = total / 10
    for place in 0..<Self.places {
      left -= Int(counts[place])
      if left < 0 { return origin + Double(place - 32) * step }
    }
    return origin
  }

  /// The value was below this for nine tenths of the time.
  var high: Double {
    var left = total / 10
    for place in (0..<Self.places).reversed() {
      left -= Int(counts[place])
      if left < 0 { return origin + Double(place - 32) * step }
    }
    return origin
  }
}

/// What the body did during one repetition.
struct BodySpans {
  private(set) var feet = Span(step: 0.04)
  private(set) var wrists = Span(step: 0.04)
  private(set) var legs = Span(step: 0.05)
  private(set) var trunk = Span(step: 3)

  mutating func begin(_ measures: BodyMeasures) {
    feet.begin(measures.feet)
    wrists.begin(measures.wrists)
    legs.begin(measures.legs)
    trunk.begin(measures.trunk)
  }

  mutating func include(_ measures: BodyMeasures) {
    feet.include(measures.feet)
    wrists.include(measures.wrists)
    legs.include(measures.legs)
    trunk.include(measures.trunk)
  }
}
