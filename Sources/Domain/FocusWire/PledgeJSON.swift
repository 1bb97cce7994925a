internal import FocusSession
internal import JSONText
internal import Pledge

extension PledgeFact {
  /// What each of these facts carries beyond its stamp.
  static let memberNames: [(fact: String, members: [String])] = [
    ("pledge-taken-back", ["began"]), ("pledge-settled", ["cents", "currency"]),
  ]

  /// The names under which they are told.
  static let eventNames = memberNames.map { $0.fact }

  /// The fact's name.
  var name: String {
    switch self {
    case .takenBack: "pledge-taken-back"
    case .settled: "pledge-settled"
    }
  }

  /// What is kept.
  func describe(in object: inout JSONObject) {
    switch self {
    case .takenBack(let began): object.append("began", .integer(began.milliseconds))
    case .settled(let money):
      object.append("cents", JSONValue(money.cents))
      object.append("currency", .string(money.currency))
    }
  }

  /// What the event says.
  func tell(in object: inout JSONObject, at stamp: Stamp, zone: CivilZone) {
    switch self {
    case .takenBack(let began): object.append("began_at", .string(ISO8601.text(stamp.wall(at: began), in: zone)))
    case .settled(let money):
      object.append("amount", .string(money.amount))
      object.append("currency", .string(money.currency))
    }
  }

  /// Reads the fact of that name; `nil` for one of another family.
  init?(_ name: String, _ members: JSONMembers) throws(JSONShapeError) {
    switch name {
    case "pledge-taken-back": self = .takenBack(began: try members.required("began").tick())
    case "pledge-settled":
      self = .settled(
        Money(
          cents: try members.required("cents").cents(), currency: try members.required("currency").string()))
    default: return nil
    }
  }

  /// What people are told.
  var sentence: String {
    switch self {
    case .takenBack: "That was work: the last episode of straying costs nothing."
    case .settled(let money): "\(money.text) settled."
    }
  }
}

extension PledgeTerms {
  /// The terms as they are in a profile.
  var json: JSONValue {
    func cap(_ cents: Int?) -> JSONValue? {
      cents.map { .string(Money(cents: $0, currency: amount.currency).amount) }
    }
    return .members([
      "amount": .string(amount.text), "per": "stray", "over": over == .zero ? nil : .string(over.text),
      "day": cap(perDay), "month": cap(perMonth), "to": payee == Payee() ? nil : payee.json,
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
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
    if let item = members["to"] { payee = try Payee(item) }
  }
}

extension Payee {
  var json: JSONValue { .members(["name": .text(name), "iban": .text(iban), "url": .text(url)]) }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("name", "iban", "url")
    self.init()
    name = try members["name"]?.shortText()
    if let item = members["iban"] {
      guard let account = IBAN(try item.string()) else { throw item.refusal("this is not an IBAN: check its digits") }
      iban = account.text
    }
    if let item = members["url"] {
      let text = try item.string()
      guard text.hasPrefix("https://"), text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
      else { throw item.refusal("a page to give on begins with https://") }
      url = text
    }
  }
}

extension PledgeLedger {
  /// The ledger as a checkpoint keeps it.
  var json: JSONValue {
    [
      "accounts": .array(accounts.map { $0.json }),
      "debts": .array(
        debts.map { debt in
          [
            "began": .integer(debt.began.milliseconds), "ended": .integer(debt.ended.milliseconds),
            "wall": .integer(debt.wall.milliseconds), "day": .string(ISO8601.text(debt.day)),
            "cents": JSONValue(debt.money.cents), "currency": .string(debt.money.currency), "to": debt.payee.json,
          ]
        }),
    ]
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("accounts", "debts")
    self.init()
    for item in try members["accounts"]?.array() ?? [] { accounts.append(try PledgeAccount(item)) }
    for item in try members["debts"]?.array() ?? [] {
      let debt = try item.members("began", "ended", "wall", "day", "cents", "currency", "to")
      debts.append(
        PledgeDebt(
          began: try debt.required("began").tick(), ended: try debt.required("ended").tick(),
          wall: Timestamp(milliseconds: try debt.required("wall").integer()),
          day: try debt.required("day").day(),
          money: Money(
            cents: try debt.required("cents").cents(), currency: try debt.required("currency").string()),
          payee: try Payee(try debt.required("to"))))
    }
  }
}

extension PledgeAccount {
  fileprivate var json: JSONValue {
    [
      "to": payee.json, "currency": .string(currency), "episodes": JSONValue(episodes), "pledged": JSONValue(pledged),
      "settled": JSONValue(settled),
    ]
  }

  fileprivate init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("to", "currency", "episodes", "pledged", "settled")
    self.init(payee: try Payee(try members.required("to")), currency: try members.required("currency").string())
    episodes = try members.required("episodes").cents()
    pledged = try members.required("pledged").cents()
    settled = try members.required("settled").cents()
  }
}

extension JSONItem {
  fileprivate func cents() throws(JSONShapeError) -> Int { Int(try integer(in: 0...Int64(Int64.max / 4))) }

  fileprivate func limit(in currency: String) throws(JSONShapeError) -> Int {
    guard let money = Money(try string(), usual: currency), money.currency == currency else {
      throw refusal("a limit is an amount in \(currency), like 5.00")
    }
    return money.cents
  }
}

extension JSONValue {
  fileprivate static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
}
