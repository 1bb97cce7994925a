internal import CommandShell
internal import ServiceContract

/// keytool, for commands that use a card: it gets the reader, writes without tearing, reads back.
struct CardTool {
  static let reader = Option("reader", value: .text("NAME"), "a reader by part of its name; simulated")
  static let timeout = Option("timeout", value: .duration(), "how long to wait for a card (60s)")

  struct Card: Equatable {
    let uid: String
    /// Its message in hex digits; `nil` where it has none.
    let message: String?
    /// How many bytes a message on it can have.
    let capacity: Int
  }

  private let program: String
  private let options: [String]
  /// What keytool says about one card is far shorter than this.
  private static let longestAnswer = 1 << 20

  init(_ context: CommandContext) throws(Failure) {
    guard let program = Environment.keytool else {
      throw Failure(
        .noInput, kind: "no-keytool", what: "keytool is not installed", at: .text("keytool"),
        advice: "it belongs beside the program focuskey: install FocusKey again")
    }
    var options: [String] = []
    if let name = context.invocation[Self.reader] { options += ["--reader", name] }
    if let time = context.invocation[Self.timeout] { options += ["--timeout", "\(time.components.seconds)s"] }
    if let folder = context.invocation[FocusKey.home] {
      options += ["--home", context.surroundings.path(of: folder)]
    }
    (self.program, self.options) = (program, options)
  }

  /// Puts a blank card on the simulated reader, if that is meant and has none.
  static func offerBlank(_ context: CommandContext) {
    guard context.invocation[reader] == "simulated" else { return }
    // keytool says what is wrong with a service that does not do it.
    _ = try? ServiceCall(context).ask(TapRequests.card(true))
  }

  func read() throws(Failure) -> Card {
    let said = try run(["read"])
    return Card(
      uid: said["uid"]?.string ?? "", message: said["ndef_hex"]?.string,
      capacity: said["capacity"]?.integer.map { Int($0) } ?? 0)
  }

  /// Writes to the card that was read, if unchanged; `isOver` allows replacing what is on it.
  func write(_ hex: String, to card: Card, over isOver: Bool) throws(Failure) {
    try mustBe(card)
    _ = try run(["write", "--hex", hex] + (isOver ? ["--force"] : []))
  }

  func erase(_ card: Card) throws(Failure) {
    try mustBe(card)
    _ = try run(["erase"])
  }

  private func mustBe(_ card: Card) throws(Failure) {
    guard try read() == card else {
      throw Failure(
        .brokenIO, kind: "other-card", what: "this is not the card that was read before", at: .text("reader"),
        advice: "begin again and leave the card where it is")
    }
  }

  private func run(_ words: [String]) throws(Failure) -> JSONNode {
    let octets: [UInt8]
    do throws(SystemError) {
      let pipe = try makePipe()
      let source = Descriptor(owning: pipe.reading)
      let child = try start(words, writingTo: Descriptor(owning: pipe.writing))
      octets = try Files.read(source, named: "keytool", limit: Self.longestAnswer)
      child.wait()
    } catch {
      throw Failure(
        .brokenIO, kind: "keytool-did-not-start", what: error.reason, at: .text(program), advice: "run keytool read")
    }
    guard let answer = try? JSONDocument(octets).root else {
      throw Failure(
        .brokenIO, kind: "keytool-failed", what: "no answer from keytool", at: .text(program),
        advice: "run keytool read")
    }
    if answer["ok"]?.bool == false { throw Self.refusal(answer["error"]) }
    return answer
  }

  /// Reading ends only once the child has closed the last writing end of the pipe.
  private func start(_ words: [String], writingTo sink: consuming Descriptor) throws(SystemError) -> ChildProcess {
    try ChildProcess.start(program, words + ["--json"] + options, output: .descriptor(sink.number), errors: .nothing)
  }

  private static func refusal(_ error: JSONNode?) -> Failure {
    let kind = error?["kind"]?.string ?? "refused"
    let exit: ExitCode =
      switch kind {
      case "no-card", "reader-busy": .timedOut
      case "no-reader", "no-such-reader", "no-service", "no-pcscd", "reader-gone", "no-simulated-reader": .unavailable
      case "card-left", "no-answer", "cut-off", "not-as-written", "pcsc-failed": .brokenIO
      case "not-allowed", "card-refused", "wrong-key", "hidden", "read-only", "locked", "protected": .notAllowed
      default: .no
      }
    return Failure(
      exit, kind: kind, what: error?["message"]?.string ?? "the card cannot be used",
      at: .text(error?["at"]?.string ?? "card"),
      advice: "")
  }
}
