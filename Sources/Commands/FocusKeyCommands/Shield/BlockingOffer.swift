internal import CommandShell
import Glibc

/// What `shield install` changes on a computer, in the four lines that everybody reads before it does.
enum ShieldTrust {
  static var lines: [String] {
    [
      "A helper runs as root from now on, for everybody on this computer; it blocks only what a running FocusKey ordered.",
      "Chromium, Chrome, Edge and Brave get FocusKey's extension by a policy, for everybody.",
      "Policies turn off encrypted site names (ECH) there and in Firefox, and Firefox's DNS over HTTPS, for everybody.",
      "Nothing else changes, and all of it is undone by: \(Environment.sudoCommand) shield remove",
    ]
  }
}

/// Offers a person at a terminal to turn blocking on, and does it.
struct BlockingOffer {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Asks once. What was asked for before stays done, whatever comes of this.
  func make() throws(Failure) {
    guard let program = Environment.programPath() else { return }
    let way = Self.way
    try say(
      ["", "To block sites and apps, FocusKey changes this on your computer:"] + ShieldTrust.lines.map { "  \($0)" })
    guard context.asks("Block sites and apps on this computer now?") == true else {
      return try say(["Not now. Later: \(Environment.sudoCommand) shield install"])
    }
    let words = way.map { [$0, program] } ?? [program]
    let child = try? ChildProcess.start(words[0], Array(words.dropFirst()) + ["shield", "install"], input: .inherited)
    guard child?.wait() == 0 else {
      return try say(["Nothing is blocked yet. To try again: \(Environment.sudoCommand) shield install"])
    }
  }

  /// What makes a person root: nothing for root, else sudo or polkit's program.
  private static var way: String? {
    geteuid() == 0 ? nil : ["sudo", "pkexec"].compactMap { Environment.program(named: $0) }.first
  }

  private func say(_ lines: [String]) throws(Failure) {
    try context.write(lines.joined(separator: "\n") + "\n")
    try context.flush()
  }
}
