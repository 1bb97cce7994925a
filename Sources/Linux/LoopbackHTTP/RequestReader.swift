internal import CEvent

/// Copies what libevent read of a request into a value.
enum RequestReader {
  /// The request, or `nil` for a method that is not answered here.
  static func read(_ request: OpaquePointer) -> HTTPRequest? {
    let method: HTTPRequest.Method
    switch unsafe evhttp_request_get_command(request) {
    case EVHTTP_REQ_GET: method = .get
    case EVHTTP_REQ_HEAD: method = .head
    case EVHTTP_REQ_POST: method = .post
    case EVHTTP_REQ_PUT: method = .put
    case EVHTTP_REQ_DELETE: method = .delete
    case EVHTTP_REQ_CONNECT: method = .connect
    default: return nil
    }
    let target = unsafe evhttp_request_get_uri(request).map { text in unsafe String(cString: text) } ?? "/"
    return unsafe HTTPRequest(
      method: method, target: target, headers: headers(of: request), body: body(of: request),
      peer: peer(of: request))
  }

  private static func peer(of request: OpaquePointer) -> String {
    guard let connection = unsafe evhttp_request_get_connection(request) else { return "" }
    var address: UnsafeMutablePointer<CChar>?
    var port: UInt16 = 0
    unsafe evhttp_connection_get_peer(connection, &address, &port)
    return unsafe address.map { text in unsafe String(cString: text) } ?? ""
  }

  static func descriptor(of request: OpaquePointer) -> Int32? {
    guard let connection = unsafe evhttp_request_get_connection(request) else { return nil }
    let number = unsafe bufferevent_getfd(evhttp_connection_get_bufferevent(connection))
    return number >= 0 ? number : nil
  }

  private static func headers(of request: OpaquePointer) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    var next = unsafe evhttp_request_get_input_headers(request)?.pointee.tqh_first
    while let header = unsafe next {
      if let name = unsafe header.pointee.key, let value = unsafe header.pointee.value {
        unsafe headers.append((String(cString: name).lowercased(), String(cString: value)))
      }
      unsafe next = header.pointee.next.tqe_next
    }
    return headers
  }

  private static func body(of request: OpaquePointer) -> [UInt8] {
    guard let buffer = unsafe evhttp_request_get_input_buffer(request) else { return [] }
    let count = unsafe evbuffer_get_length(buffer)
    guard count > 0 else { return [] }
    var octets = [UInt8](repeating: 0, count: count)
    let copied = unsafe octets.withUnsafeMutableBytes { octets in
      unsafe evbuffer_copyout(buffer, octets.baseAddress, octets.count)
    }
    octets.removeSubrange(max(0, copied)...)
    return octets
  }
}
