internal import FocusSession
internal import Hooks
internal import JSONText
internal import WebCalls

/// Calls the web address or the broker of one hook. Each has a caller of its own, so that a slow one holds up no other.
struct HookCalls: Sendable {
  private enum Way: Sendable {
    /// A web request, filled in with what happened.
    case web(WebCaller, WebCall)
    /// Over the home's existing connection.
    case broker(HookBroker, topic: String)
  }

  private let way: Way
  private let limit: Lapse

  /// `nil` where the hook runs a program.
  init?(_ hook: Hook, over broker: HookBroker?) {
    switch hook.action {
    case .run: return nil
    case .post(let url, let headers):
      var call = WebCall(url, schemes: ["https", "http"], userAgent: "FocusKey")
      call.headers =
        [WebCall.Header(name: "Content-Type", value: "application/json")]
        + headers.map { header in WebCall.Header(name: header.name, value: header.value) }
      way = .web(WebCaller(named: "hook"), call)
    case .publish(let url):
      if let broker, let topic = broker.topic(of: url) {
        way = .broker(broker, topic: topic)
      } else {
        way = .web(WebCaller(named: "hook"), WebCall(url, schemes: ["mqtt"], userAgent: "FocusKey"))
      }
    }
    limit = hook.limit
  }

  func make(for occasion: HookEvent) async throws(HookError) {
    switch way {
    case .web(let caller, let blank): try await make(blank, by: caller, for: occasion)
    case .broker(let broker, let topic):
      try await broker.tell(occasion.json.octets, under: topic, within: limit.milliseconds)
    }
  }

  private func make(_ blank: WebCall, by caller: WebCaller, for occasion: HookEvent) async throws(HookError) {
    var call = blank
    call.body = occasion.json.octets
    call.timeout = .milliseconds(limit.milliseconds)
    switch await caller.make(call).outcome {
    case .answer(let status) where status == 0 || (200..<300).contains(status): return
    case .answer(let status): throw .refused(status: status)
    // What it says beyond a megabyte is of no interest; it was reached.
    case .tooLarge: return
    case .timedOut: throw .tookTooLong(limit.milliseconds)
    case .badCertificate(let reason), .noEncryption(let reason), .notResolved(let reason), .notConnected(let reason),
      .broken(let reason):
      throw .unreachable(reason)
    }
  }

  /// Ends the current call and all that follow.
  func cancel() {
    if case .web(let caller, _) = way { caller.cancel() }
  }
}
