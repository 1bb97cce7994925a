internal import CMosquitto
import Glibc

/// One connection of libmosquitto, from its first try to its end. A lost one is not used again: what has to be sent
/// once more is in our own outbox.
///
/// One thread at a time has it: first the one that connects, then the event loop's.
@safe final class MosquittoClient: @unchecked Sendable {
  // Unchecked: handed from the thread that connects to the event loop, and never used by both.
  private let handle: OpaquePointer
  private let speaks5: Bool

  /// What arrived since it was last asked for; the library calls back while it reads.
  struct News {
    /// The broker's answer to the greeting; 0 means accepted.
    var greeting: Int32?
    var messages: [HomeMessage] = []
    /// The numbers of our messages that the broker confirmed.
    var taken: [Int32] = []
    var complaint: String?
  }

  private var news = News()

  /// Seconds of silence before the broker is asked whether it is there.
  static let keepAlive: Int32 = 60
  /// The largest packet accepted; the broker keeps larger ones from us.
  private static let largestPacket: UInt32 = 1 << 16

  /// An unconnected client; `nil` if the library refuses an argument.
  init?(_ broker: HomeBroker, password: String?, will: HomeMessage?, speaks5: Bool) {
    guard mosquitto_lib_init() == 0, let made = unsafe mosquitto_new(broker.client, true, nil) else { return nil }
    unsafe handle = made
    self.speaks5 = speaks5
    let version = speaks5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
    var codes = [
      unsafe mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, Int32(version)),
      unsafe mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1),
    ]
    if let will {
      codes.append(
        unsafe mosquitto_will_set(handle, will.topic, Int32(will.payload.count), will.payload, 1, will.isRetained))
    }
    if let user = broker.user { codes.append(unsafe mosquitto_username_pw_set(handle, user, password)) }
    switch broker.encryption {
    case .none: break
    case .trusted:
      codes.append(unsafe mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
    case .authorities(let file):
      codes.append(unsafe mosquitto_tls_set(handle, file, nil, nil, nil, nil))
    }
    if broker.encryption != .none {
      codes.append(unsafe mosquitto_tls_opts_set(handle, 1, "tlsv1.2", nil))
    }
    setCallbacks()
    if codes.contains(where: { $0 != 0 }) { return nil }
  }

  deinit {
    unsafe mosquitto_destroy(handle)
  }

  /// Connects and greets; may block for long (DNS, network), so call it on a thread of its own.
  func connect(to broker: HomeBroker) -> (code: Int32, errno: Int32) {
    var properties: OpaquePointer?
    if speaks5 {
      unsafe mosquitto_property_add_int32(
        &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), Self.largestPacket)
    }
    errno = 0
    let code = unsafe mosquitto_connect_bind_v5(
      handle, broker.host, Int32(broker.port), Self.keepAlive, nil, properties)
    let reason = errno
    unsafe mosquitto_property_free_all(&properties)
    return (code, reason)
  }

  /// The socket to wait for; negative if there is none.
  var socket: Int32 { unsafe mosquitto_socket(handle) }

  var wantsToWrite: Bool { unsafe mosquitto_want_write(handle) }

  /// Reads what arrived; `hasMore`: call again, even if the socket stays silent.
  func read() -> (code: Int32, hasMore: Bool) {
    var more: Int32 = 0
    let code = unsafe focuskey_mosquitto_read(handle, &more)
    return (code, more != 0)
  }

  func write() -> Int32 { unsafe mosquitto_loop_write(handle, 1) }

  /// Pings a silent broker, and gives up if it did not answer.
  func keepAlive() -> Int32 { unsafe mosquitto_loop_misc(handle) }

  /// Sends at least once; returns the number under which the broker will confirm it.
  func publish(_ message: HomeMessage) -> Int32? {
    var number: Int32 = 0
    let code = unsafe mosquitto_publish(
      handle, &number, message.topic, Int32(message.payload.count), message.payload, 1, message.isRetained)
    return code == 0 ? number : nil
  }

  func subscribe(_ topic: String) { unsafe mosquitto_subscribe(handle, nil, topic, 1) }

  /// Says good-bye, so that the broker does not send our will.
  func disconnect() { unsafe mosquitto_disconnect(handle) }

  func takeNews() -> News {
    defer { news = News() }
    return news
  }

  static func words(_ code: Int32) -> String { unsafe String(cString: mosquitto_strerror(code)) }

  static func refusal(_ code: Int32) -> String {
    unsafe String(cString: code < 128 ? mosquitto_connack_string(code) : mosquitto_reason_string(code))
  }

  static var isThere: Bool { focuskey_mosquitto_is_there() != 0 }

  private func setCallbacks() {
    unsafe mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    unsafe mosquitto_connect_callback_set(handle) { _, context, code in
      unsafe MosquittoClient.of(context)?.news.greeting = code
    }
    unsafe mosquitto_publish_callback_set(handle) { _, context, number in
      unsafe MosquittoClient.of(context)?.news.taken.append(number)
    }
    unsafe mosquitto_message_callback_set(handle) { _, context, message in
      guard let message = unsafe message?.pointee, let topic = unsafe message.topic else { return }
      let payload = unsafe UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
      unsafe MosquittoClient.of(context)?.news.messages.append(
        HomeMessage(
          topic: unsafe String(cString: topic), payload: unsafe Array(payload), isRetained: unsafe message.retain))
    }
    unsafe mosquitto_log_callback_set(handle) { _, context, level, text in
      guard level == MOSQ_LOG_ERR, let text = unsafe text else { return }
      let client = unsafe MosquittoClient.of(context)
      // The first complaint is the cause; those that follow are consequences.
      if client?.news.complaint == nil { client?.news.complaint = unsafe String(cString: text) }
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> MosquittoClient? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<MosquittoClient>.fromOpaque(context).takeUnretainedValue()
  }
}
