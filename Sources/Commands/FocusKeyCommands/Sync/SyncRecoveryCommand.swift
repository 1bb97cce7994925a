internal import CommandShell
internal import FocusKeyService
import Glibc
internal import QRCodes
internal import Syncing
internal import SystemClock

var syncRecoveryCommand: ProgramCommand {
  ProgramCommand(
    "recovery", "Print a sheet that lets computers in",
    discussion: """
      The sheet has everything that a computer needs to join, sealed with six words. Print the one, write down the other
      elsewhere: either alone is worth nothing. A sheet works until you print another or revoke a device.

      $ focuskey sync recovery
      $ focuskey sync join 'https://focuskey.app/recover#...'
      """
  ) { context throws(Failure) in
    let now = SystemTime.wall()
    let sheet = try context.household { (household) throws(SyncFault) in try household.printSheet(at: now) }
    try context.answer(RecoverySheetAnswer(json: sheet))
    return .done
  }
}

private struct RecoverySheetAnswer: PrintedAnswer {
  let json: JSONValue

  var text: String {
    guard case .object(let object) = json, case .string(let link)? = object["link"],
      case .string(let words)? = object["words"]
    else { return "" }
    let code = QRCode(link).map { $0.text + "\n" } ?? ""
    return """
      \(code)Print this, on one sheet:

      focuskey sync join '\(link)'

      Write these six words on another, and keep it elsewhere:

      \(words)

      Both together let a computer join, until you print another sheet or revoke a device.
      """
  }
}

extension CommandContext {
  /// Asks for the words of a sheet, if the command line does not give them.
  func askForWords() throws(Failure) -> String {
    if isatty(surroundings.input) == 1 { printNote("The six words that belong to this sheet:") }
    guard let line = typedLine() else {
      throw Failure(
        .usage, kind: "missing-words", what: "a recovery sheet needs its six words", at: .text("LINK"),
        advice: "type them when asked or add --words \"...\"")
    }
    return line
  }
}
