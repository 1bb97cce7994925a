internal import Allowance

extension Deliberation {
  mutating func beginDayIfNeeded(of allowance: DailyAllowance) {
    guard machine.ledger.movement.day(of: allowance.id) == nil else { return }
    beginDay(machine.beginning(of: allowance, at: now), of: allowance)
  }

  /// `wasShut` says whether it was shut until now: staying shut is not news.
  mutating func beginDay(_ day: AllowanceDay, of allowance: DailyAllowance, wasShut: Bool = false) {
    record(.move(.dayBegan(allowance.id, day.day, ends: day.ends)), quietly: true)
    if let terms = day.terms { record(.move(.termsSet(allowance.id, terms)), quietly: true) }
    reachIfUsedUp(allowance, quietly: wasShut)
  }

  /// Shuts a day of no minutes, or of a used-up week, although nothing was used.
  private mutating func reachIfUsedUp(_ allowance: DailyAllowance, quietly: Bool = false) {
    guard let day = machine.ledger.movement.day(of: allowance.id), !day.isShut,
      day.isUsedUp(allowance.rules, at: now.tick)
    else { return }
    if day.usedSince != nil { record(.move(.useEnded(allowance.id, at: now.tick)), quietly: true) }
    record(.move(.reached(allowance.id)), quietly: quietly)
  }

  /// Ends an allowance's day. The next one is open again, unless it has nothing from its beginning.
  mutating func endDay(of id: AllowanceID) {
    record(.move(.useEnded(id, at: now.tick)), quietly: true)
    guard let day = machine.ledger.movement.day(of: id) else { return }
    let allowance = machine.settings.allowance(id)
    let next = allowance.map { machine.next(of: $0, after: day, at: now) }
    let staysShut = allowance.map { next?.isUsedUp($0.rules, at: now.tick) ?? false } ?? false
    if day.isShut, !staysShut {
      let isNewWeek = next?.terms?.weekEnds != day.terms?.weekEnds
      let wasWeek = allowance.map { day.leftOfWeek($0.rules, at: now.tick) == .zero } ?? false
      record(.move(.lifted(id, by: isNewWeek && wasWeek ? .week : .day, minutes: next?.minutesGiven ?? 0)))
    }
    record(.move(.dayEnded(id)), quietly: true)
    if let allowance, let next, allowance.rules.countsEveryDay { beginDay(next, of: allowance, wasShut: day.isShut) }
  }

  /// Rules that give more apply from the next day; an unused day begins under the earlier ones.
  mutating func beginDays(before settings: Settings) {
    for allowance in machine.settings.allowances {
      guard let next = settings.allowance(allowance.id),
        !next.rules.givesNoMore(than: allowance.rules) || !Set(next.except).isSubset(of: allowance.except)
      else { continue }
      beginDayIfNeeded(of: allowance)
    }
  }

  /// Applies stricter settings at once, and begins days that have to begin before any use.
  mutating func followTerms() {
    for allowance in machine.settings.allowances {
      guard let day = machine.ledger.movement.day(of: allowance.id) else {
        if allowance.rules.countsEveryDay { beginDayIfNeeded(of: allowance) }
        continue
      }
      // A day that an earlier version began has no terms of its own: what the settings say is all that is known.
      var terms = day.terms(allowance.rules)
      if day.terms == nil { terms.except = allowance.except }
      terms = terms.tightened(to: allowance.rules, on: day.day.weekday, except: allowance.except)
      guard terms != day.terms else { continue }
      record(.move(.termsSet(allowance.id, terms)), quietly: true)
      reachIfUsedUp(allowance)
    }
  }
}

extension AllowanceDay {
  /// The minutes that the day gives as it begins; all of it where nothing limits it.
  fileprivate var minutesGiven: Int? { terms.map { $0.minutes ?? $0.week ?? 24 * 60 } }
}
