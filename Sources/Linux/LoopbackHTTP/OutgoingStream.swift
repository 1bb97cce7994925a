internal import CEvent

/// An answer that goes on: libevent's request, the task that feeds it, and the news that the browser left.
///
/// It lives on the event loop's thread. libevent keeps a request whose browser has left until it is ended
/// (evhttp_send_reply_end), so each of these is ended exactly once: when the feed is over, when the browser leaves, or
/// when the server closes.
@safe final class OutgoingStream {
  private let request: OpaquePointer
  private let connection: OpaquePointer
  private var context: Unmanaged<Context>?
  private var feed: Task<Void, Never>?

  /// What libevent hands back when the connection closes.
  private final class Context: Sendable {
    let id: Int
    let server: DashboardServer

    init(id: Int, server: DashboardServer) {
      self.id = id
      self.server = server
    }
  }

  /// Begins the answer, whose header fields are set; `nil` and released if the browser has left.
  init?(_ request: OpaquePointer, id: Int, server: DashboardServer) {
    guard let connection = unsafe evhttp_request_get_connection(request) else {
      unsafe evhttp_send_reply_end(request)
      return nil
    }
    unsafe self.request = request
    unsafe self.connection = connection
    let context = unsafe Unmanaged.passRetained(Context(id: id, server: server))
    unsafe self.context = context
    let events = unsafe evhttp_connection_get_bufferevent(connection)
    // A listener says nothing for hours, so that silence is not a fault; one that takes nothing for long is.
    var limit = timeval(tv_sec: Int(DashboardServer.patience), tv_usec: 0)
    unsafe bufferevent_set_timeouts(events, nil, &limit)
    // What it may say meanwhile is not read.
    unsafe bufferevent_setwatermark(events, Int16(EV_READ), 0, 4096)
    unsafe evhttp_connection_set_closecb(
      connection,
      { _, context in
        guard let context = unsafe context else { return }
        let stream = unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
        let id = stream.id
        stream.server.assumeIsolated { server in server.streamEnded(id) }
      }, context.toOpaque())
    unsafe evhttp_add_header(evhttp_request_get_output_headers(request), "Connection", "close")
    unsafe evhttp_send_reply_start(request, 200, "OK")
  }

  /// How many octets wait to be sent.
  var backlog: Int { unsafe evbuffer_get_length(bufferevent_get_output(evhttp_connection_get_bufferevent(connection))) }

  /// Ties the feed to this answer: it ends when the answer does.
  func feeds(by task: Task<Void, Never>) {
    feed = task
  }

  func send(_ octets: [UInt8]) {
    let buffer = unsafe evbuffer_new()
    unsafe octets.withUnsafeBytes { octets in _ = unsafe evbuffer_add(buffer, octets.baseAddress, octets.count) }
    unsafe evhttp_send_reply_chunk(request, buffer)
    unsafe evbuffer_free(buffer)
  }

  /// Ends the answer, or releases it if the browser has left.
  func end() {
    release()
    unsafe evhttp_send_reply_end(request)
  }

  /// Cuts the connection: a browser that does not read is not waited for.
  func abandon() {
    release()
    unsafe evhttp_connection_free(connection)
  }

  private func release() {
    feed?.cancel()
    // The connection of a browser that left is on its way out and calls nobody twice.
    if unsafe evhttp_request_get_connection(request) != nil {
      unsafe evhttp_connection_set_closecb(connection, nil, nil)
    }
    if let context = unsafe context { unsafe context.release() }
    unsafe context = nil
  }
}
