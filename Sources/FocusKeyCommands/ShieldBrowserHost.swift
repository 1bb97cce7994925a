internal import CommandShell
internal import CommandSpec
internal import FocusKeyService
internal import FocusSession
internal import Glibc
internal import JSONText
internal import LinuxRuntime
internal import SystemShield

private let origin = Operand<String>(.text("ORIGIN"), "who asks, as the browser says", count: .any)

/// `shield browser-host`
let shieldBrowserHostCommand = Command(
  CommandSpec(
    "browser-host", "tell the browser's extension what to hold; the browser starts this",
    discussion: "Speaks native messaging: each message is its length in four octets and JSON, in both directions."
  ) { origin }
) { context throws(CommandFailure) in
  let note = BrowserNote(folder: context.home.runtimeFolder)
  var told: [UInt8]?
  var messages = BrowserMessages()
  var isFirst = true
  // The browser closes this end when the extension goes.
  var input = [pollfd(fd: 0, events: Int16(POLLIN), revents: 0)]
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let current = note.current()
    if isFirst || current != told {
      isFirst = false
      told = current
      let message = current ?? Array(#"{"shield":null}"#.utf8)
      let length = UInt32(message.count)
      let header = (0..<4).map { UInt8(truncatingIfNeeded: length >> (UInt32($0) * 8)) }
      do throws(SystemFault) { try Files.write(header + message, to: 1) } catch { return .done }
    }
    guard unsafe poll(&input, 1, 100) > 0 else { continue }
    let count = unsafe read(0, &buffer, buffer.count)
    guard count > 0 else { return .done }
    messages.add(buffer[..<count])
    while let message = messages.next() {
      guard let request = request(in: message) else { continue }
      // A service that is away counts nothing, and holds nothing either.
      _ = try? ServiceCall(context).ask(request)
    }
    // Nobody who speaks this language says such a thing.
    if messages.isBroken { return .done }
  }
}

/// What the extension asks with a message; `nil` where it only says that it did what it was told.
private func request(in message: [UInt8]) -> ControlRequest? {
  guard let root = try? JSONDocument(message).root else { return nil }
  if let host = root["attempt"]?.string { return .attempt(Attempt(kind: .site, name: host)) }
  if let host = root["keepPromise"]?.string {
    return .keepPromise(host.isEmpty ? nil : Attempt(kind: .site, name: host))
  }
  return nil
}

/// Messages as a browser sends them: the length in four octets of the machine's order, and so many octets of JSON.
private struct BrowserMessages {
  /// What the extension says is short.
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
