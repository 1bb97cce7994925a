internal import CEvent
internal import CLinux
import Glibc
package import LinuxRuntime

package enum ControlReply: Sendable {
  case line([UInt8])
  /// One line, then the connection is closed: the other end speaks another protocol.
  case farewell([UInt8])
  /// A line for each thing that happens, until the other end goes away.
  case stream(AsyncStream<[UInt8]>)
}

/// The service's side of the control socket: one request a line, one answer a line, in order; only for the user who
/// runs the service (and root).
@safe package actor ControlServer {
  /// The longest request. A link has 2,048 octets at most, an import of profiles is the largest thing that comes.
  package static let longestRequest = 4 << 20
  /// What may wait for a slow listener before it is let go, so that nobody can fill the service's memory by not
  /// reading.
  static let longestBacklog = 1 << 20
  static let mostPeers = 600

  private let loop: EventLoop
  private let path: String
  private let answer: @Sendable ([UInt8]) async -> ControlReply
  private var listener: OpaquePointer?
  private var context: Unmanaged<ListenerContext>?
  private var peers: [Int: Peer] = [:]
  private var lastPeer = 0

  /// The event loop: sockets are touched by its thread alone.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// Prepares a server; ``open()`` makes it listen.
  ///
  /// - Parameter answer: gives the reply to a line. A line that is too long comes as an empty one.
  package init(loop: EventLoop, path: String, answer: @escaping @Sendable ([UInt8]) async -> ControlReply) {
    self.loop = loop
    self.path = path
    self.answer = answer
  }

  /// Binds the socket, readable and writable for this user alone, and begins to listen.
  ///
  /// A file that is at the path is a dead service's and is replaced: who calls this holds the home's lock.
  package func open() throws(ControlError) {
    try ControlError.check(path: path)
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard number >= 0 else { throw .system(.last("socket")) }
    let descriptor = Descriptor(owning: number)
    _ = unsafe unlink(path)
    // On Linux bind(2) gives the file the mode that the socket has; the process's umask is everybody's and stays alone.
    guard fchmod(number, 0o600) == 0 else { throw .system(.last("fchmod", on: path)) }
    guard unsafe focuskey_bind(number, path) == 0 else { throw .system(.last("bind", on: path)) }
    let context = unsafe Unmanaged.passRetained(ListenerContext(server: self))
    let made = unsafe loop.withBase { base in
      unsafe evconnlistener_new(
        base,
        { _, socket, _, _, context in
          guard let context = unsafe context else { return }
          let server = unsafe Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue().server
          server.assumeIsolated { $0.accept(Descriptor(owning: socket)) }
        }, context.toOpaque(), LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 64, number)
    }
    guard let made = unsafe made else { throw .system(.last("listen", on: path)) }
    _ = descriptor.release()
    unsafe listener = made
    unsafe self.context = context
  }

  /// Listens again where the socket's file was deleted; those who are connected stay.
  package func openAgain() throws(ControlError) {
    guard unsafe listener != nil, !Files.exists(path) else { return }
    stopListening()
    try open()
  }

  /// Stops listening, lets everybody go and removes the socket's file.
  package func close() {
    stopListening()
    peers = [:]
    _ = unsafe unlink(path)
  }

  private func stopListening() {
    if let listener = unsafe listener { unsafe evconnlistener_free(listener) }
    unsafe listener = nil
    if let context = unsafe context { unsafe context.release() }
    unsafe context = nil
  }

  private func accept(_ socket: consuming Descriptor) {
    var user: UInt32 = 0
    var process: Int32 = 0
    guard peers.count < Self.mostPeers, unsafe focuskey_peer(socket.number, &user, &process) == 0,
      user == getuid() || user == 0
    else { return }
    lastPeer += 1
    let id = lastPeer
    let number = socket.release()
    unsafe loop.withBase { base in
      peers[id] = unsafe Peer(id: id, server: self, base: base, socket: number)
    }
  }

  /// A whole line is ready, or too much has come without a line's end.
  fileprivate func received(by id: Int) {
    guard let peer = peers[id], !peer.busy else { return }
    switch peer.takeLine() {
    case .nothing: return
    case .line(let line): serve(line, to: id)
    case .tooLong: serve([], to: id)
    }
  }

  fileprivate func hungUp(_ id: Int) {
    peers[id] = nil
  }

  fileprivate func drained(_ id: Int) {
    if let peer = peers[id], peer.leaving { peers[id] = nil }
  }

  private func serve(_ line: [UInt8], to id: Int) {
    peers[id]?.busy = true
    Task(executorPreference: loop) { [self] in await reply(await answer(line), to: id) }
  }

  private func reply(_ reply: ControlReply, to id: Int) {
    switch reply {
    case .line(let line):
      peers[id]?.send(line)
      peers[id]?.busy = false
      received(by: id)
    case .farewell(let line):
      peers[id]?.leaving = true
      peers[id]?.send(line)
    case .stream(let lines):
      peers[id]?.listens(
        by: Task(executorPreference: loop) { [self] in
          // To the end even where nobody is left to take it: the task is cancelled then, and only asking on tells
          // anyone who feeds it.
          for await line in lines { await send(line, to: id) }
          await letGo(id)
        })
    }
  }

  /// Ends a connection once everything that was said has gone out.
  private func letGo(_ id: Int) {
    peers[id]?.leaving = true
    if peers[id]?.backlog == 0 { hungUp(id) }
  }

  /// Sends one line of a stream. Anyone who does not read is let go.
  private func send(_ line: [UInt8], to id: Int) {
    guard let peer = peers[id] else { return }
    guard peer.backlog + line.count <= Self.longestBacklog else { return hungUp(id) }
    peer.send(line)
  }
}

/// What libevent hands back when somebody connects.
private final class ListenerContext: Sendable {
  let server: ControlServer

  init(server: ControlServer) {
    self.server = server
  }
}

/// One connection; it is closed when the object is released.
@safe private final class Peer {
  enum Input {
    case nothing
    case line([UInt8])
    case tooLong
  }

  /// Whether a request is being answered; what comes after it waits in the buffer.
  var busy = false
  /// Whether the last line is on its way out, after which the connection ends.
  var leaving = false

  private let id: Int
  private let server: ControlServer
  private let events: OpaquePointer
  private var stream: Task<Void, Never>?

  init(id: Int, server: ControlServer, base: OpaquePointer, socket: Int32) {
    self.id = id
    self.server = server
    unsafe events = bufferevent_socket_new(base, socket, Int32(BEV_OPT_CLOSE_ON_FREE.rawValue))
    unsafe bufferevent_setcb(
      events,
      { _, context in unsafe Peer.from(context) { server, id in server.received(by: id) } },
      { _, context in unsafe Peer.from(context) { server, id in server.drained(id) } },
      { _, _, context in unsafe Peer.from(context) { server, id in server.hungUp(id) } },
      Unmanaged.passUnretained(self).toOpaque())
    unsafe bufferevent_setwatermark(events, Int16(EV_READ), 0, ControlServer.longestRequest + 1)
    unsafe bufferevent_enable(events, Int16(EV_READ | EV_WRITE))
  }

  /// How many octets wait to be sent.
  var backlog: Int { unsafe evbuffer_get_length(bufferevent_get_output(events)) }

  func takeLine() -> Input {
    let input = unsafe bufferevent_get_input(events)
    let end = Int(unsafe evbuffer_search_eol(input, nil, nil, EVBUFFER_EOL_LF).pos)
    guard end >= 0 else {
      let waiting = unsafe evbuffer_get_length(input)
      return waiting > ControlServer.longestRequest ? .tooLong : .nothing
    }
    var line = [UInt8](repeating: 0, count: end + 1)
    unsafe evbuffer_remove(input, &line, line.count)
    line.removeLast()
    return line.count > ControlServer.longestRequest ? .tooLong : .line(line)
  }

  func send(_ line: [UInt8]) {
    let octets = line + [0x0A]
    unsafe bufferevent_write(events, octets, octets.count)
  }

  /// Ties a stream to this connection: it ends when the connection does.
  func listens(by task: Task<Void, Never>) {
    stream = task
  }

  private static func from(_ context: UnsafeMutableRawPointer?, _ body: @Sendable (isolated ControlServer, Int) -> Void)
  {
    guard let context = unsafe context else { return }
    let peer = unsafe Unmanaged<Peer>.fromOpaque(context).takeUnretainedValue()
    let id = peer.id
    peer.server.assumeIsolated { body($0, id) }
  }

  deinit {
    stream?.cancel()
    unsafe bufferevent_free(events)
  }
}
