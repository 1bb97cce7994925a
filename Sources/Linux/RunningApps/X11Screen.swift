internal import CLinux
import Glibc
import LinuxRuntime

/// A screen of X11, on which a program can hold the pointer or the keyboard for itself alone.
///
/// Whether somebody does is found out by holding them for a moment (GrabPointer and GrabKeyboard of the X Window System
/// Protocol, X Version 11): that is refused while they are held. It is asked over a connection of its own with an end
/// in time: a screen that hangs must not keep its asker from renewing the shield. libxcb waits without an end, and
/// writes why a screen refuses to the errors of the program in place of telling it.
package struct X11Screen: Screen, Hashable {
  /// The value of `DISPLAY`.
  let display: String
  /// The files that may contain the screen's keys.
  let authorities: [String]

  /// In milliseconds; a conversation takes less than one, so a screen this slow is in trouble.
  private static let patience: Int64 = 500

  /// Who holds the pointer or the keyboard just now, or why that cannot be told.
  package func obstacle() -> ScreenHindrance? {
    do throws(X11Error) {
      let number = try Self.number(in: display)
      var reason = X11Error.refused("")
      for key in keys(of: number) {
        do throws(X11Error) {
          let talk = try X11Conversation(with: number, key: key, until: focuskey_boot_milliseconds() + Self.patience)
          return try talk.holder().map { .held($0) }
        } catch {
          // Another key may be the one; nothing else is mended by it.
          guard case .refused = error else { throw error }
          reason = error
        }
      }
      throw reason
    } catch {
      return .unasked("\(display): \(error.words)")
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
  private func keys(of number: Int) -> [X11Key?] {
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
  case refused(String)
  case slow
  case nonsense

  var words: String {
    switch self {
    case .name: "not a valid X11 display name"
    case .elsewhere: "it belongs to another computer"
    case .system(let fault): fault.reason
    case .refused(let why): why.isEmpty ? "it refuses" : "it refuses: \(why)"
    case .slow: "it does not answer"
    case .nonsense: "its answer is not valid"
    }
  }
}
