internal import CCurl
internal import LinuxRuntime

/// Makes calls over the network, one after the other: asks a web server, sends it something, publishes something at an
/// MQTT broker.
///
/// No redirect is followed and nothing is kept between two calls. The calls block, so the actor lives on a thread of
/// its own, which sleeps while nobody calls.
package actor WebCaller {
  private let executor: ThreadExecutor
  private let handle: CallerHandle

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// Makes a caller; `name` is that of its thread, for those who look at threads.
  package init(named name: String) {
    executor = ThreadExecutor(named: name)
    handle = CallerHandle()
  }

  /// Why no calls can be made on this machine, or `nil`; loads the library if necessary.
  package static var fault: String? {
    unsafe focuskey_curl_fault().map { fault in unsafe String(cString: fault) }
  }

  deinit {
    executor.close()
  }

  package func make(_ call: WebCall) -> WebReply {
    unsafe withCStrings(call) { request in
      var request = unsafe request
      var response = unsafe focuskey_response()
      unsafe focuskey_exchange(handle.caller, &request, &response)
      defer { unsafe focuskey_response_free(&response) }
      return unsafe WebReply(response)
    }
  }

  /// Ends the call under way, and all that follow, at once. From any thread.
  package nonisolated func cancel() {
    unsafe focuskey_caller_cancel(handle.caller)
  }
}

/// The library's side of a caller.
@safe private final class CallerHandle: @unchecked Sendable {
  // Unchecked: beside `focuskey_caller_cancel`, which any thread may call, only the actor's thread uses it.
  let caller: OpaquePointer

  init() {
    guard let caller = unsafe focuskey_caller_new() else { fatalError("there is no memory left") }
    unsafe self.caller = caller
  }

  deinit {
    unsafe focuskey_caller_free(caller)
  }
}

private func withCStrings<Result>(_ call: WebCall, _ body: (focuskey_request) -> Result) -> Result {
  let lines = call.headers.map { header in "\(header.name): \(header.value)\n" }.joined()
  return unsafe withCString(call.url) { url in
    unsafe withCString(call.schemes.joined(separator: ",")) { schemes in
      unsafe withCString(call.userAgent) { agent in
        unsafe withCString(call.authorities) { authorities in
          unsafe withCString(call.resolve) { resolve in
            unsafe withCString(lines) { lines in
              unsafe (call.body ?? []).withUnsafeBytes { octets in
                var request = unsafe focuskey_request()
                unsafe request.url = url
                unsafe request.schemes = schemes
                unsafe request.user_agent = agent
                unsafe request.authorities = authorities
                unsafe request.resolve = resolve
                unsafe request.lines = lines
                unsafe request.body = call.body == nil ? nil : octets.baseAddress ?? UnsafeRawPointer(url)
                unsafe request.body_count = octets.count
                unsafe request.timeout_ms = milliseconds(call.timeout)
                unsafe request.most_octets = call.mostOctets
                return unsafe body(request)
              }
            }
          }
        }
      }
    }
  }
}

private func milliseconds(_ duration: Duration) -> Int {
  Int(duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000)
}

private func withCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return unsafe text.withCString { pointer in unsafe body(pointer) }
}
