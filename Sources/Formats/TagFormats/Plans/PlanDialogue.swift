/// Carries a plan: given the last answer it gives the next command.
///
/// A command that is refused or not answered, and a comparison that fails, are met by selecting the card again and
/// carrying out the plan from its beginning; every step says the same the second time. After that the dialogue
/// fails and names the command.
public struct PlanDialogue: Sendable {
  private let plan: WritePlan
  private var next = 0
  private var isSelecting = false
  private var sendsOther = false
  private var triesLeft = 2
  private var sent = 0
  private var proof: KeyProof?
  private var session: KeySession?

  /// A dialogue that carries `plan`.
  public init(_ plan: WritePlan) {
    self.plan = plan
  }

  /// The next step, given the answer to the last command; `nil` at the beginning. The outcome is the number of commands
  /// sent.
  public mutating func next(after answer: CardAnswer?) -> Step<Int> {
    guard let answer else { return send() }
    if answer == .gone { return .failed(.cardLeft) }
    if isSelecting {
      isSelecting = false
      guard answer == .acknowledged else { return .failed(.cardLeft) }
      return send()
    }
    guard next < plan.steps.count else { return .done(sent) }
    let step = plan.steps[next]
    if case .proves(let key) = step.keying { return prove(key, after: answer, to: step) }
    if let error = error(answer, to: step) ?? keyingError(answer, to: step) { return again(after: error, of: step) }
    next += 1
    sendsOther = false
    return send()
  }

  private mutating func send() -> Step<Int> {
    if case .switches? = plan.steps.dropFirst(next).first?.keying, session?.isLRP == true { next += 1 }
    guard next < plan.steps.count else { return .done(sent) }
    sent += 1
    let step = plan.steps[next]
    if let after = step.keying.sealedAfter, case .apdu(let command) = step.command,
      let sealed = session?.sealed(command, after: after)
    {
      return .send(.apdu(sealed))
    }
    return .send(sendsOther ? step.otherwise ?? step.command : step.command)
  }

  /// Runs both halves of a proof: answers the card's challenge, then checks the card's own answer.
  private mutating func prove(_ key: CardKey, after answer: CardAnswer, to step: PlanStep) -> Step<Int> {
    guard case .data(let octets) = answer, let response = ResponseAPDU(octets: octets), let ciphers = plan.ciphers
    else {
      return again(after: error(answer, to: step) ?? .refused(step.command), of: step)
    }
    if let proof {
      self.proof = nil
      session = proof.session(after: response.data)
      // The wrong key is not tried again: some cards count, and grow slower.
      guard response.status == 0x9100, session != nil else { return .failed(.status(response.status, step.command)) }
      next += 1
      return send()
    }
    guard response.status == 0x91AF, let proof = KeyProof(key, riddle: response.data, ciphers: ciphers) else {
      return again(after: .status(response.status, step.command), of: step)
    }
    self.proof = proof
    return .send(.apdu(proof.command))
  }

  /// Counts a command under a proven key and checks the code with which the card signs its answer.
  private mutating func keyingError(_ answer: CardAnswer, to step: PlanStep) -> TagError? {
    guard case .data(let octets) = answer, case .apdu(let command) = step.command else { return nil }
    // A selection by name starts from the beginning.
    if command.cla == 0x00 {
      if command.ins == 0xA4, command.p1 == 0x04 { session = nil }
      return nil
    }
    if case .successOr(let other) = step.expects, ResponseAPDU(octets: octets)?.status == other {
      // A card that refuses forgets what was proven.
      session = nil
      return nil
    }
    var code: [UInt8]?
    if case .sealed = step.keying { code = Array(octets.dropLast(2)) }
    // A card answers this one without a code, whatever the data sheet says (AN12321, "Enabling LRP").
    if case .switches = step.keying, octets.count > 2 { code = Array(octets.dropLast(2)) }
    return session?.counts(code: code) == false ? .badAnswer(step.command, octets) : nil
  }

  private mutating func again(after error: TagError, of step: PlanStep) -> Step<Int> {
    proof = nil
    session = nil
    if case .notCarried = error { return .failed(error) }
    if step.otherwise != nil, !sendsOther {
      sendsOther = true
    } else {
      triesLeft -= 1
      guard triesLeft > 0 else { return .failed(error) }
      sendsOther = false
      next = 0
    }
    isSelecting = true
    return .send(.reselect)
  }

  private func error(_ answer: CardAnswer, to step: PlanStep) -> TagError? {
    switch (step.expects, answer) {
    case (_, .gone): return .cardLeft
    case (_, .notCarried): return .notCarried(step.command)
    case (.silence, .silent), (.silence, .acknowledged): return nil
    case (_, .silent): return .noAnswer(step.command)
    case (_, .refused): return .refused(step.command)
    case (.success, .acknowledged), (.successOr, .acknowledged): return nil
    case (.successOr(let other), .data(let octets)):
      let error = Self.status(of: octets, step.command)
      return error == .status(other, step.command) ? nil : error
    case (.success, .data(let octets)), (.silence, .data(let octets)):
      return Self.status(of: octets, step.command)
    case (.octets(let expected), .data(let octets)):
      if let error = Self.status(of: octets, step.command) { return error }
      let found = Self.payload(of: octets, to: step.command)
      let same = found.count >= expected.count && zip(expected, found).allSatisfy { $0 == nil || $0 == $1 }
      return same
        ? nil
        : .notAsWritten(step.command, expected: expected.map { $0 ?? 0 }, found: Array(found.prefix(expected.count)))
    case (.locked(let count), .data(let octets)):
      let isLocked = octets.count >= count && octets.prefix(count).allSatisfy { $0 & 1 == 1 }
      let all = [UInt8](repeating: 1, count: count)
      return isLocked ? nil : .notAsWritten(step.command, expected: all, found: Array(octets.prefix(count)))
    case (.octets, .acknowledged), (.locked, .acknowledged): return .badAnswer(step.command, [])
    }
  }

  private static func status(of octets: [UInt8], _ command: CardCommand) -> TagError? {
    guard case .apdu = command else { return nil }
    guard let response = ResponseAPDU(octets: octets) else { return .badAnswer(command, octets) }
    return [0x9000, 0x6282, 0x9100].contains(response.status) ? nil : .status(response.status, command)
  }

  private static func payload(of octets: [UInt8], to command: CardCommand) -> [UInt8] {
    guard case .apdu(let apdu) = command else { return octets }
    return ReadBinary.data(of: Array(octets.dropLast(2)), to: apdu) ?? []
  }
}
