internal import CLinux
import Glibc
internal import LinuxRuntime

/// The terminal while a screen of ours is on it; ``restore()`` gives it back as it was.
struct Terminal {
  private let input: Int32
  private let output: Int32
  /// Whether the cursor can be moved; a terminal that cannot gets lines one below the other.
  let isScreen: Bool
  private let before: termios
  private var shown: [String] = []

  /// The terminal at these descriptors; `nil` where there is none.
  init?(input: Int32, output: Int32, name: String?) {
    var settings = termios()
    guard isatty(output) == 1, unsafe tcgetattr(input, &settings) == 0 else { return nil }
    self.input = input
    self.output = output
    isScreen = name != nil && name != "dumb"
    before = settings
  }

  /// Takes the terminal over: single unseen keys; Control-C and -Z work, unless `takesSignals`.
  mutating func enter(takesSignals: Bool = false) {
    var settings = before
    settings.c_lflag &= ~UInt32(ICANON | ECHO | (takesSignals ? ISIG : 0))
    unsafe tcsetattr(input, TCSADRAIN, &settings)
    shown = []
    // ECMA-48 and xterm's control sequences: the other screen, no cursor, everything cleared.
    if isScreen { write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2J") }
  }

  func restore() {
    if isScreen { write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l") }
    var settings = before
    unsafe tcsetattr(input, TCSADRAIN, &settings)
  }

  /// How many columns and rows there are now; the usual ones where the terminal does not say.
  var size: (columns: Int, rows: Int) {
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    guard unsafe focuskey_window_size(output, &columns, &rows) == 0, columns > 0, rows > 0 else { return (80, 24) }
    return (Int(columns), Int(rows))
  }

  /// Shows these lines; what is already on the screen is not sent again.
  mutating func show(_ lines: [String]) {
    guard lines != shown else { return }
    if !isScreen {
      write(lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n\n")
    } else {
      var changes = ""
      for row in 0..<max(lines.count, shown.count) {
        let line = row < lines.count ? lines[row] : ""
        guard row >= shown.count || line != shown[row] else { continue }
        changes += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
      }
      write(changes)
    }
    shown = lines
  }

  /// Forgets what is on the screen, because the terminal may have moved it.
  mutating func clear() {
    shown = []
    if isScreen { write("\u{1B}[H\u{1B}[2J") }
  }

  private func write(_ text: String) {
    // A terminal that is gone ends the program by a signal of its own.
    try? Files.write(text.utf8, to: output)
  }
}
