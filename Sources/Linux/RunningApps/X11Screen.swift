internal import CXCB
import Glibc
import LinuxRuntime

/// A screen of X11, on which a program can hold the pointer or the keyboard for itself alone.
///
/// Whether somebody does is found out by holding them for a moment (GrabPointer and GrabKeyboard of the X Window System
/// Protocol, X Version 11): that is refused while they are held. It is asked over a connection of its own with an end
/// in time: a screen that hangs must not keep its asker from renewing the shield.
package struct X11Screen: Screen, Hashable {
  /// The value of `DISPLAY`.
  let display: String
  /// The files that may contain the screen's keys.
  let authorities: [String]

  /// In milliseconds; a conversation takes less than one, so a screen this slow is in trouble.
  private static let patience: Int32 = 500

  /// Who holds the pointer or the keyboard just now, or why that cannot be told.
  package func obstacle() -> ScreenHindrance? {
    do throws(X11Error) {
      let number = try Self.number(in: display)
      // Another key may be the one; nothing else is mended by it.
      for key in keys(of: number) {
        do throws(X11Error) { return try Self.holder(of: number, key: key).map { .held($0) } } catch .refused {}
      }
      throw .refused
    } catch {
      return .unasked("\(display): \(error.words)")
    }
  }

  private static func holder(of number: Int, key: [UInt8]?) throws(X11Error) -> String? {
    let socket = try renaming(
      { (fault: SystemError) in fault.code == EAGAIN ? X11Error.slow : .system(fault) },
      Descriptor.connected(to: "/tmp/.X11-unix/X\(number)", within: patience))
    switch unsafe focuskey_x11_holder(socket.release(), key, Int32(clamping: key?.count ?? 0), patience) {
    case Int32(FOCUSKEY_X11_NOBODY): return nil
    case Int32(FOCUSKEY_X11_POINTER): return "the pointer"
    case Int32(FOCUSKEY_X11_KEYBOARD): return "the keyboard"
    case -Int32(FOCUSKEY_X11_LATE): throw .slow
    case -Int32(FOCUSKEY_X11_NO_SERVER): throw .refused
    case -Int32(FOCUSKEY_X11_NO_LIBRARY): throw .noLibrary
    default: throw .system(.last("pthread_create"))
    }
  }

  /// The screens of processes, by what they were started with; none where they are shown by Wayland, or nowhere.
  static func screens(of processes: [Int32]) -> [any Screen] {
    var found: Set<X11Screen> = []
    var isAnyKnown = false
    for process in processes {
      guard let octets = try? Files.read("/proc/\(process)/environ", limit: 1 << 20), !octets.isEmpty else { continue }
      isAnyKnown = true
      let lines = octets.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      if let screen = X11Screen(lines) { found.insert(screen) }
    }
    // Programs that show nobody what they were started with were most likely started as this one was.
    if !isAnyKnown, let screen = X11Screen(Environment.lines) { found.insert(screen) }
    return Array(found)
  }

  init?(_ surroundings: [String]) {
    func value(_ name: String) -> String? {
      surroundings.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
        .flatMap { $0.isEmpty ? nil : $0 }
    }
    // Where Wayland shows programs, X11's are guests in windows of its own, and hold nothing but each other.
    guard value("WAYLAND_DISPLAY") == nil, let display = value("DISPLAY") else { return nil }
    self.display = display
    authorities = [value("XAUTHORITY"), value("HOME").map { "\($0)/.Xauthority" }].compactMap { $0 }
  }

  /// The number of a screen of this computer (X(7), DISPLAY NAMES).
  private static func number(in display: String) throws(X11Error) -> Int {
    guard let colon = display.lastIndex(of: ":") else { throw .name }
    let host = display[..<colon]
    guard host.isEmpty || host == "unix" else { throw .elsewhere }
    let digits = display[display.index(after: colon)...].prefix { $0 != "." }
    guard digits.count <= 5, let number = Int(digits), number >= 0 else { throw .name }
    return number
  }

  /// What may open the screen: no key at all if none is noted, as when access goes by user.
  private func keys(of number: Int) -> [[UInt8]?] {
    let noted = authorities.compactMap { try? Files.read($0, limit: 1 << 20) }.flatMap {
      X11Key.keys(in: $0, of: number)
    }
    return noted.prefix(4).map { $0 } + [nil]
  }
}

enum X11Error: Error, Equatable {
  case name
  case elsewhere
  case system(SystemError)
  case refused
  case slow
  case noLibrary

  var words: String {
    switch self {
    case .name: "not a valid X11 display name"
    case .elsewhere: "it belongs to another computer"
    case .system(let fault): fault.reason
    case .refused: "it refuses"
    case .slow: "it does not answer"
    case .noLibrary: "the library is missing; install it with: sudo apt install libxcb1"
    }
  }
}
