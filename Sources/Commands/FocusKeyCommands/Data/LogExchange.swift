internal import CommandShell
internal import ControlSocket
internal import FocusKeyService
import Glibc
internal import Keeping
internal import ServiceContract
internal import Session

extension CommandContext {
  /// Has the home's log exchanged while nobody uses it: by the service, if one runs here, else by this program alone.
  /// Not while a session is under way.
  ///
  /// - Parameters:
  ///   - request: what the service is asked to do.
  ///   - alone: the same, where there is no service.
  func exchangeLog(
    _ request: SentRequest, alone: (borrowing OfflineHome) throws(SystemError) -> Void
  ) async throws(Failure) {
    let resting: OfflineHome
    do throws(LockError) {
      resting = try OfflineHome(home)
    } catch {
      guard case .held = error else { throw .lock(error, home) }
      return try renewService(request)
    }
    guard try await !resting.sessionIsUnderWay() else {
      throw Failure(
        .no, kind: "session-under-way", what: "a session is running", at: .text(""),
        advice: "end the session first (nothing was changed)")
    }
    do throws(SystemError) { try alone(resting) } catch { throw .system(error) }
  }

  /// Asks the service, and waits until it has come up again.
  private func renewService(_ request: SentRequest) throws(Failure) {
    // A minute is far more than a service takes to lay its work down and to come up.
    let patience = 60
    var refusal: Failure?
    do throws(ControlError) {
      var client = try ControlClient(path: home.socket, patience: patience)
      try client.send(request.json.octets)
      // The end of the connection is the end of the service's old life; its answer may get lost on the way, a refusal
      // does not.
      while refusal == nil, let line = try client.nextLine() {
        if let answer = try? JSONDocument(line).root, answer["ok"]?.bool == false { refusal = Failure(answer: answer) }
      }
    } catch {
      throw .control(error)
    }
    if let refusal { throw refusal }
    for _ in 0..<(patience * 50) {
      if let answer = try? ServiceCall(self).ask(SessionRequests.status()), answer["state"] != nil { return }
      usleep(20_000)
    }
    throw Failure(
      .unavailable, kind: "service-did-not-come-back", what: "the service did not restart",
      at: .text(home.socket), advice: "start it with: focuskey up")
  }
}
