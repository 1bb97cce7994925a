internal import CommandShell
internal import FocusSession
internal import Glibc
internal import ServiceAPI
internal import ServiceContract
internal import Straying
internal import SystemShield

private let origin = Operand<String>(.text("ORIGIN"), "the caller, as named by the browser", count: .any)

var shieldBrowserHostCommand: ProgramCommand {
  ProgramCommand(
    "browser-host", "Serve the browser extension (started by the browser)",
    discussion: "Speaks native messaging: each message is its length in four bytes and JSON, in both directions.",
    takes: [origin]
  ) { context throws(Failure) in
    var talk = BrowserChannel(context)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      do throws(SystemError) { try talk.speak() } catch { return .done }
      let isHeard = talk.waits()
      // What was removed holds nothing: the extension opens everything when this end closes.
      guard talk.isInstalled else { return .done }
      guard isHeard else { continue }
      let count = unsafe read(0, &buffer, buffer.count)
      // The browser closes this end when the extension goes. Nobody who speaks this language says what cannot be
      // understood.
      guard count > 0, talk.hear(buffer[..<count]) else { return .done }
    }
  }
}

private struct BrowserChannel: ~Copyable {
  /// How often a sign of life is asked for; Firefox unloads an extension after half a minute.
  private static let pace: Duration = .seconds(10)
  /// Even when they are quoted once more, this many bytes fit into one message to a browser.
  private static let longestPart = 256 << 10

  private let context: CommandContext
  private let note: BrowserNote
  private var presence: BrowserPresence?
  private var told: [UInt8]?
  private var wishesFront = false
  private var isFirst = true
  private var asked = ContinuousClock.now
  private var messages = BrowserMessages()
  private let orders: FileWatch
  private let wishes: FileWatch
  private let frontWishes: FileWatch
  private let starter = Environment[BrowserExtension.starterVariable]
  private let removals: FileWatch

  init(_ context: CommandContext) {
    self.context = context
    note = BrowserNote(folder: context.home.runtimeFolder)
    presence = BrowserPresence(folder: context.home.runtimeFolder)
    orders = FileWatch(of: note.path)
    wishes = FileWatch(of: presence?.wish)
    frontWishes = FileWatch(of: FrontSiteWish.path(in: context.home.runtimeFolder))
    removals = FileWatch(of: starter)
  }

  /// Whether the script that started this program is still there.
  var isInstalled: Bool { starter.map(Files.exists) ?? true }

  /// Waits until there may be something to send; returns whether the extension says something.
  func waits() -> Bool {
    let pace = (Self.pace - (ContinuousClock.now - asked)) / .milliseconds(1)
    // One millisecond more, so that what lapses has lapsed.
    let pause = min(max(0, Int64(pace)), note.lapse() ?? .max) + 1
    let places: [Int32] = [
      0, orders.descriptor ?? -1, wishes.descriptor ?? -1, removals.descriptor ?? -1, frontWishes.descriptor ?? -1,
    ]
    var watched = places.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = unsafe poll(&watched, nfds_t(watched.count), Int32(pause))
    if watched[1].revents != 0 { orders.forget() }
    if watched[2].revents != 0 { wishes.forget() }
    if watched[3].revents != 0 { removals.forget() }
    if watched[4].revents != 0 { frontWishes.forget() }
    return watched[0].revents != 0
  }

  mutating func speak() throws(SystemError) {
    let current = note.current()
    if isFirst || current != told {
      isFirst = false
      told = current
      try sendInParts(current ?? Array(#"{"shield":null}"#.utf8))
      presence?.tell()
    }
    let isWished = FrontSiteWish.isMade(in: context.home.runtimeFolder)
    if isWished != wishesFront {
      wishesFront = isWished
      try send(JSONValue.members(["front": .bool(isWished)]).octets)
    }
    if let site = presence?.takeWish() { try send(JSONValue.members(["try": .string(site)]).octets) }
    if ContinuousClock.now - asked >= Self.pace {
      asked = .now
      try send(Array(#"{"here":null}"#.utf8))
    }
  }

  /// Browsers drop a program that sends more than a megabyte at once.
  private func sendInParts(_ message: [UInt8]) throws(SystemError) {
    guard message.count > Self.longestPart else { return try send(message) }
    var start = 0
    while start < message.count {
      var end = min(start + Self.longestPart, message.count)
      // A letter of several octets stays whole.
      while end < message.count, message[end] & 0xC0 == 0x80 { end += 1 }
      let part = String(decoding: message[start..<end], as: UTF8.self)
      try send(JSONValue.members(["part": .string(part), "more": .bool(end < message.count)]).octets)
      start = end
    }
  }

  private func send(_ message: [UInt8]) throws(SystemError) {
    try Files.write((0..<4).map { UInt8(truncatingIfNeeded: message.count >> ($0 * 8)) } + message, to: 1)
  }

  /// Handles what the extension says; returns `false` if it cannot be understood.
  mutating func hear(_ octets: some Sequence<UInt8>) -> Bool {
    messages.add(octets)
    while let message = messages.next() {
      guard let root = try? JSONDocument(message).root else { continue }
      let outcome = root["tried"]?.string.flatMap { site in root["outcome"]?.string.map { (site, $0) } }
      presence?.hear(
        rules: root["rules"]?.integer.map { Int($0) }, parts: root["parts"]?.integer.map { Int($0) }, tried: outcome)
      // A service that is away counts nothing, and holds nothing either.
      if let request = request(in: root) { _ = try? ServiceCall(context).ask(request) }
    }
    return !messages.isBroken
  }
}

/// Returns the extension's request; `nil` if it only confirms that it did what it was told.
private func request(in root: JSONNode) -> SentRequest? {
  if let host = root["attempt"]?.string { return PageRequests.attempt(Attempt(kind: .site, name: host)) }
  if let host = root["front"]?.string { return StrayRequests.frontSite(host.isEmpty ? nil : host) }
  if let host = root["keepPromise"]?.string {
    return PageRequests.keepPromise(host.isEmpty ? nil : Attempt(kind: .site, name: host))
  }
  return nil
}

/// Messages from a browser: a length in four bytes in machine order, then as many bytes of JSON.
private struct BrowserMessages {
  /// The extension sends only short messages.
  private static let longest = 64 << 10

  private var waiting: [UInt8] = []
  private(set) var isBroken = false

  mutating func add(_ octets: some Sequence<UInt8>) {
    waiting += octets
  }

  mutating func next() -> [UInt8]? {
    guard waiting.count >= 4 else { return nil }
    let length = waiting[..<4].enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
    guard length <= Self.longest else {
      isBroken = true
      return nil
    }
    guard waiting.count >= 4 + length else { return nil }
    defer { waiting.removeFirst(4 + length) }
    return Array(waiting[4..<(4 + length)])
  }
}
