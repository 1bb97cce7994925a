/// One person over time: the joints that can be trusted, and the frames in which it is the same person.
struct BodyTrack {
  enum Step: Equatable {
    /// Somebody else, or nobody who could be measured.
    case ignored
    /// The first frame of a person.
    case began
    /// The same person, and the seconds since the frame before.
    case followed(Double)
  }

  /// Below this a joint keeps its last place.
  static let leastConfidence = 0.4
  /// Nobody for this many seconds: half-done work is forgotten; somebody else: they are followed.
  static let patience = 2.5

  /// The head and the trunk: the joints that are never quick.
  private static let slowest = [Joint.nose, .leftShoulder, .rightShoulder, .leftHip, .rightHip].map { $0.rawValue }

  /// How many seconds a joint must stay at an impossible place before it is believed.
  private static let oddness = 0.25

  /// How many frames are kept, to leave out those in which a joint was misplaced.
  private static let frames = 5

  /// The median places in the last frames, for x and y separately.
  private(set) var x = [Double](repeating: 0, count: 13)
  private(set) var y = [Double](repeating: 0, count: 13)
  /// The last time at which each joint was seen for sure.
  private var seenAt = [Double](repeating: -.infinity, count: 13)
  private var raw = [JointPlace](repeating: JointPlace(x: 0, y: 0), count: 13 * frames)
  private var rawTimes = [Double](repeating: -.infinity, count: frames)
  private var newest = 0
  private(set) var scale = BodyScale()
  private(set) var now = -Double.infinity
  /// The smoothed middle of the hips.
  private var slowX = 0.0
  private var slowY = 0.0
  private var isEmpty = true
  private var begunAt = 0.0
  private var strangerSince: Double?
  private var strangerFrames = 0
  /// Since when each joint has been at an impossible place.
  private var oddSince = [Double](repeating: .infinity, count: 13)
  /// The place where it was found then, which was not believed.
  private var oddPlaces = [JointPlace](repeating: JointPlace(x: 0, y: 0), count: 13)
  /// Whether a joint proved to be elsewhere in the last frame, so that what was before says nothing.
  private(set) var isCorrected = false
  private var lastLook = -Double.infinity

  /// Follows the person in a frame that shows somebody.
  mutating func follow(_ pose: Pose) -> Step {
    guard pose.isUsable, pose.time > lastLook else { return .ignored }
    lastLook = pose.time
    let isTrunkSure = isSure(pose, .leftShoulder, .rightShoulder) && isSure(pose, .leftHip, .rightHip)
    if isEmpty {
      guard isTrunkSure, trunk(of: pose) > 0 else { return .ignored }
      begin(pose)
      return .began
    }
    if isTrunkSure, !isSamePerson(pose) {
      let since = strangerSince ?? pose.time
      strangerSince = since
      strangerFrames += 1
      // Whom we have hardly seen is given up as quickly, because the first frame may have been a bad one; but a trunk
      // that is short in the same place is a person who bends.
      let isBent = now - begunAt > 1 && trunk(of: pose) < scale.length && isNear(pose, sideways: 0.7)
      let patience = isBent ? Self.patience : min(Self.patience, max(0.1, now - begunAt))
      guard pose.time - since > patience else { return .ignored }
      begin(pose)
      return .began
    }
    let elapsed = pose.time - now
    let wasSomebodyElse = isTrunkSure && strangerFrames >= 3 && pose.time - (strangerSince ?? pose.time) > 0.2
    if isTrunkSure { (strangerSince, strangerFrames) = (nil, 0) }
    let isElsewhere = wasSomebodyElse || hasJumped(pose)
    keep(pose, fillingAll: elapsed > 0.4 || isElsewhere)
    if isElsewhere { isCorrected = true }
    if isTrunkSure {
      scale.add(trunk(of: pose), at: pose.time)
      let share = elapsed / (1.5 + elapsed)
      slowX += share * (middle(of: pose, .leftHip, .rightHip).x - slowX)
      slowY += share * (middle(of: pose, .leftHip, .rightHip).y - slowY)
    }
    now = pose.time
    return .followed(elapsed)
  }

  func isSeen(_ joint: Joint, within seconds: Double) -> Bool { now - seenAt[joint.rawValue] <= seconds }

  /// The middle between a joint of the left and of the right; of one that cannot be seen, the other alone.
  func middle(_ left: Joint, _ right: Joint) -> (x: Double, y: Double) {
    let (l, r) = (left.rawValue, right.rawValue)
    let isLeftSeen = isSeen(left, within: 0.6)
    let isRightSeen = isSeen(right, within: 0.6)
    if isLeftSeen, !isRightSeen { return (x[l], y[l]) }
    if isRightSeen, !isLeftSeen { return (x[r], y[r]) }
    return ((x[l] + x[r]) / 2, (y[l] + y[r]) / 2)
  }

  private mutating func begin(_ pose: Pose) {
    isEmpty = false
    begunAt = pose.time
    (strangerSince, strangerFrames) = (nil, 0)
    scale.forget()
    for index in seenAt.indices {
      seenAt[index] = -.infinity
      oddSince[index] = .infinity
    }
    now = pose.time
    keep(pose, fillingAll: true)
    for index in x.indices where seenAt[index] != pose.time {
      // Not seen yet: it has to be somewhere until it is.
      for frame in 0..<Self.frames { raw[frame * 13 + index] = pose.places[index] }
      x[index] = pose.places[index].x
      y[index] = pose.places[index].y
    }
    scale.add(trunk(of: pose), at: pose.time)
    (slowX, slowY) = middle(of: pose, .leftHip, .rightHip)
  }

  private mutating func keep(_ pose: Pose, fillingAll: Bool) {
    let before = newest
    newest = (newest + 1) % Self.frames
    rawTimes[newest] = pose.time
    isCorrected = false
    // Five frames where they follow each other quickly, else three: a quick turn must not be cut off.
    let isDense = pose.time - rawTimes[(newest + 1) % Self.frames] <= 0.18
    for index in pose.places.indices {
      let place = pose.places[index]
      let last = raw[before * 13 + index]
      let isFirst = seenAt[index] == -.infinity
      if place.confidence < Self.leastConfidence {
        raw[newest * 13 + index] = last
      } else if fillingAll || isFirst || !isOdd(place, index, last, at: pose.time) {
        if distance(place, oddPlaces[index]) < distance(place, last) { believe(index) }
        seenAt[index] = pose.time
        oddSince[index] = .infinity
        raw[newest * 13 + index] = place
        if fillingAll || isFirst {
          for frame in 0..<Self.frames { raw[frame * 13 + index] = place }
        }
      } else if pose.time - oddSince[index] > Self.oddness {
        // It stays there: what was before was wrong.
        isCorrected = true
        seenAt[index] = pose.time
        oddSince[index] = .infinity
        for frame in 0..<Self.frames { raw[frame * 13 + index] = place }
      } else {
        oddSince[index] = min(oddSince[index], pose.time)
        oddPlaces[index] = place
        // Not where it was last, which may have been a wrong place too, but where it was believed to be.
        raw[newest * 13 + index] = JointPlace(x: x[index], y: y[index], confidence: last.confidence)
      }
      (x[index], y[index]) = middle(of: index, isDense)
    }
  }

  /// Believes a joint that was quicker than expected, also in the frames in which it was held back.
  private mutating func believe(_ joint: Int) {
    for frame in 0..<Self.frames where rawTimes[frame] >= oddSince[joint] && frame != newest {
      raw[frame * 13 + joint] = oddPlaces[joint]
    }
  }

  /// The median of a joint's last places.
  private func middle(of joint: Int, _ isDense: Bool) -> (x: Double, y: Double) {
    func past(_ age: Int) -> JointPlace { raw[(newest + Self.frames - age) % Self.frames * 13 + joint] }
    let (a, b, c) = (past(0), past(1), past(2))
    guard isDense else { return (median(a.x, b.x, c.x), median(a.y, b.y, c.y)) }
    let (d, e) = (past(3), past(4))
    return (median(a.x, b.x, c.x, d.x, e.x), median(a.y, b.y, c.y, d.y, e.y))
  }

  /// Whether most joints are at impossible places: someone else was mistaken for this person.
  private func hasJumped(_ pose: Pose) -> Bool {
    var odd = 0
    for index in Self.slowest {
      let place = pose.places[index]
      guard place.confidence >= Self.leastConfidence, seenAt[index] != -.infinity else { continue }
      if isOdd(place, index, raw[newest * 13 + index], at: pose.time) { odd += 1 }
    }
    return odd >= 3
  }

  /// Whether a joint cannot have moved that far since it was last seen; arms are quicker than the rest.
  private func isOdd(_ place: JointPlace, _ index: Int, _ last: JointPlace, at time: Double) -> Bool {
    let isArm = index >= Joint.leftElbow.rawValue && index <= Joint.rightWrist.rawValue
    let reach = (isArm ? 0.3 : 0.2) + (isArm ? 16 : 7) * (time - seenAt[index])
    return distance(place, last) > reach * scale.length
  }

  private func isSamePerson(_ pose: Pose) -> Bool {
    // Away from view, a person comes back near to where they were.
    let away = pose.time - now
    let sideways = away > 0.2 ? min(0.7, 0.4 + 0.3 * away) : 0.7
    let size = trunk(of: pose) / scale.length
    return isNear(pose, sideways: sideways) && size >= 0.45 && size <= 1.2
  }

  private func isNear(_ pose: Pose, sideways: Double) -> Bool {
    let hips = middle(of: pose, .leftHip, .rightHip)
    return (hips.x - slowX).magnitude <= sideways * scale.length && (hips.y - slowY).magnitude <= 1.3 * scale.length
  }

  private func isSure(_ pose: Pose, _ one: Joint, _ other: Joint) -> Bool {
    pose.places[one.rawValue].confidence >= Self.leastConfidence
      && pose.places[other.rawValue].confidence >= Self.leastConfidence
  }

  private func middle(of pose: Pose, _ one: Joint, _ other: Joint) -> (x: Double, y: Double) {
    let (one, other) = (pose.places[one.rawValue], pose.places[other.rawValue])
    return ((one.x + other.x) / 2, (one.y + other.y) / 2)
  }

  private func trunk(of pose: Pose) -> Double {
    let shoulders = middle(of: pose, .leftShoulder, .rightShoulder)
    let hips = middle(of: pose, .leftHip, .rightHip)
    return distance(shoulders, hips)
  }
}

func median(_ a: Double, _ b: Double, _ c: Double) -> Double { max(min(a, b), min(max(a, b), c)) }

func median(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double) -> Double {
  // Of two pairs, the least and the greatest of all four cannot be the middle one of five.
  let low = max(min(a, b), min(c, d))
  let high = min(max(a, b), max(c, d))
  return median(low, high, e)
}

func distance(_ one: JointPlace, _ other: JointPlace) -> Double {
  distance((one.x, one.y), (other.x, other.y))
}

func distance(_ one: (x: Double, y: Double), _ other: (x: Double, y: Double)) -> Double {
  let (x, y) = (one.x - other.x, one.y - other.y)
  return (x * x + y * y).squareRoot()
}
