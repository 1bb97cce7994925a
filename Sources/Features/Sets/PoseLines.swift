internal import LinuxRuntime
internal import Movement
internal import Requests

/// A stream of poses as lines of JSON: the first names the joints, each other one is a frame.
struct PoseLines {
  enum Line {
    case nothing
    case pose(Pose, time: JSONValue)
    case unseen(at: Double)
  }

  /// The exercise that the stream names, if it does.
  private(set) var exercise: Exercise?
  private let source: String
  private var joints: [Joint]?
  private var number = 0
  private var last = -Double.infinity

  init(from source: String) {
    self.source = source
  }

  mutating func read(_ line: [UInt8]) throws(Failure) -> Line {
    number += 1
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return .nothing }
    let root = try renaming(
      { (_: JSONError) in bad("not JSON", "give one JSON object per line") },
      JSONDocument(line, limits: JSONLimits(octets: 1 << 20, depth: 8)).root)
    guard root.object != nil else { throw bad("not a JSON object", "give one JSON object per line") }
    guard let joints else {
      try readHead(root)
      return .nothing
    }
    return try frame(root, joints)
  }

  /// Throws if the stream ended before it began.
  func finish() throws(Failure) {
    guard joints == nil else { return }
    throw Failure(
      .badData, kind: "bad-poses", what: "no line that names the joints", at: .text(source),
      advice: "begin with {\"exercise\":...,\"joints\":[...]}")
  }

  private mutating func readHead(_ root: JSONNode) throws(Failure) {
    if let node = root["exercise"], !node.isNull {
      guard let name = node.string, let exercise = Exercise(rawValue: name) else {
        throw bad("unknown exercise", "use \(Exercise.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      self.exercise = exercise
    }
    guard let names = root["joints"]?.array else {
      throw bad("the joints are missing", "begin with {\"exercise\":...,\"joints\":[...]}")
    }
    guard names.count == Joint.allCases.count else {
      throw bad("\(names.count) joints, not \(Joint.allCases.count)", "name each joint once")
    }
    var joints: [Joint] = []
    for name in names {
      guard let text = name.string, let joint = Joint(named: text) else {
        throw bad("unknown joint", "use \(Joint.allCases.map(\.name).joined(separator: ", "))")
      }
      guard !joints.contains(joint) else { throw bad("\(joint.name) is named twice", "name each joint once") }
      joints.append(joint)
    }
    self.joints = joints
  }

  private mutating func frame(_ root: JSONNode, _ joints: [Joint]) throws(Failure) -> Line {
    guard let node = root["t"], let time = node.number, time.isFinite else {
      throw bad("the time is missing", "write \"t\" in seconds")
    }
    guard time >= last else { throw bad("this frame is older than the one before", "put the frames in order") }
    last = time
    guard let xy = root["xy"] else { throw bad("the places are missing", "write \"xy\", null where nobody is seen") }
    if xy.isNull { return .unseen(at: last) }
    guard let pairs = xy.array, pairs.count == joints.count else {
      throw bad("not \(joints.count) places", "write \"xy\" as one [x,y] for each joint")
    }
    let confidences = try confidences(root["c"])
    var places = [JointPlace](repeating: JointPlace(x: 0, y: 0), count: joints.count)
    for index in pairs.indices {
      guard let pair = pairs[index].array, pair.count == 2, let x = pair[0].number, let y = pair[1].number else {
        throw bad("place \(index + 1) is not [x,y]", "write two numbers")
      }
      guard x.magnitude <= Pose.farthest, y.magnitude <= Pose.farthest else {
        throw bad("place \(index + 1) is not in a picture", "use numbers up to a million")
      }
      places[joints[index].rawValue] = JointPlace(x: x, y: y, confidence: confidences?[index] ?? 1)
    }
    return .pose(Pose(time: time, places: places), time: node.value)
  }

  private func confidences(_ node: JSONNode?) throws(Failure) -> [Double]? {
    guard let node, !node.isNull else { return nil }
    guard let numbers = node.array, numbers.count == Joint.allCases.count else {
      throw bad("not \(Joint.allCases.count) confidences", "write \"c\" as one number for each joint, or null")
    }
    var confidences: [Double] = []
    for number in numbers {
      guard let confidence = number.number, (0...1).contains(confidence) else {
        throw bad("a confidence is not from 0 to 1", "write \"c\" as one number for each joint, or null")
      }
      confidences.append(confidence)
    }
    return confidences
  }

  private func bad(_ what: String, _ advice: String) -> Failure {
    Failure(
      .badData, kind: "bad-poses", what: what, at: .text("\(source) line \(number)"), advice: advice,
      details: [("line", JSONValue(number))])
  }
}
