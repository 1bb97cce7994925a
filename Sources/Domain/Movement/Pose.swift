/// A joint of the thirteen that are followed.
public enum Joint: Int, CaseIterable, Sendable {
  case nose
  case leftShoulder, rightShoulder
  case leftElbow, rightElbow
  case leftWrist, rightWrist
  case leftHip, rightHip
  case leftKnee, rightKnee
  case leftAnkle, rightAnkle

  /// The name of the joint in streams of poses: `left_shoulder`.
  public var name: String {
    switch self {
    case .nose: "nose"
    case .leftShoulder: "left_shoulder"
    case .rightShoulder: "right_shoulder"
    case .leftElbow: "left_elbow"
    case .rightElbow: "right_elbow"
    case .leftWrist: "left_wrist"
    case .rightWrist: "right_wrist"
    case .leftHip: "left_hip"
    case .rightHip: "right_hip"
    case .leftKnee: "left_knee"
    case .rightKnee: "right_knee"
    case .leftAnkle: "left_ankle"
    case .rightAnkle: "right_ankle"
    }
  }

  /// The joint of a name as pose programs write it: `left_hip`, `leftHip`, `hip_l`, `LHip`; for the nose also the head.
  public init?(named name: String) {
    var letters: [UInt8] = []
    for octet in name.utf8 {
      switch octet {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): letters.append(octet | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"): letters.append(octet)
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "."): break
      default: return nil
      }
    }
    if letters == Array("nose".utf8) || letters == Array("head".utf8) {
      self = .nose
      return
    }
    for joint in Joint.allCases where joint.spellings.contains(letters) {
      self = joint
      return
    }
    return nil
  }

  /// The spellings without separators, in small letters.
  private var spellings: [[UInt8]] {
    let words = name.utf8.split(separator: UInt8(ascii: "_")).map { part in Array(part) }
    guard words.count == 2 else { return words }
    let (side, part) = (words[0], words[1])
    let letter = [side[0]]
    return [side + part, part + side, letter + part, part + letter]
  }
}

/// A joint's place in a picture; y points down. The unit does not matter, as long as it is the same for x and y.
public struct JointPlace: Equatable, Sendable {
  /// To the right.
  public var x: Double
  /// Down.
  public var y: Double
  /// How sure the place is, from 0 to 1.
  public var confidence: Double

  /// A place.
  public init(x: Double, y: Double, confidence: Double = 1) {
    self.x = x
    self.y = y
    self.confidence = confidence
  }
}

/// A person in one frame.
public struct Pose: Equatable, Sendable {
  /// When the frame was taken, in seconds from any beginning.
  public var time: Double
  /// The place of each joint, in the order of ``Joint``.
  public var places: [JointPlace]

  /// A pose; `places` has one place for each ``Joint``.
  public init(time: Double, places: [JointPlace]) {
    self.time = time
    self.places = places
  }

  /// Whether all joints are there and every number is finite and in range.
  var isUsable: Bool {
    guard places.count == Joint.allCases.count, time.isFinite else { return false }
    for index in places.indices {
      let place = places[index]
      guard place.x.magnitude <= Pose.farthest, place.y.magnitude <= Pose.farthest, place.confidence.isFinite else {
        return false
      }
    }
    return true
  }

  /// No picture is larger.
  public static let farthest = 1e6
}
