internal import CCurl

extension WebReply {
  /// Copies what the library gives; nothing of its memory is kept.
  init(_ response: focuskey_response) {
    var response = unsafe response
    let message = unsafe withUnsafePointer(to: &response.message) { tuple in
      unsafe tuple.withMemoryRebound(to: CChar.self, capacity: Int(CURL_ERROR_SIZE)) { unsafe String(cString: $0) }
    }
    let head = unsafe UnsafeRawBufferPointer(start: response.head, count: response.head_count)
    let content = unsafe UnsafeRawBufferPointer(start: response.body, count: response.body_count)
    let certificate = unsafe response.certificate.map { unsafe String(cString: $0) }
    unsafe outcome = Self.outcome(response.code, response.status, isTooLarge: response.is_too_large != 0, message)
    unsafe headers = Self.headers(String(decoding: head, as: UTF8.self))
    unsafe body = Array(content)
    unsafe address = response.address.map { unsafe String(cString: $0) }
    unsafe milliseconds = Int(response.seconds * 1000)
    certificateEnds = certificate.flatMap { lines in Self.value(of: "Expire date", in: lines) }
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

  private static func headers(_ head: String) -> [WebCall.Header] {
    var headers: [WebCall.Header] = []
    for line in head.split(whereSeparator: { $0.isNewline }) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(WebCall.Header(name: line[..<colon].lowercased(), value: String(value)))
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
