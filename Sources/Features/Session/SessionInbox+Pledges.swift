internal import FeaturePorts
internal import Pledge

// What straying costs where the person pledged something.

extension SessionInbox {
  func pledges() async -> JSONValue {
    let machine = await engine.snapshot.machine
    let (ledger, zone) = (machine.ledger.pledges, machine.settings.zone)
    return [
      "ok": true, "accounts": .array(ledger.accounts.map { $0.json }),
      "episodes": .array(
        ledger.debts.map { debt in
          [
            "began_at": .string(ISO8601.text(debt.wall, in: zone)),
            "seconds": .integer((debt.ended - debt.began).wholeSeconds), "amount": .string(debt.money.amount),
            "currency": .string(debt.money.currency),
          ]
        }),
    ]
  }

  /// Records that the person gave that much.
  func settlePledge(_ text: String) async throws(Failure) -> JSONValue {
    let accounts = await engine.snapshot.machine.ledger.pledges.accounts
    let usual = (accounts.first { $0.owed.cents > 0 } ?? accounts.first)?.currency ?? "EUR"
    guard let money = Money(text, usual: usual), money.cents > 0 else { throw .badAmount(text) }
    return try await submit(.settle(money))
  }
}

extension Failure {
  fileprivate static func badAmount(_ text: String) -> Failure {
    Failure(.badData, "bad-amount", "this is not an amount of money", at: text, advice: "write it like 12.50 EUR")
  }
}

extension PledgeAccount {
  fileprivate var json: JSONValue {
    [
      "to": .members([
        "name": payee.name.map(JSONValue.string), "iban": payee.iban.map(JSONValue.string),
        "url": payee.url.map(JSONValue.string),
      ]),
      "currency": .string(currency), "episodes": JSONValue(episodes),
      "pledged": .string(Money(cents: pledged, currency: currency).amount),
      "settled": .string(Money(cents: settled, currency: currency).amount), "owed": .string(owed.amount),
      "owed_cents": JSONValue(owed.cents),
    ]
  }
}
