internal import CommandShell
internal import CommandSpec
internal import FocusKeyService
internal import Glibc
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
    // What the extension answers is only that it did; what is read is let go.
    if unsafe poll(&input, 1, 100) > 0, unsafe read(0, &buffer, buffer.count) <= 0 { return .done }
  }
}
