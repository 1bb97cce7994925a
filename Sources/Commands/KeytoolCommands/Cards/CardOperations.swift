internal import CommandShell
internal import LinuxRuntime
internal import ProofOfTap
internal import TagFormats

/// What commands do with the card that lies there.
enum CardOperations {
  /// What keys are proven with.
  static let ciphers = CardCiphers.openSSL(chance: SystemRandom.octets)

  /// Reads it.
  static func read(
    _ session: inout CardSession, _ scope: ReadingScope, at reader: String, password: [UInt8]? = nil
  ) -> Result<CardContents, CommandError> {
    do throws(TagError) {
      let contents = try session.read(scope)
      guard let password = key(password, for: contents) else { return .success(contents) }
      // Tried before anything is planned with it, so that a wrong one is told as such and not as a refusal in mid work.
      if let failure = open(&session, contents, password, at: reader) { return .failure(failure) }
      guard contents.message == .hidden else { return .success(contents) }
      // The password opens the card until it is selected anew, and reading begins with that only if something is
      // refused.
      return .success(try session.read(scope, knowing: contents.chip))
    } catch {
      return .failure(.reading(error, at: reader))
    }
  }

  /// The password, where the card asks for one: to a card that does not it would be a wrong one.
  static func key(_ password: [UInt8]?, for contents: CardContents) -> [UInt8]? {
    let isAsked =
      contents.message == .hidden || contents.barriers.contains { if case .password = $0 { true } else { false } }
    return isAsked ? password : nil
  }

  /// Tries a password; `nil` if it is right.
  static func open(
    _ session: inout CardSession, _ contents: CardContents, _ password: [UInt8], at reader: String
  ) -> CommandError? {
    switch session.exchange(.type2(.authenticate(password: password))) {
    case .data: return nil
    case .notCarried: return .reading(.notCarried(.type2(.authenticate(password: password))), at: reader)
    case .gone: return .cardLeft
    case .acknowledged, .refused, .silent:
      let tries = contents.password.map {
        $0.allowedFailures == 0 ? "any number of tries" : "\($0.allowedFailures) tries in all"
      }
      return CommandError(
        .notAllowed, kind: "wrong-password", what: "the password is wrong", at: .text(reader),
        advice: "give another with --password; the card allows \(tries ?? "few tries")")
    }
  }

  /// Carries a plan, shows how far it is, and reads the card again.
  static func carry(
    _ plan: WritePlan, _ session: inout CardSession, at reader: String, during work: String, live: ProgressLine
  ) -> Result<CardContents, CommandError> {
    do throws(TagError) {
      let count = plan.steps.count
      try session.carry(plan) { sent in live.show("\(work): \(min(sent + 1, count)) of \(count)") }
    } catch {
      return .failure(.cutOff(error, at: reader, during: work))
    }
    live.show("comparing")
    return read(&session, .everything, at: reader)
  }
}

extension Result where Success == WritePlan, Failure == CommandError {
  /// A plan, or why there is none.
  init(at reader: String, _ body: () throws(PlanRefusal) -> WritePlan) {
    do throws(PlanRefusal) {
      self = .success(try body())
    } catch {
      self = .failure(.refused(error, at: reader))
    }
  }
}
