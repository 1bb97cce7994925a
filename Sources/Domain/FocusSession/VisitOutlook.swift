internal import Gates
internal import SiteRules

/// The rules about visits by name, as refusals name them, in the order in which they are asked.
public enum VisitRule: Equatable, Sendable {
  /// No session is under way.
  case noSession
  /// A visit is under way already.
  case underWay
  /// It is not blocked.
  case notBlocked
  /// No profile in force has visits.
  case noVisits
  /// It is not how a part of a site is written, so that it could not be blocked.
  case unreadable
  /// Something that blocks it does not let it be visited.
  case notVisitable
  /// It is a part of a site that no entry names, and no browser is there that could open it alone.
  case unseen
  /// One visit may not be longer.
  case minutes(atMost: Int)
  /// The session has had its visits.
  case perSession
  /// The day's minutes are used up, or would be; what is left of them.
  case perDay(left: Lapse)
  /// No visit is under way that could be closed.
  case noVisit
}

struct VisitOutlook {
  var thing: VisitThing
  /// The layers that block it; all of them allow visits to it.
  var layers: [Layer]
  var length: Lapse
  var days: VisitDays
}

extension SessionMachine {
  /// Applies the rules about visits in their order; the gate is asked after them.
  func visitOutlook(_ ask: VisitRequest, at now: Stamp, _ book: any ListBook) throws(Refusal) -> VisitOutlook {
    func no(_ rule: VisitRule, opens: Tick? = nil) -> Refusal {
      Refusal(.visits(rule), nextAt: opens.map { now.wall(at: $0) })
    }
    let focus: Focus
    switch state {
    case .idle: throw no(.noSession)
    case .visiting: throw no(.underWay)
    case .onBreak: throw no(.notBlocked)
    case .focusing(let current): focus = current
    }
    let lists = VisitLists(book: book, changes: settings.categories)
    let shut = shutAllowances
    let all = focus.layers.map { $0.policy.blocks } + shut.map { $0.closing }
    guard let thing = thing(ask.what, in: all, lists) else {
      throw no(SiteEntry.isUnreadablePart(ask.what) ? .unreadable : .notBlocked)
    }
    guard focus.layers.contains(where: { $0.policy.visiting != nil }) else { throw no(.noVisits) }
    let layers = focus.layers.filter { $0.policy.blocks.close(thing, lists) }
    let rules = layers.compactMap { $0.policy.visiting }
    guard rules.count == layers.count, rules.allSatisfy({ $0.allow(thing, lists) }),
      !shut.contains(where: { $0.closing.close(thing, lists) })
    else { throw no(.notVisitable) }
    if let part = thing.site, part.path != nil, !lists.book.seesParts, !all.contains(where: { $0.name(part) }) {
      throw no(.unseen)
    }
    let most = rules.map { $0.minutes }.min() ?? 0
    if let wish = ask.minutes, wish > most { throw no(.minutes(atMost: most)) }
    if focus.visitsTaken >= rules.map({ $0.perSession }).min() ?? 0 { throw no(.perSession) }
    let days = visitDays(at: now)
    let perDay = Lapse.minutes(Int64(rules.map { $0.minutesPerDay }.min() ?? 0))
    let room = visitRoom(perDay, days, at: now.tick)
    let wish = ask.minutes.map { Lapse.minutes(Int64($0)) }
    guard room > .zero, wish ?? .zero <= room else {
      let helps = perDay > .zero && wish ?? .zero <= perDay
      throw no(.perDay(left: max(.zero, room)), opens: helps ? days.ends : nil)
    }
    var length = min(wish ?? .minutes(Int64(most)), room)
    if let plannedEnd = focus.plannedEnd { length = min(length, plannedEnd - now.tick) }
    return VisitOutlook(thing: thing, layers: layers, length: length, days: days)
  }

  /// How long a visit that begins now could be; across midnight each day pays its own minutes.
  private func visitRoom(_ perDay: Lapse, _ days: VisitDays, at tick: Tick) -> Lapse {
    let left = max(.zero, perDay - ledger.visits.spent(at: tick))
    let untilMidnight = days.ends - tick
    return left < untilMidnight ? left : untilMidnight + perDay
  }

  /// What the words name among what is blocked now: a list, an app or a site; `nil` for nothing.
  private func thing(_ what: String, in all: [Blocks], _ lists: VisitLists) -> VisitThing? {
    func isClosed(_ thing: VisitThing, in blocks: [Blocks]) -> Bool {
      blocks.contains { $0.close(thing, lists) }
    }
    let list = VisitThing(kind: .category, name: what)
    if isClosed(list, in: all) { return list }
    let app = VisitThing(kind: .app, name: DesktopID.bare(what))
    if isClosed(app, in: all.filter { $0.mode == .block }) { return app }
    // A word without a dot is a site only where a profile names it as one.
    if let site = SiteName.ofHost(what).map({ VisitThing(kind: .site, name: $0.text) }) {
      let isPlain = !site.name.contains(".")
      if isClosed(site, in: isPlain ? all.filter { $0.mode == .block } : all) { return site }
    }
    // A part of a site: as a profile names it, or in a site or a part that is blocked.
    if let part = SiteEntry.of(what), part.path != nil, !part.isException {
      let site = VisitThing(kind: .site, name: part.name)
      if isClosed(site, in: all) { return site }
    }
    // Where only some apps are allowed every word would be one that is not.
    return isClosed(app, in: all) && lists.book.isInstalled(what) ? app : nil
  }

  /// The civil day of a visit that begins now. A day that has begun keeps its end, and the next one lasts nearly a day
  /// at least: setting the wall clock brings no minutes back early.
  func visitDays(at now: Stamp) -> VisitDays {
    let shortest = Lapse.hours(20)
    func end(after tick: Tick, notBefore earliest: Tick) -> Tick {
      var day = settings.zone.day(at: now.wall(at: tick)) + 1
      while true {
        let end = now.tick(at: settings.zone.startOfDay(day))
        if end > tick, end >= earliest { return end }
        day = day + 1
      }
    }
    let known = ledger.visits.dayEnds
    let ends =
      known.flatMap { $0 > now.tick ? $0 : nil }
      ?? end(after: now.tick, notBefore: known.map { $0 + shortest } ?? now.tick)
    return VisitDays(ends: ends, nextEnds: end(after: ends, notBefore: ends + shortest))
  }

  /// What a visit of something would be if it were asked for now, for who offers one.
  public func visitOffer(of what: String, at now: Stamp, _ book: any ListBook) -> VisitOffer? {
    let outlook: VisitOutlook
    do throws(Refusal) {
      outlook = try visitOutlook(VisitRequest(what: what), at: now, book)
    } catch {
      guard case .visits(let rule) = error.rule, rule == .perSession || rule.isOfDay else { return nil }
      return VisitOffer(what: what, length: .zero, left: 0, opens: error.nextAt, steps: [])
    }
    let left = visitsLeft(outlook.layers) ?? 0
    let steps = focus.map { progress(outlook, of: $0, at: now.tick) } ?? []
    return VisitOffer(what: outlook.thing.name, length: outlook.length, left: left, opens: nil, steps: steps)
  }

  func visitsLeft(_ layers: [Layer]) -> Int? {
    guard let focus else { return nil }
    return layers.compactMap { $0.policy.visiting?.perSession }.min().map { max(0, $0 - focus.visitsTaken) }
  }

  func progress(_ outlook: VisitOutlook, of focus: Focus, at tick: Tick) -> [GateProgress] {
    focus.gates.progress(
      .visit, outlook.layers.flatMap { $0.policy.gate.visit }, at: tick, means: means.with(keysOf: settings))
  }
}

extension VisitRule {
  fileprivate var isOfDay: Bool { if case .perDay = self { true } else { false } }
}
