internal import Pledge

extension PledgeFact: FormedFact {
  static let since: Int64 = 4

  static let forms: [FactForm<PledgeFact>] = [
    FactForm("pledge-taken-back", .moment("began"), make: PledgeFact.takenBack) {
      if case .takenBack(let began) = $0 { began } else { nil }
    },
    FactForm("pledge-settled", .settled, make: PledgeFact.settled) {
      if case .settled(let money) = $0 { money } else { nil }
    },
  ]

  var sentence: String {
    switch self {
    case .takenBack: "That was work: the last episode of straying costs nothing."
    case .settled(let money): "\(money.text) settled."
    }
  }
}

extension Form where Value == Money {
  static var money: Form {
    Form.record(.cents("cents"), .text("currency"), make: Money.init, parts: { ($0.cents, $0.currency) })
  }

  fileprivate static var settled: Form {
    money.told { money, object, _ in
      object.append("amount", .string(money.amount))
      object.append("currency", .string(money.currency))
    }
  }
}

extension Form where Value == Int {
  static func cents(_ name: String) -> Form {
    Form(
      name, write: { JSONValue($0) },
      read: { item throws(JSONShapeError) in Int(try item.integer(in: 0...Int64(Int64.max / 4))) })
  }
}

extension Form where Value == PledgeLedger {
  static var pledges: Form {
    Form.members(
      of: PledgeLedger.init, Member(\.accounts, .list("accounts", of: .account)),
      Member(\.debts, .list("debts", of: .debt)))
  }
}

extension Form where Value == PledgeDebt {
  fileprivate static var debt: Form {
    Form.record(
      .tick("began"), .tick("ended"), .wall("wall"), .day("day"), .money, .payee, make: PledgeDebt.init,
      parts: { ($0.began, $0.ended, $0.wall, $0.day, $0.money, $0.payee) })
  }
}

extension Form where Value == PledgeAccount {
  fileprivate static var account: Form {
    Form.record(
      .payee, .text("currency"), .cents("episodes"), .cents("pledged"), .cents("settled"),
      make: { payee, currency, episodes, pledged, settled in
        var account = PledgeAccount(payee: payee, currency: currency)
        account.episodes = episodes
        account.pledged = pledged
        account.settled = settled
        return account
      }, parts: { ($0.payee, $0.currency, $0.episodes, $0.pledged, $0.settled) })
  }
}

extension Form where Value == Payee {
  fileprivate static var payee: Form {
    Form(
      "to", write: { Form.payeeMembers.object($0) },
      read: { item throws(JSONShapeError) in try Form.payeeMembers.value(item) })
  }
}
