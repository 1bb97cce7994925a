internal import Pledge

extension Form where Value == PledgeTerms {
  static var pledge: Form {
    Form(
      "pledge", write: { $0.json }, read: { item throws(JSONShapeError) in try PledgeTerms(item) })
  }
}

extension PledgeTerms {
  fileprivate var json: JSONValue {
    func cap(_ cents: Int?) -> JSONValue? {
      cents.map { .string(Money(cents: $0, currency: amount.currency).amount) }
    }
    return .members([
      "amount": .string(amount.text), "per": "stray", "over": over == .zero ? nil : .string(over.text),
      "day": cap(perDay), "month": cap(perMonth),
      "to": payee == Payee() ? JSONValue?.none : Form.payeeMembers.object(payee),
    ])
  }

  fileprivate init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("amount", "per", "over", "day", "month", "to")
    let written = try members.required("amount")
    guard let amount = Money(try written.string()), amount.cents > 0 else {
      throw written.refusal("an amount is written like 1.00 EUR")
    }
    self.init(amount: amount)
    if let item = members["per"] { _ = try item.word(among: ["stray"]) }
    if let item = members["over"] { over = try item.lapse(atMost: .hours(12), allowsZero: true) }
    perDay = try members["day"]?.limit(in: amount.currency)
    perMonth = try members["month"]?.limit(in: amount.currency)
    if let item = members["to"] { payee = try Form.payeeMembers.value(item) }
  }
}

extension Form where Value == Payee {
  static var payeeMembers: Form {
    Form.members(
      of: { Payee() }, Member(\.name, .optional(.shortText("name"))),
      Member(
        "iban", keep: { $0.iban.map { .string($0) } },
        read: { item, payee throws(JSONShapeError) in
          guard let account = IBAN(try item.string()) else {
            throw item.refusal("this is not an IBAN: check its digits")
          }
          payee.iban = account.text
        }),
      Member(
        "url", keep: { $0.url.map { .string($0) } },
        read: { item, payee throws(JSONShapeError) in
          let text = try item.string()
          guard text.hasPrefix("https://"), text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
          else { throw item.refusal("a page to give on begins with https://") }
          payee.url = text
        }))
  }
}

extension JSONItem {
  fileprivate func limit(in currency: String) throws(JSONShapeError) -> Int {
    guard let money = Money(try string(), usual: currency), money.currency == currency else {
      throw refusal("a limit is an amount in \(currency), like 5.00")
    }
    return money.cents
  }
}
