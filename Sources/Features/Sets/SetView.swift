internal import Movement

/// Finds what keeps a person from being counted, by what the camera sees over time.
package struct SetView {
  /// Something that the person in front of the camera can change.
  package enum Trouble: Equatable {
    case nobody
    /// The joints jump between two bodies.
    case twoPeople

    package var words: String {
      switch self {
      case .nobody:
        "the camera cannot see you; turn on a light, and step back until your whole body is in the picture"
      case .twoPeople: "two people are in the picture; only one is counted, so ask the other to step out"
      }
    }
  }

  /// Seconds without anybody that are fine: people turn around, and sit down for a moment.
  private static let patience = 5.0
  /// Jumps within ``span`` that mean two people; a single one may be a bad frame.
  private static let leastJumps = 3
  private static let span = 3.0

  private var lastSeen: Double?
  private var isNobodyTold = false
  private var areTwoTold = false
  private var hips: (x: Double, y: Double, at: Double)?
  private var jumps: [Double] = []

  /// Handles a frame with nobody; returns the trouble to tell now.
  mutating func miss(at time: Double) -> Trouble? {
    let since = lastSeen ?? time
    lastSeen = since
    guard time - since >= Self.patience, !isNobodyTold else { return nil }
    isNobodyTold = true
    return .nobody
  }

  /// Handles a frame with somebody; returns the trouble to tell now, two people only once.
  mutating func see(_ pose: Pose) -> Trouble? {
    (lastSeen, isNobodyTold) = (pose.time, false)
    guard let trunk = Trunk(pose) else { return nil }
    defer { hips = (trunk.x, trunk.y, pose.time) }
    guard let before = hips, pose.time - before.at <= 0.3 else { return nil }
    let (x, y) = (trunk.x - before.x, trunk.y - before.y)
    // Nobody's hips move by the length of their trunk from one picture to the next.
    guard (x * x + y * y).squareRoot() > trunk.length else { return nil }
    jumps = jumps.filter { pose.time - $0 <= Self.span } + [pose.time]
    guard jumps.count >= Self.leastJumps, !areTwoTold else { return nil }
    areTwoTold = true
    return .twoPeople
  }

  /// The middle of the hips, and how far the shoulders are from it.
  private struct Trunk {
    let x: Double
    let y: Double
    let length: Double

    /// `nil` if one of its joints is not sure.
    init?(_ pose: Pose) {
      let joints: [Joint] = [.leftHip, .rightHip, .leftShoulder, .rightShoulder]
      let places = joints.map { pose.places[$0.rawValue] }
      guard places.allSatisfy({ $0.confidence >= 0.4 }) else { return nil }
      x = (places[0].x + places[1].x) / 2
      y = (places[0].y + places[1].y) / 2
      let (toX, toY) = ((places[2].x + places[3].x) / 2 - x, (places[2].y + places[3].y) / 2 - y)
      length = (toX * toX + toY * toY).squareRoot()
    }
  }
}
