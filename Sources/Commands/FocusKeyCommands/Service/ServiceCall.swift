internal import CommandShell
internal import ControlSocket
internal import FocusKeyService
internal import Keeping
internal import ServiceContract

struct ServiceCall {
  private let home: Home

  init(_ home: Home) {
    self.home = home
  }

  init(_ context: CommandContext) {
    self.init(context.home)
  }

  /// Throws if the service refuses or cannot be reached.
  func ask(_ request: SentRequest) throws(Failure) -> JSONNode {
    let answer: JSONNode
    do throws(ControlError) {
      var client = try ControlClient(path: home.socket)
      answer = try Self.answer(in: try client.ask(request.json.octets))
    } catch {
      throw .control(error)
    }
    if answer["ok"]?.bool == false { throw Failure(answer: answer) }
    return answer
  }

  /// Asks for a stream; calls `body` at once, after each line, and after the time it last returned.
  func follow(
    _ request: SentRequest, writingTo output: Int32, _ body: () throws(Failure) -> Duration?
  ) throws(Failure) {
    var client = try connect()
    try renaming(Failure.control, client.send(request.json.octets))
    while true {
      let limit = try body()
      do throws(ControlError) {
        guard try client.waits(atMost: limit, whileReadOn: output) else { continue }
        guard try client.nextLine() != nil else { throw .hungUp }
      } catch {
        throw .control(error)
      }
    }
  }

  /// Opens a connection on which answers have no time limit.
  func connect() throws(Failure) -> ControlClient {
    return try renaming(Failure.control, ControlClient(path: home.socket, patience: 0))
  }

  private static func answer(in line: [UInt8]) throws(ControlError) -> JSONNode {
    guard let node = try? JSONDocument(line).root else { throw .hungUp }
    return node
  }
}

extension CommandContext {
  /// The home that `--home` names, else that of this user.
  var home: Home {
    let home =
      invocation[FocusKey.home].map { Home(folder: surroundings.path(of: $0)) }
      ?? Home(environment: surroundings.variable)
    // Nobody sees half of a restoration that was broken off.
    if Files.exists(home.restoreNote), let resting = try? OfflineHome(home) { try? resting.finishRestoration() }
    return home
  }

  /// Relays a request and prints the answer; a refusal is a failure with exit code 1.
  func relay(_ request: SentRequest) throws(Failure) -> ExitCode {
    try answer(ServiceAnswer(node: try ServiceCall(self).ask(request)))
    return .done
  }
}

/// What the service said to a command: a sentence for people, the whole answer for programs.
struct ServiceAnswer: PrintedAnswer {
  let node: JSONNode

  var text: String { node["message"]?.string ?? "" }
  var json: JSONValue { node.value }
}

extension Failure {
  static func control(_ fault: ControlError) -> Failure {
    switch fault {
    case .nobodyThere(let path):
      Failure(
        .unavailable, kind: "no-service", what: "no service is running", at: .text(path),
        advice: "start one with: focuskey up")
    case .pathTooLong: .socket(fault)
    case .hungUp:
      Failure(
        .unavailable, kind: "service-hung-up", what: "the service ended before it answered", at: .text(""),
        advice: "try again")
    case .noAnswer(let seconds):
      Failure(
        .timedOut, kind: "no-answer", what: "the service did not answer within \(seconds) s", at: .text(""),
        advice: "try again")
    case .nobodyReads: .outputClosed
    case .answerTooLong:
      Failure(
        .brokenIO, kind: "answer-too-long", what: "the service sent an answer that is too long", at: .text(""),
        advice: "ask for less")
    case .system(let fault):
      Failure(
        fault.isRefusal ? .notAllowed : .brokenIO, kind: "socket-failed", what: "cannot reach the service",
        at: .text(fault.subject), advice: fault.reason)
    }
  }
}
