internal import CEvent
package import LinuxRuntime

/// The web server of this computer, for this computer: on loopback unless another place is named, for requests that
/// were meant for it.
///
/// Every answer forbids the browser to fetch anything from elsewhere, to be framed, and to guess types.
@safe package actor DashboardServer {
  /// How long a stream may be silent, in seconds.
  static let patience: Int32 = 30
  static let mostStreams = 600
  /// What may wait for a slow listener before it is let go, so that nobody can fill the service's memory by not
  /// reading.
  static let longestBacklog = 256 << 10

  let loop: EventLoop
  let place: ListeningPlace
  private let wanted: UInt16
  private let names: [String]
  private let isForwardedTo: Bool
  private let encryption: (any ServerEncryption)?
  private let isForOneUser: Bool
  private let standsInForOthers: Bool
  private let answer: @Sendable (HTTPRequest) async -> HTTPAnswer
  private var server: OpaquePointer?
  private var context: Unmanaged<ServerContext>?
  private let visitors: Visitors
  private var gate = HostGate(port: 0)
  // The requests that libevent waits for us to answer; theirs is this thread alone.
  private var waiting: [Int: OpaquePointer] = unsafe [:]
  private var streams: [Int: OutgoingStream] = [:]
  private var lastRequest = 0

  /// The event loop: what libevent holds is touched by its thread alone.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// Prepares a server; ``open()`` makes it listen.
  ///
  /// - Parameters:
  ///   - loop: the loop that it lives on.
  ///   - place: where it listens.
  ///   - port: the port there; 0 takes one that is free.
  ///   - names: host names beside those of loopback that somebody had lead here.
  ///   - isForwardedTo: whether those names may come with any port, for what everybody may read.
  ///   - encryption: lets connections begin with encryption; without it they are plain.
  ///   - isForOneUser: whether only this user's programs, and root's, are let in.
  ///   - standsInForOthers: whether it answers in the place of other hosts, as a proxy that lets nobody through.
  ///   - answer: answers a request that passed the gate.
  package init(
    loop: EventLoop, place: ListeningPlace = .loopback, port: UInt16, names: [String] = [],
    isForwardedTo: Bool = false, encryption: (any ServerEncryption)? = nil,
    isForOneUser: Bool = false, standsInForOthers: Bool = false,
    answer: @escaping @Sendable (HTTPRequest) async -> HTTPAnswer
  ) {
    self.loop = loop
    self.place = place
    wanted = port
    self.names = names
    self.isForwardedTo = isForwardedTo
    self.encryption = encryption
    self.isForOneUser = isForOneUser
    self.standsInForOthers = standsInForOthers
    self.answer = answer
    visitors = Visitors(loop: loop, place: place, isForOneUser: isForOneUser)
  }

  /// Begins to listen.
  ///
  /// - Returns: the port.
  /// - Throws: `EADDRINUSE` where something else listens on the port.
  @discardableResult
  package func open() throws(SystemError) -> UInt16 {
    let socket = try LoopbackSocket(address: place.address, port: wanted, mayComeLater: place.mayComeLater)
    let port = socket.port
    let made = unsafe loop.withBase { base in unsafe evhttp_new(base) }
    guard let server = unsafe made else { throw .last("evhttp_new") }
    unsafe evhttp_set_max_headers_size(server, place.longestHead)
    unsafe evhttp_set_max_body_size(server, place.longestBody)
    unsafe evhttp_set_timeout(server, place.patience)
    unsafe evhttp_set_default_content_type(server, nil)
    // HEAD, GET, POST, PUT and DELETE come to us; what libevent does not know it refuses by itself.
    var methods = EVHTTP_REQ_GET.rawValue | EVHTTP_REQ_HEAD.rawValue | EVHTTP_REQ_POST.rawValue
    methods |= EVHTTP_REQ_PUT.rawValue | EVHTTP_REQ_DELETE.rawValue
    if standsInForOthers { methods |= EVHTTP_REQ_CONNECT.rawValue }
    unsafe evhttp_set_allowed_methods(server, UInt16(methods))
    if let encryption { unsafe encryption.encrypt(server) }
    let context = unsafe Unmanaged.passRetained(ServerContext(server: self))
    unsafe evhttp_set_gencb(
      server,
      { request, context in
        guard let context = unsafe context, let request = unsafe request else { return }
        let server = unsafe Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue().server
        // The loop's thread calls, and the actor lives there; the request is libevent's and stays on this thread.
        let number = UInt(bitPattern: request)
        server.assumeIsolated { isolated in isolated.arrived(number) }
      }, context.toOpaque())
    guard let bound = unsafe evhttp_accept_socket_with_handle(server, socket.number) else {
      unsafe evhttp_free(server)
      unsafe context.release()
      throw .last("evhttp_accept_socket")
    }
    // libevent closes it with the server.
    _ = socket.release()
    unsafe self.server = server
    unsafe self.context = context
    // Encryption makes its connections itself.
    if encryption == nil { unsafe visitors.watch(server, evhttp_bound_socket_get_listener(bound)) }
    gate = HostGate(
      port: port, more: names, isEncrypted: encryption != nil, isForwardedTo: isForwardedTo,
      standsInForOthers: standsInForOthers)
    return port
  }

  package func close() {
    unsafe waiting.values.forEach { request in
      unsafe send(.plain(503, "The service is stopping."), to: request, withBody: true)
    }
    unsafe waiting = [:]
    for stream in streams.values { stream.end() }
    streams = [:]
    if let server = unsafe server { unsafe evhttp_free(server) }
    visitors.leave()
    unsafe server = nil
    if let context = unsafe context { unsafe context.release() }
    unsafe context = nil
  }

  // MARK: Requests

  private func arrived(_ address: UInt) {
    guard let pointer = unsafe OpaquePointer(bitPattern: address) else { return }
    guard let request = unsafe RequestReader.read(pointer) else {
      return unsafe send(.plain(405, "This method is not supported."), to: pointer, withBody: true)
    }
    let withBody = request.method != .head
    let isKnown = unsafe RequestReader.descriptor(of: pointer).map { visitors.began(on: $0) } ?? false
    guard isKnown || !isForOneUser else {
      return unsafe send(.plain(403, "This server is for the user who runs it."), to: pointer, withBody: withBody)
    }
    if let refusal = gate.refusal(of: request) {
      return unsafe send(refusal, to: pointer, withBody: withBody)
    }
    // As many as there are connections; encryption makes its own, and has no end of them.
    guard unsafe waiting.count < place.mostConnections else {
      return unsafe send(.plain(503, "Too many requests at once."), to: pointer, withBody: withBody)
    }
    lastRequest += 1
    let id = lastRequest
    unsafe waiting[id] = pointer
    Task(executorPreference: loop) { [self] in
      await finish(id, with: await answer(request), withBody: withBody)
    }
  }

  private func finish(_ id: Int, with answer: HTTPAnswer, withBody: Bool) {
    // Gone when the server was closed meanwhile. A browser that left is libevent's matter: it keeps the request until
    // it is answered.
    guard let pointer = unsafe waiting.removeValue(forKey: id) else { return }
    guard let lines = answer.stream, withBody else {
      return unsafe send(answer, to: pointer, withBody: withBody)
    }
    guard streams.count < Self.mostStreams else {
      return unsafe send(.plain(503, "Too many listeners at once."), to: pointer, withBody: true)
    }
    unsafe describe(answer, in: pointer)
    guard let stream = unsafe OutgoingStream(pointer, id: id, server: self) else { return }
    streams[id] = stream
    stream.feeds(
      by: Task(executorPreference: loop) { [self] in
        // To the end even where nobody is left to take it: the task is cancelled then, and only asking on tells the
        // feed so.
        for await octets in lines { await pass(octets + answer.separator, to: id) }
        await streamEnded(id)
      })
  }

  /// Sends a part of an answer that goes on; anyone who does not read is let go.
  private func pass(_ octets: [UInt8], to id: Int) {
    guard let stream = streams[id] else { return }
    guard stream.backlog + octets.count <= Self.longestBacklog else {
      streams[id] = nil
      return stream.abandon()
    }
    stream.send(octets)
  }

  /// The feed of an answer is over, or the browser left in the middle of it.
  func streamEnded(_ id: Int) {
    streams.removeValue(forKey: id)?.end()
  }

  private func send(_ answer: HTTPAnswer, to request: OpaquePointer, withBody: Bool) {
    if let descriptor = unsafe RequestReader.descriptor(of: request) { visitors.ended(on: descriptor) }
    unsafe describe(answer, in: request)
    unsafe evhttp_add_header(evhttp_request_get_output_headers(request), "Content-Length", String(answer.body.count))
    let buffer = unsafe evbuffer_new()
    if withBody {
      unsafe answer.body.withUnsafeBytes { octets in
        _ = unsafe evbuffer_add(buffer, octets.baseAddress, octets.count)
      }
    }
    unsafe evhttp_send_reply(request, Int32(answer.status), Self.reason(of: answer.status), buffer)
    unsafe evbuffer_free(buffer)
  }

  private func describe(_ answer: HTTPAnswer, in request: OpaquePointer) {
    let headers = unsafe evhttp_request_get_output_headers(request)
    // A page may forbid itself other things than pages do here.
    let standing = Self.standing.filter { one in !answer.headers.contains { $0.name == one.name } }
    for (name, value) in standing + answer.headers { unsafe evhttp_add_header(headers, name, value) }
  }

  /// The header fields of every answer.
  private static let standing: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; media-src 'self'; "
        + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  private static func reason(of status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 303: "See Other"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 415: "Unsupported Media Type"
    case 421: "Misdirected Request"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    default: "Answer"
    }
  }
}

/// Keeps the server alive for the callbacks of libevent.
final class ServerContext: Sendable {
  let server: DashboardServer

  init(server: DashboardServer) {
    self.server = server
  }
}
