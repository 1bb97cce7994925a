/// The length of a person's trunk in the picture: the upper quartile of the last four seconds, so that bending forward
/// and single bad frames do not change the measure that everything else is divided by.
struct BodyScale {
  private static let places = 128
  private static let window = 4.0

  private var times = [Double](repeating: 0, count: places)
  private var lengths = [Double](repeating: 0, count: places)
  private var first = 0
  private(set) var count = 0
  private var sorted = [Double](repeating: 0, count: places)

  /// The upper quartile, or 0 before there is anything to measure.
  var length: Double { count == 0 ? 0 : sorted[(count - 1) * 3 / 4] }

  mutating func forget() {
    first = 0
    count = 0
  }

  mutating func add(_ length: Double, at time: Double) {
    // A camera may be faster than the places last for: then frames are left out.
    if count > 0, time - times[(first + count - 1) % Self.places] < Self.window / Double(Self.places) { return }
    while count > 0, count == Self.places || time - times[first] > Self.window { dropFirst() }
    times[(first + count) % Self.places] = time
    lengths[(first + count) % Self.places] = length
    var place = count
    while place > 0, sorted[place - 1] > length {
      sorted[place] = sorted[place - 1]
      place -= 1
    }
    sorted[place] = length
    count += 1
  }

  private mutating func dropFirst() {
    let length = lengths[first]
    var place = 0
    while sorted[place] < length { place += 1 }
    while place + 1 < count {
      sorted[place] = sorted[place + 1]
      place += 1
    }
    first = (first + 1) % Self.places
    count -= 1
  }
}
