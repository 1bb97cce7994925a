internal import CommandShell
internal import ProofOfTap
internal import TagFormats

enum CardOperations {
  /// The ciphers with which keys are proven.
  static let ciphers = CardCiphers.openSSL(chance: SystemRandom.octets)

  static func read(
    _ session: inout CardSession, _ scope: ReadingScope, at reader: String, password: [UInt8]? = nil
  ) throws(Failure) -> CardContents {
    let contents = try renaming({ Failure.reading($0, at: reader) }, session.read(scope))
    guard let password = key(password, for: contents) else { return contents }
    // Tried before anything is planned with it, so that a wrong one is told as such and not as a refusal in mid work.
    try unlock(&session, contents, password, at: reader)
    guard contents.message == .hidden else { return contents }
    // The password opens the card until it is selected again, and reading begins with that only if something is
    // refused.
    return try renaming({ Failure.reading($0, at: reader) }, session.read(scope, knowing: contents.chip))
  }

  /// The password if the card asks for one; any other card would call it wrong.
  static func key(_ password: [UInt8]?, for contents: CardContents) -> [UInt8]? {
    let isAsked =
      contents.message == .hidden || contents.barriers.contains { if case .password = $0 { true } else { false } }
    return isAsked ? password : nil
  }

  private static func unlock(
    _ session: inout CardSession, _ contents: CardContents, _ password: [UInt8], at reader: String
  ) throws(Failure) {
    switch session.exchange(.type2(.authenticate(password: password))) {
    case .data: return
    case .notCarried: throw .reading(.notCarried(.type2(.authenticate(password: password))), at: reader)
    case .gone: throw .cardLeft
    case .acknowledged, .refused, .silent:
      let tries = contents.password.map {
        $0.allowedFailures == 0 ? "any number of tries" : "\($0.allowedFailures) tries in all"
      }
      throw Failure(
        .notAllowed, kind: "wrong-password", what: "the password is wrong", at: .text(reader),
        advice: "give another with --password; the card allows \(tries ?? "few tries")")
    }
  }

  /// Carries out a plan, shows how far it is, and reads the card again.
  static func carryOut(
    _ plan: WritePlan, _ session: inout CardSession, at reader: String, during work: String, live: ProgressLine
  ) throws(Failure) -> CardContents {
    do throws(TagError) {
      let count = plan.steps.count
      try session.carry(plan) { sent in live.show("\(work): \(min(sent + 1, count)) of \(count)") }
    } catch {
      throw .cutOff(error, at: reader, during: work)
    }
    live.show("checking")
    return try read(&session, .everything, at: reader)
  }

  /// Makes a plan for the card on a reader; a refusal becomes the command's error.
  static func plan(
    at reader: String, _ body: () throws(PlanRefusal) -> WritePlan
  ) throws(Failure) -> WritePlan {
    return try renaming({ Failure.refused($0, at: reader) }, body())
  }
}
