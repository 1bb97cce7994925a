public import SessionTime

/// Something that a person does about what they owe.
public enum PledgeFact: Equatable, Sendable {
  /// The episode that began then was work: it costs nothing.
  case takenBack(began: Tick)
  /// That much was given.
  case settled(Money)
}

/// What one episode of straying costs.
public struct PledgeDebt: Equatable, Sendable {
  /// When the episode began, on the session's clock.
  public var began: Tick
  /// When it ended, on the session's clock.
  public var ended: Tick
  /// When it began, on the wall clock.
  public var wall: Timestamp
  /// The civil day on which it began.
  public var day: CivilDay
  /// What it costs, after the limits of its day and its month.
  public var money: Money
  /// Who is to get it.
  public var payee: Payee

  /// What an episode costs.
  public init(began: Tick, ended: Tick, wall: Timestamp, day: CivilDay, money: Money, payee: Payee) {
    self.began = began
    self.ended = ended
    self.wall = wall
    self.day = day
    self.money = money
    self.payee = payee
  }
}

/// What is owed to one payee in one currency.
public struct PledgeAccount: Equatable, Sendable {
  /// Who is to get it.
  public var payee: Payee
  /// The currency.
  public var currency: String
  /// How many episodes cost something.
  public var episodes = 0
  /// What they came to, in cents.
  public var pledged = 0
  /// What was given, in cents.
  public var settled = 0

  /// An account on which nothing was owed yet.
  public init(payee: Payee, currency: String) {
    self.payee = payee
    self.currency = currency
  }

  /// What is still owed.
  public var owed: Money { Money(cents: pledged - settled, currency: currency) }
}

/// What came of all pledges: a fold of episodes and of what was settled, exact to the cent.
public struct PledgeLedger: Equatable, Sendable {
  /// What is owed, by payee and currency, in the order in which something was first owed.
  public var accounts: [PledgeAccount] = []
  /// The debts of this month and the month before it, the oldest first; the limits are reckoned by them.
  public var debts: [PledgeDebt] = []

  /// How long after its end an episode can still be called work.
  public static let regret = Lapse.hours(1)

  /// Nothing is owed.
  public init() {}

  /// An episode that counts is over.
  ///
  /// - Parameters:
  ///   - began: when it began, and so on which day and in which month it counts.
  ///   - terms: the pledge as it stood at the session's start.
  public mutating func charge(began: Tick, ended: Tick, wall: Timestamp, day: CivilDay, _ terms: PledgeTerms) {
    guard ended - began > terms.over else { return }
    forget(before: day)
    let month = day.date.month
    var today = 0
    var thisMonth = 0
    for debt in debts where debt.money.currency == terms.amount.currency && debt.payee == terms.payee {
      if debt.day == day { today += debt.money.cents }
      if debt.day.date.month == month { thisMonth += debt.money.cents }
    }
    var cents = terms.amount.cents
    if let limit = terms.perDay { cents = min(cents, max(0, limit - today)) }
    if let limit = terms.perMonth { cents = min(cents, max(0, limit - thisMonth)) }
    let money = Money(cents: cents, currency: terms.amount.currency)
    debts.append(PledgeDebt(began: began, ended: ended, wall: wall, day: day, money: money, payee: terms.payee))
    change(terms.payee, money.currency) { account in
      account.episodes += 1
      account.pledged += cents
    }
  }

  /// Takes in what the person did about it.
  public mutating func apply(_ fact: PledgeFact) {
    switch fact {
    case .takenBack(let began):
      guard let index = debts.lastIndex(where: { $0.began == began }) else { return }
      let debt = debts.remove(at: index)
      change(debt.payee, debt.money.currency) { account in
        account.episodes -= 1
        account.pledged -= debt.money.cents
      }
    case .settled(let money): settle(money)
    }
  }

  /// A payment settles the accounts of its currency in order; any excess stays on the last.
  private mutating func settle(_ money: Money) {
    var rest = money.cents
    let mine = accounts.indices.filter { accounts[$0].currency == money.currency }
    for index in mine {
      let part = index == mine.last ? rest : min(rest, max(0, accounts[index].owed.cents))
      accounts[index].settled += part
      rest -= part
    }
  }

  /// The episode that can still be called work: the last one that costs something, for an hour.
  public func regrettable(at now: Tick) -> PledgeDebt? {
    guard let last = debts.last, now - last.ended <= Self.regret else { return nil }
    return last
  }

  /// What is owed in a currency, to all payees.
  public func owed(in currency: String) -> Int {
    var sum = 0
    for account in accounts where account.currency == currency { sum += max(0, account.owed.cents) }
    return sum
  }

  /// Limits look back a day and a month; older debts are in the accounts, not needed one by one.
  private mutating func forget(before day: CivilDay) {
    let (year, month, _) = day.date
    let oldest = CivilDay(year: month == 1 ? year - 1 : year, month: month == 1 ? 12 : month - 1, day: 1)
    debts.removeAll { $0.day < oldest }
  }

  private mutating func change(_ payee: Payee, _ currency: String, _ change: (inout PledgeAccount) -> Void) {
    var index = accounts.firstIndex { $0.payee == payee && $0.currency == currency }
    if index == nil {
      accounts.append(PledgeAccount(payee: payee, currency: currency))
      index = accounts.count - 1
    }
    if let index { change(&accounts[index]) }
  }
}
