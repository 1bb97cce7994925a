import Glibc
import MovementRehearsal

/// A room with a camera and a lamp.
struct Scene {
  static let width = 640
  static let height = 480
  /// The focal length in pixels, that of an ordinary webcam: 66 degrees across.
  static let focus = 490.0

  /// How far the camera is from the person, how high it is, and how far it looks down, in radians.
  var distance: Double
  var cameraHeight: Double
  var down: Double
  /// The direction that the light comes from, and the share of it that comes from everywhere.
  var lamp: Place
  var dim: Double
  var grain: Double
  var wall: Colour
  var floor: Colour
  /// What hangs on the wall or is before it: the ends in metres, and the colour.
  var things: [(left: Double, right: Double, low: Double, high: Double, colour: Colour)] = []
  /// How far the wall is behind the person.
  var depth: Double

  /// A room in which a person of some height is seen from head to foot, also with the arms up.
  init(for height: Double, _ random: inout Seeded) {
    distance = height * random.within(1.55, 2.2)
    cameraHeight = random.within(0.7, 1.15)
    depth = random.within(0.8, 2.5)
    let middle = height * random.within(0.56, 0.62)
    down = atan((cameraHeight - middle) / distance)
    lamp = Place(random.about(0, 0.8), random.within(0.6, 1.2), random.within(0.5, 1)).unit
    dim = random.within(0.45, 0.65)
    grain = random.within(1, 4)
    let tone = random.within(0.45, 0.9)
    wall = Colour(tone, tone * random.within(0.92, 1.02), tone * random.within(0.82, 1.05))
    let boards = random.within(0.25, 0.6)
    floor = Colour(boards, boards * random.within(0.7, 0.95), boards * random.within(0.5, 0.9))
    for _ in 0..<Int(random.within(2, 6)) {
      let (left, low) = (random.within(-3, 2.4), random.unit() < 0.5 ? 0 : random.within(0.7, 1.5))
      things.append(
        (
          left, left + random.within(0.4, 1.3), low, low + random.within(0.4, 1.2),
          Colour(random.within(0.1, 0.9), random.within(0.1, 0.9), random.within(0.1, 0.9))
        ))
    }
  }

  /// Where a place of the room is in the picture, and how far from the camera.
  func seen(_ place: Place) -> (x: Double, y: Double, away: Double) {
    let (up, away) = (place.y - cameraHeight, distance - place.z)
    let ahead = max(0.05, away * cos(down) - up * sin(down))
    let above = up * cos(down) + away * sin(down)
    return (
      Double(Scene.width) / 2 + Scene.focus * place.x / ahead,
      Double(Scene.height) / 2 - Scene.focus * above / ahead, ahead
    )
  }

  /// What is behind the person at a place of the picture.
  func behind(_ x: Int, _ y: Int) -> Colour {
    let right = (Double(x) + 0.5 - Double(Scene.width) / 2) / Scene.focus
    let above = (Double(Scene.height) / 2 - Double(y) - 0.5) / Scene.focus
    // The ray through that place, for each metre ahead.
    let rise = above * cos(down) - sin(down)
    let ahead = cos(down) + above * sin(down)
    let toWall = (distance + depth) / ahead
    let height = cameraHeight + rise * toWall
    if height < 0 {
      let way = cameraHeight / -rise
      let (across, along) = (right * way, ahead * way)
      let board = Int((across + 50) / 0.14)
      let tint = 0.94 + 0.06 * Double((board &* 2_654_435_761) % 97) / 97
      let isGap = (across + 50).truncatingRemainder(dividingBy: 0.14) < 0.006
      let near = 0.82 + 0.18 * min(1, along / (distance + depth))
      // The person's feet darken the floor about them.
      let (dx, dz) = (across / 0.42, (along - distance) / 0.3)
      let shadow = 1 - 0.4 * exp(-(dx * dx + dz * dz))
      return floor * tint * near * shadow * (isGap ? 0.8 : 1)
    }
    if height < 0.09 { return wall * 0.6 }
    let across = right * toWall
    for thing in things where across > thing.left && across < thing.right && height > thing.low && height < thing.high {
      let isFrame =
        across < thing.left + 0.03 || across > thing.right - 0.03 || height < thing.low + 0.03
        || height > thing.high - 0.03
      return thing.colour * (isFrame ? 0.5 : 0.9 + 0.1 * (height - thing.low))
    }
    return wall * (0.86 + 0.05 * height) * (1 - 0.05 * abs(across - lamp.x))
  }
}
