internal import CommandShell
import Glibc

private let words = Operand<String>(.text("WORD"), "keytool\u{2019}s own words", count: .any)

/// `keytool`: the other program, for those who have it under another name or on no search path.
var keytoolCommand: ProgramCommand {
  ProgramCommand(
    "keytool", "Run keytool, which writes and checks cards",
    discussion: """
      All words that follow are keytool's, and so is the exit code.

      $ focuskey keytool write --profile work
      $ focuskey keytool --help
      """, handsOn: true, takes: [words]
  ) { context throws(Failure) in
    guard let keytool = Environment.keytool else {
      throw Failure(
        .noInput, kind: "no-keytool", what: "keytool is not installed", at: .text("keytool"),
        advice: "it belongs beside the program focuskey: install FocusKey again")
    }
    let own = context.wantsJSON ? ["--json"] : []
    var line: [UnsafeMutablePointer<CChar>?] = unsafe ([keytool] + own + context.invocation.all(words)).map {
      unsafe strdup($0)
    }
    unsafe line.append(nil)
    // In place of this program: descriptors, terminal and signals are keytool's from here on.
    unsafe execv(keytool, &line)
    throw Failure(
      .brokenIO, kind: "keytool-did-not-start", what: "keytool cannot be started", at: .text(keytool),
      advice: SystemError.last("execv").reason)
  }
}
