internal import CommandShell
import Glibc
internal import ServiceContract
internal import Session

extension CommandContext {
  /// Asks on a terminal whether to begin a schedule whose time it is now; says elsewhere how to.
  func beginNow(_ begun: JSONNode) throws(Failure) {
    guard !wantsJSON, let profile = begun["profile"]?.string, let minutes = begun["minutes"]?.integer,
      let text = begun["text"]?.string
    else { return }
    guard isatty(surroundings.input) == 1 else {
      return printNote("\(text) focuskey start \(profile) --minutes \(minutes)")
    }
    printNote("\(text) [y/N]")
    guard ["y", "yes"].contains(answerLine().lowercased()) else { return }
    _ = try relay(SessionRequests.start(profile, Int(minutes), nil, nil))
  }

  private func answerLine() -> String {
    var line: [UInt8] = []
    var octet: UInt8 = 0
    while unsafe Glibc.read(surroundings.input, &octet, 1) == 1, octet != UInt8(ascii: "\n") { line.append(octet) }
    return String(decoding: line, as: UTF8.self)
  }
}
