internal import CSystemd
import Glibc
internal import LinuxRuntime

/// A connection to a bus that lives on the event loop: the loop waits for it, and nothing wakes while nobody says
/// anything.
///
/// Everything in here is called on the loop's thread, and so are the handlers.
@safe final class BusConnection {
  typealias Reply = (Result<[BusValue], BusError>) -> Void
  typealias SignalHandler = (_ sender: String, _ values: [BusValue]) -> Void

  private let loop: EventLoop
  private let ended: () -> Void
  private(set) var bus: OpaquePointer?
  private var calls: [UInt: Waiting] = [:]
  private var listeners: [Listener] = []
  private var servers: [Server] = []
  var answerers: [Answerer] = []
  private var isPumping = false
  private var readable: Watch?
  private var writable: Watch?
  private var timer: Watch?

  /// How long an answer may take, in microseconds: longer than any desktop needs, shorter than anybody waits.
  private static let patience: UInt64 = 5_000_000

  private final class Waiting {
    unowned let connection: BusConnection
    let reply: Reply
    init(_ connection: BusConnection, _ reply: @escaping Reply) {
      self.connection = connection
      self.reply = reply
    }

    func answered(_ answer: OpaquePointer?) {
      connection.calls[unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())] = nil
      guard let answer = unsafe BusMessage(held: answer) else { return reply(.failure(.closed)) }
      reply(answer.fault.map { .failure($0) } ?? .success(answer.values()))
    }
  }

  private final class Listener {
    let handler: (BusMessage) -> Void
    init(_ handler: @escaping (BusMessage) -> Void) { self.handler = handler }
  }

  private final class Server {
    let handler: (String, String, [BusValue]) -> Void
    init(_ handler: @escaping (String, String, [BusValue]) -> Void) { self.handler = handler }
  }

  /// Connects without waiting; `isBus`: a bus and not a single program; `ended` is called once.
  init(address: String, isBus: Bool = true, loop: EventLoop, ended: @escaping () -> Void) throws(BusError) {
    self.loop = loop
    self.ended = ended
    var made: OpaquePointer?
    guard unsafe sd_bus_new(&made) >= 0, let bus = unsafe made else { throw .failed("sd_bus_new", code: ENOMEM) }
    unsafe self.bus = bus
    for (name, code) in unsafe [
      ("sd_bus_set_address", sd_bus_set_address(bus, address)),
      ("sd_bus_set_bus_client", sd_bus_set_bus_client(bus, isBus ? 1 : 0)),
      ("sd_bus_start", sd_bus_start(bus)),
    ] where code < 0 {
      unsafe sd_bus_unref(bus)
      unsafe self.bus = nil
      throw .failed(name, code: -code)
    }
    readable = loop.watchReadable(unsafe sd_bus_get_fd(bus)) { [unowned self] in pump() }
    pump()
  }

  deinit {
    close()
  }

  /// Closes once everything was sent; calls without an answer never get one.
  func close() {
    guard let bus = unsafe bus else { return }
    unsafe self.bus = nil
    readable = nil
    writable = nil
    timer = nil
    unsafe sd_bus_flush_close_unref(bus)
    calls = [:]
    listeners = []
    servers = []
    answerers = []
  }

  func call(_ call: BusCall, _ reply: @escaping Reply = { _ in }) {
    guard let bus = unsafe bus, let message = unsafe BusMessage(call, on: bus) else { return reply(.failure(.closed)) }
    let waiting = Waiting(self, reply)
    // Kept alive in `calls` until the library has called back, or the connection is let go and never will.
    let context = unsafe Unmanaged.passUnretained(waiting).toOpaque()
    let code = unsafe message.withHandle { handle in
      unsafe sd_bus_call_async(
        bus, nil, handle,
        { answer, context, _ in
          guard let context = unsafe context else { return 0 }
          unsafe Unmanaged<Waiting>.fromOpaque(context).takeUnretainedValue().answered(unsafe answer)
          return 0
        }, context, Self.patience)
    }
    guard code >= 0 else { return reply(.failure(.failed("sd_bus_call_async", code: -code))) }
    calls[UInt(bitPattern: context)] = waiting
    pump()
  }

  /// Calls `handler` with each signal that fits the rule (D-Bus Specification, "Match Rules").
  func listen(_ rule: String, _ handler: @escaping SignalHandler) {
    hear(rule) { message in handler(message.sender, message.values()) }
  }

  /// Like `listen`, but with the whole message, for signals of many objects.
  func hear(_ rule: String, _ handler: @escaping (BusMessage) -> Void) {
    guard let bus = unsafe bus else { return }
    let listener = Listener(handler)
    listeners.append(listener)
    unsafe sd_bus_add_match_async(
      bus, nil, "type='signal'," + rule,
      { message, context, _ in
        guard let context = unsafe context, let message = unsafe BusMessage(held: message) else { return 0 }
        unsafe Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().handler(message)
        return 0
      }, nil, Unmanaged.passUnretained(listener).toOpaque())
    pump()
  }

  /// Our name on the bus, for programs that should call us.
  var name: String? {
    var text: UnsafePointer<CChar>?
    guard let bus = unsafe bus, unsafe sd_bus_get_unique_name(bus, &text) >= 0 else { return nil }
    return unsafe text.map { unsafe String(cString: $0) }
  }

  /// Calls `handler` for each call to this path, and acknowledges it.
  func serve(_ path: String, _ handler: @escaping (_ sender: String, _ member: String, _ values: [BusValue]) -> Void) {
    guard let bus = unsafe bus else { return }
    let server = Server(handler)
    servers.append(server)
    unsafe sd_bus_add_object(
      bus, nil, path,
      { message, context, _ in
        guard let context = unsafe context, let call = unsafe BusMessage(held: message) else { return 0 }
        call.acknowledge()
        unsafe Unmanaged<Server>.fromOpaque(context).takeUnretainedValue()
          .handler(call.sender, call.member, call.values())
        return 1
      }, Unmanaged.passUnretained(server).toOpaque())
    pump()
  }

  /// Handles what has arrived, sends what waits, and updates what the loop waits for.
  func pump() {
    // The library does not let itself be called from its own callbacks; the outer turn goes on after them.
    guard let bus = unsafe bus, !isPumping else { return }
    isPumping = true
    var code: Int32
    repeat { code = unsafe sd_bus_process(bus, nil) } while code > 0 && isOpen
    isPumping = false
    guard isOpen else { return }
    guard code >= 0 else {
      close()
      return ended()
    }
    let events = unsafe sd_bus_get_events(bus)
    writable =
      events > 0 && events & POLLOUT != 0
      ? loop.watchWritable(unsafe sd_bus_get_fd(bus)) { [unowned self] in pump() } : nil
    var deadline = UInt64.max
    // Only answers that are waited for have a deadline, in microseconds of the monotonic clock.
    timer =
      unsafe sd_bus_get_timeout(bus, &deadline) > 0 && deadline != .max
      ? loop.watchTime(.microseconds(max(0, Int64(clamping: deadline) - Self.now()))) { [unowned self] in pump() } : nil
  }

  private var isOpen: Bool { unsafe bus != nil }

  private static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
