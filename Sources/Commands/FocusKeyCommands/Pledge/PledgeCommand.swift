internal import CommandShell
internal import FocusKeyService
internal import Pledge
internal import QRCodes
internal import ServiceContract
internal import Session
internal import Spelling

private let amount = Operand<String>(.text("AMOUNT"), "how much, such as 12.50 or \"12.50 EUR\"")

var pledgeCommand: ProgramCommand {
  ProgramCommand(
    group: "pledge", "Show what straying costs you",
    discussion: """
      A profile can name an amount that you give for each episode of straying:
      pledge: { amount: "1.00 EUR", over: "5m", day: "5.00", month: "30.00", to: { name: "...", iban: "...", url: "..." } }.
      FocusKey keeps count and never takes money. An episode that was work costs nothing: say `focuskey excuse` while it
      lasts or within an hour.

      $ focuskey pledge

      $ focuskey pledge pay

      $ focuskey pledge settled 12.50

      Beeminder can count the episodes, too, if you have a goal there. In ~/.config/focuskey/beeminder, which only you should
      be able to read:

          url = "https://www.beeminder.com/api/v1/users/me/goals/GOAL/datapoints.json"
          data = "auth_token=TOKEN&value=1"

      In config.json5. An episode that you excuse after its end stays counted there:

          hooks: [{ on: "stray-ended", run: ["sh", "-c",
            "[ $FOCUSKEY_WHY = excused ] || curl -sSK ~/.config/focuskey/beeminder --data-urlencode requestid=$FOCUSKEY_BEGAN_AT"] }]
      """, usual: "show",
    [
      ProgramCommand("show", "Show what you owe") { context throws(Failure) in
        try context.answer(PledgeAnswer(node: try context.pledges()))
        return .done
      },
      ProgramCommand(
        "pay", "Show how to pay what you owe",
        discussion:
          "Shows the page to give on, and the code of a bank transfer, which banking apps scan. Nothing is paid by itself."
      ) { context throws(Failure) in
        try context.answer(try PaymentAnswer(owedIn: try context.pledges()))
        return .done
      },
      ProgramCommand("settled", "Record that you paid", takes: [amount]) { context throws(Failure) in
        try context.relay(SessionRequests.settlePledge(try context.require(amount)))
      },
    ])
}

extension CommandContext {
  fileprivate func pledges() throws(Failure) -> JSONNode {
    let answer = try ServiceCall(self).ask(SessionRequests.pledges())
    return answer
  }
}

private struct PledgeAnswer: PrintedAnswer {
  let node: JSONNode

  var text: String {
    let accounts = node["accounts"]?.array ?? []
    guard !accounts.isEmpty else { return "Nothing is owed." }
    return accounts.map { account in
      func word(_ name: String) -> String { account[name]?.string ?? "" }
      let payee = account["to"]?["name"]?.string.map { " to \($0)" } ?? ""
      let count = counted(Int(account["episodes"]?.integer ?? 0), "episode")
      return """
        \(word("owed")) \(word("currency")) owed\(payee): \(word("pledged")) for \(count) of straying, \
        \(word("settled")) settled.
        """
    }.joined(separator: "\n")
  }

  var json: JSONValue { node.value }
}

private struct PaymentAnswer: PrintedAnswer {
  private let money: Money
  private let name: String?
  private let url: String?
  private let transfer: BankTransfer?

  /// The first account on which something is owed.
  init(owedIn node: JSONNode) throws(Failure) {
    guard let account = node["accounts"]?.array?.first(where: { ($0["owed_cents"]?.integer ?? 0) > 0 }),
      let cents = account["owed_cents"]?.integer, let currency = account["currency"]?.string
    else {
      throw Failure(.no, kind: "nothing-owed", what: "nothing is owed", at: .text(""), advice: "keep it up")
    }
    money = Money(cents: Int(cents), currency: currency)
    name = account["to"]?["name"]?.string
    url = account["to"]?["url"]?.string
    if let iban = account["to"]?["iban"]?.string {
      do throws(BankTransfer.Fault) {
        transfer = try BankTransfer(money, to: name ?? "", iban: iban, text: "FocusKey pledge")
      } catch {
        guard url != nil else { throw Failure(error, money) }
        transfer = nil
      }
    } else {
      transfer = nil
    }
    guard url != nil || transfer != nil else {
      throw Failure(
        .no, kind: "no-payee", what: "the pledge does not say who gets it", at: .text(money.text),
        advice: "add to: { name, iban } or to: { url } to the profile's pledge")
    }
  }

  var text: String {
    var lines = ["\(money.text)\(name.map { " to \($0)" } ?? "")"]
    if let transfer {
      lines += [QRCode(transfer.code)?.text ?? "Install libqrencode4 to see a code here. Its text:", transfer.code]
    }
    if let url { lines.append(url) }
    lines.append("Afterwards run: focuskey pledge settled \(money.amount)")
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    .members([
      "ok": true, "owed": .string(money.amount), "currency": .string(money.currency),
      "name": name.map(JSONValue.string), "url": url.map(JSONValue.string),
      "epc": transfer.map { .string($0.code) },
    ])
  }
}

extension Failure {
  fileprivate init(_ fault: BankTransfer.Fault, _ money: Money) {
    let what =
      switch fault {
      case .notEuro: "a code of a bank transfer is for euros only"
      case .amount: "a transfer cannot carry this amount"
      case .iban: "the IBAN is wrong"
      case .name: "a transfer needs the name of the account's owner, in at most 70 characters"
      case .text, .tooLong: "the transfer does not fit in a code"
      }
    self.init(.no, kind: "no-transfer", what: what, at: .text(money.text), advice: "add a url to the profile's pledge")
  }
}
