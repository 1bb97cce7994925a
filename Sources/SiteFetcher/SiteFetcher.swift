internal import CCurl
internal import LinuxRuntime
public import SiteAssociation

/// Fetches files of live sites as devices and as Apple's crawler do: https only, no redirect, no more than a device reads.
///
/// The calls block, so the actor lives on a thread of its own.
public actor SiteFetcher {
  /// Whom a request pretends to come from.
  public enum Client: Sendable {
    /// A device in developer mode.
    case device
    /// The crawler of Apple's store.
    case crawler

    /// What it calls itself.
    var userAgent: String {
      switch self {
      case .device: "swcd (unknown version) CFNetwork/1494.0.7 Darwin/23.4.0"
      case .crawler: "AASA-Bot/1.0.0"
      }
    }
  }

  private let executor: ThreadExecutor
  private let authorities: String?
  private let resolve: String?
  private let timeout: Duration

  /// The thread of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// A fetcher.
  ///
  /// - Parameters:
  ///   - authorities: a file with the roots to trust in place of the system's, as developer mode allows.
  ///   - resolve: `HOST:PORT:ADDRESS`, in place of asking DNS.
  ///   - timeout: how long one request may take.
  public init(authorities: String? = nil, resolve: String? = nil, timeout: Duration = .seconds(20)) {
    executor = ThreadExecutor(named: "fetch")
    self.authorities = authorities
    self.resolve = resolve
    self.timeout = timeout
  }

  deinit {
    executor.close()
  }

  /// Fetches one address.
  public func fetch(_ url: String, as client: Client) -> SiteResponse {
    unsafe url.withCString { urlText in
      unsafe client.userAgent.withCString { agent in
        unsafe withOptionalCString(authorities) { authorities in
          unsafe withOptionalCString(resolve) { resolve in
            var request = unsafe focuskey_request()
            unsafe request.url = urlText
            unsafe request.user_agent = agent
            unsafe request.authorities = authorities
            unsafe request.resolve = resolve
            unsafe request.timeout_ms = milliseconds(timeout)
            unsafe request.most_octets = AssociationReport.deviceLimit
            var response = unsafe focuskey_response()
            unsafe focuskey_exchange(&request, &response)
            defer { unsafe focuskey_response_free(&response) }
            return unsafe SiteResponse(url: url, response)
          }
        }
      }
    }
  }
}

private func milliseconds(_ duration: Duration) -> Int {
  Int(duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000)
}

private func withOptionalCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return unsafe text.withCString { pointer in unsafe body(pointer) }
}

extension SiteResponse {
  /// Takes over what the library gives; nothing of its memory is kept.
  fileprivate init(url: String, _ response: focuskey_response) {
    var response = unsafe response
    let message = unsafe withUnsafePointer(to: &response.message) { tuple in
      unsafe tuple.withMemoryRebound(to: CChar.self, capacity: Int(CURL_ERROR_SIZE)) { unsafe String(cString: $0) }
    }
    let head = unsafe UnsafeRawBufferPointer(start: response.head, count: response.head_count)
    let body = unsafe UnsafeRawBufferPointer(start: response.body, count: response.body_count)
    let certificate = unsafe response.certificate.map { unsafe String(cString: $0) }
    unsafe self.init(
      url: url,
      outcome: Self.outcome(response.code, response.status, isTooLarge: response.is_too_large != 0, message),
      headers: Self.headers(String(decoding: head, as: UTF8.self)), body: Array(body),
      address: response.address.map { unsafe String(cString: $0) },
      milliseconds: Int(response.seconds * 1000),
      certificateEnds: certificate.flatMap { lines in Self.value(of: "Expire date", in: lines) })
  }

  private static func outcome(_ code: CURLcode, _ status: Int, isTooLarge: Bool, _ message: String) -> Outcome {
    let reason = message.isEmpty ? "error \(code.rawValue)" : message
    if isTooLarge { return .tooLarge }
    switch code {
    case CURLE_OK: return .answer(status: status)
    case CURLE_COULDNT_RESOLVE_HOST: return .notResolved(reason)
    case CURLE_COULDNT_CONNECT: return .notConnected(reason)
    case CURLE_OPERATION_TIMEDOUT: return .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      return .badCertificate(reason)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ENGINE_INITFAILED:
      return .noEncryption(reason)
    default: return .broken(reason)
    }
  }

  private static func headers(_ head: String) -> [Header] {
    var headers: [Header] = []
    for line in head.split(whereSeparator: { $0.isNewline }) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(Header(name: line[..<colon].lowercased(), value: String(value)))
    }
    return headers
  }

  private static func value(of name: String, in lines: String) -> String? {
    for line in lines.split(separator: "\n") where line.hasPrefix(name + ":") {
      return String(line.dropFirst(name.count + 1))
    }
    return nil
  }
}
