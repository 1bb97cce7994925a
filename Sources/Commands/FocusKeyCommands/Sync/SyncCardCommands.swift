internal import CommandShell
internal import FocusKeyService
import Glibc
internal import Syncing
internal import SystemClock

/// Joining by a card that is carried between two computers.
enum SyncCard {
  static let card = Flag("card", "answer the request on a card")
  static let digits = Option("digits", value: .text("DIGITS"), "the six digits that the new computer shows")
  static let url = Option("url", value: .text("URL"), "the folder, or the database for small cards")

  /// Runs `sync join card`: once before and once after the other computer's turn.
  static func join(_ context: CommandContext, called name: String?) throws(Failure) -> ExitCode {
    try context.household { (household) throws(SyncFault) in try household.mustBeOut() }
    let tool = try CardTool(context)
    let given = context.invocation[url]
    var url = given
    if let given { url = try context.secret(given, asking: "The address of the database:") }
    context.printNote("Put the card on the reader.")
    CardTool.offerBlank(context)
    let card = try tool.read()
    let now = SystemTime.wall()
    let deed = try context.household { (household) throws(SyncFault) in
      try household.joinStep(card: card.message, url: url, called: name, at: now)
    }
    if let given, hasPassword(given) { context.tellSeen("the password") }
    switch deed {
    case .write(let hex, let answer):
      try tool.write(hex, to: card, over: false)
      try context.answer(CardRequestAnswer(json: answer))
    case .wait(let answer): try context.answer(CardRequestAnswer(json: answer))
    case .erase(let status):
      // Nobody can use what is on it a second time; a card that left does not make joining fail.
      let isErased: Bool
      do throws(Failure) {
        try tool.erase(card)
        isErased = true
      } catch { isErased = false }
      try context.answer(JoinedByCardAnswer(household: HouseholdAnswer(json: status), isErased: isErased))
    }
    return .done
  }

  static func invite(_ context: CommandContext) throws(Failure) -> ExitCode {
    try context.household { (household) throws(SyncFault) in try household.mustBeIn() }
    let tool = try CardTool(context)
    context.printNote("Put the card on the reader.")
    let card = try tool.read()
    let request = try context.household { (household) throws(SyncFault) in
      try household.request(onCard: card.message)
    }
    try context.compare(request.digits)
    let now = SystemTime.wall()
    let (hex, answer) = try context.household { (household) throws(SyncFault) in
      try household.answer(request, on: card.capacity, at: now)
    }
    try tool.write(hex, to: card, over: true)
    try context.answer(CardInvitationAnswer(json: answer))
    return .done
  }
}

extension CommandContext {
  /// A person copies the new computer's digits, which proves that the card's key belongs to it.
  fileprivate func compare(_ digits: String) throws(Failure) {
    var said = invocation[SyncCard.digits]
    if said == nil {
      if isatty(surroundings.input) == 1 { printNote("Type the six digits that the new computer shows:") }
      said = typedLine()
    }
    guard let said else {
      throw Failure(
        .usage, kind: "not-confirmed", what: "the digits that the new computer shows are needed", at: .text("--digits"),
        advice: "run it in a terminal or add --digits")
    }
    guard said.filter({ $0.isASCII && $0.isNumber }) == digits else {
      throw Failure(
        .notAllowed, kind: "wrong-digits", what: "another computer's request is on this card", at: .text(said),
        advice: "begin again at the new computer: focuskey sync join card")
    }
  }
}

private struct CardRequestAnswer: PrintedAnswer {
  let json: JSONValue

  var text: String {
    guard case .object(let object) = json, case .string(let digits)? = object["digits"] else { return "" }
    return """
      \(digits)

      Carry the card to a computer that is in, and type these digits there: focuskey sync invite --card
      Then bring it back and run this again: focuskey sync join card
      """
  }
}

private struct CardInvitationAnswer: PrintedAnswer {
  let json: JSONValue

  var text: String {
    guard case .object(let object) = json else { return "" }
    let again = "The invitation is on the card. Within 15 minutes, at the new computer:\n\n"
    guard case .string(let url)? = object["url"] else { return again + "focuskey sync join card" }
    return again + """
      focuskey sync join card --url "\(url)"

      The card is too small for the database's address, so it is typed there.
      """
  }
}

private struct JoinedByCardAnswer: PrintedAnswer {
  let household: HouseholdAnswer
  let isErased: Bool

  var json: JSONValue {
    guard case .object(var object) = household.json else { return household.json }
    object["erased"] = .bool(isErased)
    return .object(object)
  }

  var text: String {
    isErased ? household.text : household.text + "\nThe card could not be erased: keytool erase"
  }
}
