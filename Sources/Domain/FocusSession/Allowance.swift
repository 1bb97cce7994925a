public import Allowance
public import Gates
public import Guarding
internal import SiteRules

/// What may be used for some minutes a day without a session, and is blocked after them.
public struct DailyAllowance: Equatable, Sendable {
  /// Its name.
  public var id: AllowanceID
  /// What it is about; always what is named, never all but that.
  public var blocks: Blocks
  /// How long, and what gives more.
  public var rules: AllowanceRules
  /// For how long after the last input it is still in use: who reads or watches does not touch anything.
  public var pause: Lapse

  /// Whether it is closed in the hours in which the person usually exercises, until they move.
  public var waitsForExercise: Bool
  /// What of the blocks never counts and is never shut: sites with all their subdomains, and apps.
  public var except: [String]

  /// The longest pause that may be asked for.
  public static let longestPause = Lapse.minutes(15)

  /// An allowance.
  public init(
    id: AllowanceID, blocks: Blocks, rules: AllowanceRules, pause: Lapse = Surroundings.pause,
    waitsForExercise: Bool = false, except: [String] = []
  ) {
    self.id = id
    self.blocks = blocks
    self.rules = rules
    self.pause = pause
    self.waitsForExercise = waitsForExercise
    self.except = except
  }

  /// Its name as the person wrote it.
  public var name: String { id.text }

  /// What is closed once it is used up.
  public var closing: Blocks {
    var closing = blocks
    closing.except = except
    return closing
  }

  /// The same with the exceptions that have applied since its present day began.
  func on(_ day: AllowanceDay?) -> DailyAllowance {
    var allowance = self
    if let terms = day?.terms { allowance.except = terms.except }
    return allowance
  }

  /// Whether what is in front uses it: an app, or a site with all its subdomains except those that are excepted.
  public func covers(_ front: Front) -> Bool {
    let names = front.app.map { bare($0) }
    if except.contains(where: { names.contains(bare($0)) || isBelow($0, front.site) }) { return false }
    if blocks.apps.contains(where: { names.contains(bare($0)) }) { return true }
    if let site = front.site, let isNamed = nearest(site) { return isNamed }
    return front.categories.contains { blocks.categories.contains($0) }
  }

  /// What is excepted though nothing of it is closed anyway.
  public func exceptedInVain(_ book: any ListBook, _ changes: [Category]) -> [String] {
    let lists = VisitLists(book: book, changes: changes)
    return except.filter { entry in
      let site = SiteName.ofHost(entry)
      return !blocks.close(VisitThing(kind: .app, name: entry), lists)
        && !(site.map { blocks.close(VisitThing(kind: .site, name: $0.text), lists) } ?? false)
        && !blocks.sites.contains { named in site.map { SiteName.ofHost(named)?.isAtOrBelow($0) ?? false } ?? false }
    }
  }

  private func isBelow(_ entry: String, _ site: String?) -> Bool {
    guard let site else { return false }
    let (host, above) = (lowered(site), lowered(entry))
    guard host.count >= above.count, host.suffix(above.count).elementsEqual(above) else { return false }
    return host.count == above.count || host[host.count - above.count - 1] == UInt8(ascii: ".")
  }

  /// What the nearest named domain says; `nil` where none is named.
  private func nearest(_ site: String) -> Bool? {
    var rest = lowered(site)[...]
    while !rest.isEmpty {
      for entry in blocks.sites {
        let name = lowered(isException(entry) ? String(entry.dropFirst()) : entry)
        if name[...] == rest { return !isException(entry) }
      }
      guard let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return nil }
      rest = rest[(dot + 1)...]
    }
    return nil
  }

  private func lowered(_ text: String) -> [UInt8] { text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }

  private func bare(_ app: String) -> [UInt8] {
    let (octets, ending) = (Array(app.utf8), Array(".desktop".utf8))
    return octets.count > ending.count && octets.suffix(ending.count).elementsEqual(ending)
      ? Array(octets.dropLast(ending.count)) : octets
  }
}

extension Settings {
  /// The allowance of that name.
  public func allowance(_ id: AllowanceID) -> DailyAllowance? { allowances.first { $0.id == id } }

  func looseningOfAllowances(of earlier: Settings, shut: [AllowanceID]) -> LockedSetting? {
    // A repetition earns by its share of the challenge.
    if !shut.isEmpty, coach.challenge != earlier.coach.challenge { return .challenge }
    for id in shut {
      guard let before = earlier.allowance(id) else { continue }
      guard let after = allowance(id), after.rules.isNoLooser(than: before.rules),
        after.blocks.holdsAll(of: before.blocks), after.pause >= before.pause,
        after.waitsForExercise || !before.waitsForExercise, Set(after.except).isSubset(of: before.except)
      else { return .allowance(id) }
      for name in before.blocks.categories {
        let category = CategoryID(name)
        guard self.category(category).holdsAll(of: earlier.category(category), in: .block) else {
          return .category(category)
        }
      }
    }
    return nil
  }
}

/// An allowance as it is now.
public struct AllowanceNow: Equatable, Sendable {
  /// Where it is.
  public enum State: String, Sendable {
    /// There is enough left.
    case open
    /// Little is left.
    case warned
    /// Nothing is left, and it is blocked.
    case shut
  }

  /// Which.
  public var id: AllowanceID
  /// The minutes of this day; `nil` where it has no limit of its own.
  public var minutes: Int?
  /// How long it was used today.
  public var used: Lapse
  /// What is left today, of the day and of the week; `nil` where nothing limits it.
  public var left: Lapse?
  /// The minutes that were earned today.
  public var earned: Int
  /// What is left of the week; `nil` where it is not limited.
  public var weekLeft: Lapse?
  /// What was carried over from the days before.
  public var rolledOver: Lapse = .zero
  /// From when on the settings hold, where they give more than this day has.
  public var from: Timestamp?
  /// Until when it waits for movement, whatever is left; `nil` where it does not.
  public var waitsUntil: Timestamp?
  /// Where it is.
  public var state: State
  /// When the day ends, and a new one begins with nothing used; `nil` where nothing was used today.
  public var ends: Timestamp?
  /// When it opens by itself, where it is blocked: the next day that has something left; `nil` where none has.
  public var opens: Timestamp?
  /// What opens it, where it is blocked.
  public var offers: [LiftOffer] = []
  /// The conditions that somebody asked for, with the steps that are before them.
  public var claims: [Claim] = []
  /// The conditions that were granted and whose wait still runs.
  public var grants: [Grant] = []

  /// Its name as the person wrote it.
  public var name: String { id.text }

  /// A condition that was asked for, and waits for its steps.
  public struct Claim: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// How far each step is.
    public var steps: [GateProgress]
  }

  /// A condition that lifts the limit by itself once its wait is over.
  public struct Grant: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// How long its wait still lasts.
    public var left: Lapse
  }
}

extension SessionMachine {
  var shutAllowances: [DailyAllowance] {
    settings.allowances.filter { ledger.movement.day(of: $0.id)?.isShut == true || isHeld($0) }.map {
      $0.on(ledger.movement.day(of: $0.id))
    }
  }

  func allowancesNow(at now: Stamp) -> [AllowanceNow] {
    settings.allowances.map { allowance in
      let rules = allowance.rules
      let known = ledger.movement.day(of: allowance.id).flatMap { $0.ends > now.tick ? $0 : nil }
      let day = known ?? beginning(of: allowance, at: now)
      let left = day.left(rules, at: now.tick)
      // Minutes that were earned since the notice, or a shorter notice: then there is enough again.
      let isLittle = day.isWarned && left.map { $0 <= day.warnedAt(rules) } ?? false
      let isWider = day.terms(rules).isLess(than: rules, on: day.day.weekday, except: allowance.except)
      return AllowanceNow(
        id: allowance.id, minutes: day.terms(rules).minutes, used: day.used(at: now.tick), left: left,
        earned: day.earned, weekLeft: day.leftOfWeek(rules, at: now.tick), rolledOver: day.terms?.carried ?? .zero,
        from: known != nil && isWider ? now.wall(at: day.ends).atMinute : nil,
        waitsUntil: isHeld(allowance) ? ledger.movement.window.map { now.wall(at: $0.ends).atMinute } : nil,
        state: day.isShut || isHeld(allowance) ? .shut : isLittle ? .warned : .open,
        ends: known.map { now.wall(at: $0.ends).atMinute },
        opens: day.isShut ? opens(allowance, after: day, from: now).map { now.wall(at: $0).atMinute } : nil,
        offers: offers(on: allowance, at: now),
        claims: claims(on: allowance, at: now.tick), grants: grants(on: allowance, at: now.tick))
    }
  }

  /// The day of an allowance that would begin now, by itself or with a first use.
  func beginning(of allowance: DailyAllowance, at now: Stamp) -> AllowanceDay {
    let last = ledger.movement.lastDay(of: allowance.id)
    return allowance.rules.beginning(
      of: allowance.id, at: now, after: last, follows: false, in: settings.zone, except: allowance.except)
  }

  func next(of allowance: DailyAllowance, after day: AllowanceDay, at stamp: Stamp) -> AllowanceDay {
    allowance.rules.beginning(
      of: allowance.id, at: stamp, after: day, follows: true, in: settings.zone, except: allowance.except)
  }

  /// When a blocked allowance opens by itself; used-up weeks and days of no minutes may delay it.
  func opens(_ allowance: DailyAllowance, after day: AllowanceDay, from now: Stamp) -> Tick? {
    var day = day
    for _ in 0..<15 {
      let ends = day.ends
      day = next(of: allowance, after: day, at: now.stamp(at: ends))
      if !day.isUsedUp(allowance.rules, at: ends) { return ends }
    }
    return nil
  }

  func firstOpens(from now: Stamp) -> Tick? {
    shutAllowances.compactMap { allowance in
      ledger.movement.day(of: allowance.id).flatMap { opens(allowance, after: $0, from: now) }
    }.min()
  }
}

extension Timestamp {
  /// The nearest whole minute: days begin at one, and two clocks differ by a little.
  fileprivate var atMinute: Timestamp { Timestamp(milliseconds: (milliseconds + 30_000) / 60_000 * 60_000) }
}
