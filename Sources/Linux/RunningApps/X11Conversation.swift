/// A conversation with a screen of X11 about who holds its pointer and its keyboard.
///
/// Four requests are all that is said (X Window System Protocol, X Version 11, release 6.7: chapters 8 and 12 for what
/// they mean, appendix B for how they are written), with the low octet first.
struct X11Conversation: ~Copyable {
  private let connection: X11Connection
  /// The window that everything on the first screen is in: one screen's is as good as another's, they share one
  /// pointer and one keyboard.
  private let root: UInt32

  /// Connects and says who asks; `end` is a time of the clock that counts through suspend.
  init(with number: Int, key: X11Key?, until end: Int64) throws(X11Error) {
    let connection = try X11Connection(with: number, until: end)
    root = try Self.introduce(key, over: connection)
    self.connection = connection
  }

  /// Who has grabbed the pointer or the keyboard, in words; `nil` where nobody has.
  func holder() throws(X11Error) -> String? {
    // The one is asked for before the other, so that a holder of the pointer is not asked about the keyboard.
    // What was had is let go in the same breath: nobody's click falls between.
    if try isRefused(grab: pointerGrab, release: request(27, le16(2), le32(0))) { return "the pointer" }
    return try isRefused(grab: keyboardGrab, release: request(32, le16(2), le32(0))) ? "the keyboard" : nil
  }

  /// GrabPointer: no events wanted, neither device stopped, not confined, the pointer's look unchanged.
  private var pointerGrab: [UInt8] {
    let none = le32(0)
    return request(26, le16(6), le32(root), le16(0), [1, 1], none, none, none)
  }

  /// GrabKeyboard: neither device stopped.
  private var keyboardGrab: [UInt8] { request(31, le16(4), le32(root), le32(0), [1, 1, 0, 0]) }

  private func isRefused(grab: [UInt8], release: [UInt8]) throws(X11Error) -> Bool {
    try connection.say(grab + release)
    while true {
      let packet = try connection.hear(32)
      switch packet[0] {
      case 0: throw .nonsense
      case 1:
        // Success, AlreadyGrabbed, InvalidTime, NotViewable, Frozen.
        guard packet[1] <= 4 else { throw .nonsense }
        return packet[1] != 0
      // Something that everybody is told, such as a changed keyboard.
      default: continue
      }
    }
  }

  /// Sends the connection's first words, and reads the first screen's root in the answer.
  private static func introduce(_ key: X11Key?, over connection: borrowing X11Connection) throws(X11Error) -> UInt32 {
    let name = key?.name ?? []
    let data = key?.data ?? []
    let words = request(0x6C, le16(11), le16(0), le16(name.count), le16(data.count), le16(0))
    try connection.say(words + padded(name) + padded(data))
    let head = try connection.hear(8)
    let more = try connection.hear(4 * value(head, 6, 2))
    guard head[0] == 1 else {
      let reason = String(decoding: more.prefix(head[0] == 0 ? Int(head[1]) : 0), as: UTF8.self)
      throw .refused(reason.split(separator: "\n").first.map { String($0) } ?? "")
    }
    guard more.count >= 32 else { throw .nonsense }
    // Behind the fixed words the maker's name, then eight octets for each format, then the screens.
    let start = 32 + (value(more, 16, 2) + 3) / 4 * 4 + 8 * Int(more[21])
    guard more[20] > 0, start + 4 <= more.count else { throw .nonsense }
    return UInt32(value(more, start, 4))
  }
}

private func value(_ octets: [UInt8], _ start: Int, _ count: Int) -> Int {
  octets[start..<(start + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
}

/// A request: its number, an unused octet, and the rest.
private func request(_ number: UInt8, _ rest: [UInt8]...) -> [UInt8] { [number, 0] + Array(rest.joined()) }

private func le16(_ value: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
}

private func le32(_ value: UInt32) -> [UInt8] {
  le16(Int(value & 0xFFFF)) + le16(Int(value >> 16))
}

private func padded(_ octets: [UInt8]) -> [UInt8] { octets + [UInt8](repeating: 0, count: -octets.count & 3) }
