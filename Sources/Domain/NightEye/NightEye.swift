/// The eye of a night: its vessels grow with the minutes that the computer was used. A picture in SVG that is the same
/// for the same minutes and night on every machine, and never shows less for more minutes.
package enum NightEye {
  /// The minutes of a whole day; more are cut to it.
  package static let longest = 1_440

  /// `day` counts from 1 January 1970; every night has vessels of its own.
  package static func svg(minutes: Int, day: Int64) -> [UInt8] {
    let minutes = min(max(minutes, 0), longest)
    let redness = Self.redness(minutes: minutes)
    var picture = PictureText()
    picture.write("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\" role=\"img\">")
    picture.write("<title>Awake for \(minutes) \(minutes == 1 ? "minute" : "minutes")</title>")
    let dark = Fixed.times(redness, Fixed.root(redness))
    picture.write("<circle cx=\"100\" cy=\"100\" r=\"92\" fill=\"")
    picture.write(color: mixed((251, 250, 246), (244, 205, 198), dark))
    picture.write("\"/>")
    write(Vessels(day: day).all, redness, into: &picture)
    writeIris(redness, into: &picture)
    writeLids(redness, into: &picture)
    writeDrops(minutes, into: &picture)
    picture.write("</svg>\n")
    return picture.octets
  }

  static func vesselCount(minutes: Int, day: Int64) -> Int {
    let redness = Self.redness(minutes: minutes)
    return Vessels(day: day).all.count { $0.birth < redness }
  }

  /// 1 - e^(-minutes / 45).
  private static func redness(minutes: Int) -> Int64 {
    var left = Fixed.one
    for _ in 0..<minutes { left = Fixed.times(left, 1_050_144_063) }
    return Fixed.one - left
  }

  // MARK: Vessels

  private static func write(_ vessels: [Vessel], _ redness: Int64, into picture: inout PictureText) {
    guard redness > 0 else { return }
    picture.write("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke=\"")
    picture.write(color: mixed((226, 150, 146), (150, 10, 16), redness))
    picture.write("\">")
    var width = Fixed.thousandths(700) + Fixed.times(Fixed.thousandths(2_100), redness)
    for generation in 0...2 {
      var path = PictureText()
      for vessel in vessels where vessel.generation == generation && vessel.birth < redness {
        let span = Fixed.thousandths(140) * Int64(1 + generation)
        path.write(cut(vessel.points, at: min(Fixed.one, (redness - vessel.birth) * Fixed.one / span)))
      }
      if !path.octets.isEmpty {
        picture.write("<g stroke-width=\"")
        picture.write(hundredths: (width * 100) >> 30)
        picture.write("\">")
        picture.write(path)
        picture.write("</g>")
      }
      width = Fixed.times(width, Fixed.thousandths(620))
    }
    picture.write("</g>")
  }

  /// Cuts the points at a share of the way, because not every program draws dashes well.
  private static func cut(_ points: [(x: Int64, y: Int64)], at share: Int64) -> PictureText {
    var path = PictureText()
    let steps = Int64(points.count - 1)
    let whole = Int((share * steps) >> 30)
    path.write("<path d=\"M")
    path.write(points[0])
    for point in points[1...].prefix(whole) {
      path.write("L")
      path.write(point)
    }
    let rest = share * steps - Int64(whole) << 30
    if whole < steps, rest > 0 || whole == 0 {
      let (from, to) = (points[whole], points[whole + 1])
      path.write("L")
      path.write((from.x + toward(to.x - from.x, rest), from.y + toward(to.y - from.y, rest)))
    }
    path.write("\"/>")
    return path
  }

  /// The share of a difference, rounded towards zero, so that a longer part is never shorter.
  private static func toward(_ difference: Int64, _ share: Int64) -> Int64 { difference * share / Fixed.one }

  // MARK: The rest of the eye

  private static func writeIris(_ redness: Int64, into picture: inout PictureText) {
    picture.write("<circle cx=\"100\" cy=\"100\" r=\"38\" fill=\"#6f94a8\" stroke=\"#3f6072\" stroke-width=\"3\"/>")
    picture.write("<circle cx=\"100\" cy=\"100\" r=\"")
    picture.write(tenths: ((15 * Fixed.one + 4 * redness) * 10) >> 30)
    picture.write("\" fill=\"#14181b\"/><circle cx=\"88\" cy=\"87\" r=\"6\" fill=\"#fff\"/>")
  }

  private static func writeLids(_ redness: Int64, into picture: inout PictureText) {
    // The upper lid's edge is a curve whose middle sinks from 22 to 62.
    picture.write("<path d=\"M5 100A95 95 0 0 1 195 100Q100 ")
    picture.write(tenths: ((-56 * Fixed.one + 80 * redness) * 10) >> 30)
    picture.write(" 5 100Z\" fill=\"#e8c4a8\" stroke=\"#a97c60\" stroke-width=\"2\"/>")
    picture.write(
      "<path d=\"M5 100A95 95 0 0 0 195 100Q100 248 5 100Z\" fill=\"#e8c4a8\" stroke=\"#a97c60\" stroke-width=\"2\"/>")
  }

  /// One drop from 60 minutes on, two from 90, three from 120; each grows for half an hour.
  private static func writeDrops(_ minutes: Int, into picture: inout PictureText) {
    for (begins, x, y) in [(60, 100, 168), (90, 66, 160), (120, 134, 160)] where minutes > begins {
      let size = Int64(min(30, minutes - begins))
      let (width, height) = (2 * size, 8 * size)
      picture.write("<path d=\"M\(x) \(y)c")
      let right = [(width, height / 2), (width, height), (0, height)]
      let left = [(-width, 0), (-width, -height / 2), (0, -height)]
      for pair in right + left {
        picture.write(pair)
        picture.write(" ")
      }
      picture.write("z\" fill=\"#960a10\"/>")
    }
  }

  private static func mixed(
    _ from: (Int64, Int64, Int64), _ to: (Int64, Int64, Int64), _ share: Int64
  ) -> (Int64, Int64, Int64) {
    func part(_ from: Int64, _ to: Int64) -> Int64 { from + (((to - from) * share + Fixed.one / 2) >> 30) }
    return (part(from.0, to.0), part(from.1, to.1), part(from.2, to.2))
  }
}
