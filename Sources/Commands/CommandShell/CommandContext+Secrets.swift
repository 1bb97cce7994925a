import Glibc

// What is on a command line others on this computer see for as long as the command runs (proc(5), cmdline).
extension CommandContext {
  /// For `-` reads a line of standard input; `question` is what a person at a terminal is asked.
  package func secret(_ given: String, asking question: String) throws(Failure) -> String {
    guard given == "-" else { return given }
    if isatty(surroundings.input) == 1 { printNote(question) }
    guard let line = typedLine() else {
      throw Failure(
        .usage, kind: "no-input", what: "nothing came from standard input", at: .text("-"),
        advice: "paste it when asked, or pipe one line in")
    }
    return line
  }

  /// Tells a person that a secret was on the command line, and how to avoid that.
  package func tellSeen(_ what: String) {
    guard !wantsJSON else { return }
    printNote("others on this computer could see \(what) while this ran: give - instead and paste it")
  }

  /// One line of standard input, without blanks around it; `nil` if nobody types.
  package func typedLine() -> String? {
    var line: [UInt8] = []
    var octet: UInt8 = 0
    while line.count < 8192, unsafe Glibc.read(surroundings.input, &octet, 1) == 1, octet != UInt8(ascii: "\n") {
      line.append(octet)
    }
    let blanks: [UInt8] = [0x09, 0x0D, 0x20]
    while let last = line.last, blanks.contains(last) { line.removeLast() }
    let text = line.drop { blanks.contains($0) }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }
}
