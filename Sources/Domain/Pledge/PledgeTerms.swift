public import SessionTime

/// What a person promised to give for each episode of straying, and to whom. Nothing is ever charged: it is a ledger.
public struct PledgeTerms: Equatable, Sendable {
  /// What one episode costs.
  public var amount: Money
  /// Only longer episodes cost something.
  public var over: Lapse
  /// The most that a day costs, in cents.
  public var perDay: Int?
  /// The most that a month costs, in cents.
  public var perMonth: Int?
  /// Who is to get it.
  public var payee: Payee

  /// The terms of a pledge.
  public init(
    amount: Money, over: Lapse = .zero, perDay: Int? = nil, perMonth: Int? = nil, payee: Payee = Payee()
  ) {
    self.amount = amount
    self.over = over
    self.perDay = perDay
    self.perMonth = perMonth
    self.payee = payee
  }
}

/// Who is to get what was pledged.
public struct Payee: Equatable, Sendable {
  /// The name of the account's owner.
  public var name: String?
  /// The account, without blanks and in capital letters.
  public var iban: String?
  /// A page on which to give.
  public var url: String?

  /// A payee.
  public init(name: String? = nil, iban: String? = nil, url: String? = nil) {
    self.name = name
    self.iban = iban
    self.url = url
  }
}
