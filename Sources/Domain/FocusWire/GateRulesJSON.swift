package import Gates

extension Form where Value == GateRules {
  /// Only the gates with steps.
  static var gate: Form {
    Form.members(
      of: { GateRules.none }, Member(\.takeBreak, .steps("break")), Member(\.visit, .steps("visit")),
      Member(\.end, .steps("end")))
  }
}

extension Form where Value == [GateStep] {
  fileprivate static func steps(_ name: String) -> Form {
    Form(
      name, write: { .array($0.map { $0.json }) }, read: { item throws(JSONShapeError) in try item.gateSteps() }
    ).unlessEmpty()
  }
}

extension GateStep {
  /// `wait`, `tap`, `type`, `learn`, `move` or `scan`.
  package var word: String {
    switch self {
    case .wait: "wait"
    case .tap: "tap"
    case .type: "type"
    case .learn: "learn"
    case .move: "move"
    case .scan: "scan"
    }
  }

  var json: JSONValue {
    let value: JSONValue =
      switch self {
      case .wait(let lapse): .string(lapse.text)
      case .tap(.named(let key)), .scan(let key): .string(key)
      // Follows from `end: "key"`; a file has no word for it.
      case .tap(.anyStopKey): .null
      case .type(let sentence): .string(sentence)
      case .learn(let number), .move(let number): JSONValue(number)
      }
    return .members([word: value])
  }

  /// Reads one step: an object with one member, whose name says what it is.
  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("wait", "tap", "type", "learn", "move", "scan")
    var found: [GateStep] = []
    if let item = members["wait"] { found.append(.wait(try item.lapse(atMost: .hours(1), allowsZero: true))) }
    if let item = members["tap"] { found.append(.tap(.named(try item.id()))) }
    if let item = members["type"] { found.append(.type(try item.gateSentence())) }
    if let item = members["learn"] { found.append(.learn(Int(try item.integer(in: 1...100)))) }
    if let item = members["move"] { found.append(.move(Int(try item.integer(in: 1...1000)))) }
    if let item = members["scan"] { found.append(.scan(try item.id())) }
    guard found.count == 1, let step = found.first else {
      throw item.refusal("a step is one of wait, tap, type, learn, move and scan, such as { learn: 5 }")
    }
    self = step
  }

  /// Whether two steps ask for the same, so that one of them is superfluous.
  fileprivate func doubles(_ other: GateStep) -> Bool {
    switch (self, other) {
    case (.wait, .wait), (.learn, .learn), (.move, .move): true
    default: self == other
    }
  }
}

extension JSONItem {
  func gateSteps() throws(JSONShapeError) -> [GateStep] {
    var steps: [GateStep] = []
    for element in try array() {
      let step = try GateStep(element)
      if steps.contains(where: step.doubles) { throw element.refusal("the step \(step.word) appears twice") }
      steps.append(step)
    }
    guard steps.count <= GateStep.most else { throw refusal("a gate has at most \(GateStep.most) steps") }
    return steps
  }

  /// A sentence that can be typed: blanks around it would never match.
  fileprivate func gateSentence() throws(JSONShapeError) -> String {
    let text = try shortText()
    guard GateStep.type(text).accepts(typed: text) else {
      throw refusal("a sentence to type begins and ends with a letter or sign, not with a blank")
    }
    return text
  }
}

extension GateProgress {
  /// The step as the status shows it: what it is, what it asks for, how far it is.
  package var json: JSONValue {
    var object = JSONObject()
    object.append("step", .string(step.word))
    object.append("state", isDone ? "done" : "open")
    switch step {
    case .wait(let lapse):
      object.append("needed", .integer(lapse.secondsLeft))
      object.append("left_seconds", .integer(left.secondsLeft))
    case .tap(.named(let key)), .scan(let key): object.append("key", .string(key))
    case .tap(.anyStopKey): object.append("key", .null)
    case .type(let sentence): object.append("sentence", .string(sentence))
    case .learn(let number), .move(let number):
      object.append("needed", JSONValue(number))
      object.append("done", JSONValue(done))
    }
    object.append("text", .string(words))
    if let replaced {
      object.append("instead_of", .string(replaced.step.word))
      object.append("why", .string(replaced.why.words))
    }
    return .object(object)
  }
}
