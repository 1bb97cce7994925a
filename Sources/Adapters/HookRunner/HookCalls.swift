internal import FocusSession
internal import Hooks
internal import JSONText
internal import WebCalls

/// Calls the web address or the broker of one hook. Each has a caller of its own, so that a slow one holds up no other.
struct HookCalls: Sendable {
  private let caller: WebCaller
  private let blank: WebCall

  /// The calls of a hook; `nil` where it runs a program.
  init?(_ hook: Hook) {
    switch hook.action {
    case .run: return nil
    case .post(let url, let headers):
      var call = WebCall(url, schemes: ["https", "http"], userAgent: "FocusKey")
      call.headers =
        [WebCall.Header(name: "Content-Type", value: "application/json")]
        + headers.map { header in WebCall.Header(name: header.name, value: header.value) }
      blank = call
    case .publish(let url): blank = WebCall(url, schemes: ["mqtt"], userAgent: "FocusKey")
    }
    caller = WebCaller(named: "hook")
    limit = hook.limit
  }

  private let limit: Lapse

  /// Tells what happened.
  func make(for occasion: HookEvent) async throws(HookError) {
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

  /// Ends the call under way, and all that follow.
  func cancel() {
    caller.cancel()
  }
}
