public import Allowance
public import Gates
public import Guarding

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

  /// The longest pause that may be asked for.
  public static let longestPause = Lapse.minutes(15)

  /// An allowance.
  public init(
    id: AllowanceID, blocks: Blocks, rules: AllowanceRules, pause: Lapse = Surroundings.pause,
    waitsForExercise: Bool = false
  ) {
    self.id = id
    self.blocks = blocks
    self.rules = rules
    self.pause = pause
    self.waitsForExercise = waitsForExercise
  }

  /// Its name as the person wrote it.
  public var name: String { id.text }

  /// Whether what is in front uses it: an app, or a site with all its subdomains except those that are excepted.
  public func covers(_ front: Front) -> Bool {
    let names = front.app.map { bare($0) }
    if blocks.apps.contains(where: { names.contains(bare($0)) }) { return true }
    if let site = front.site, let isNamed = nearest(site) { return isNamed }
    return front.categories.contains { blocks.categories.contains($0) }
  }

  /// What the nearest domain that is named says; `nil` where none is.
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

  /// What these settings would loosen of an allowance that is blocked, if anything.
  func looseningOfAllowances(of earlier: Settings, shut: [AllowanceID]) -> LockedSetting? {
    // A repetition earns by its share of the challenge.
    if !shut.isEmpty, coach.challenge != earlier.coach.challenge { return .challenge }
    for id in shut {
      guard let before = earlier.allowance(id) else { continue }
      guard let after = allowance(id), after.rules.isNoLooser(than: before.rules),
        after.blocks.holdsAll(of: before.blocks), after.pause >= before.pause,
        after.waitsForExercise || !before.waitsForExercise
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
  public enum State: Equatable, Sendable {
    /// There is enough left.
    case open
    /// Little is left.
    case warned
    /// Nothing is left, and it is blocked.
    case shut
  }

  /// Which.
  public var id: AllowanceID
  /// The minutes of each day.
  public var minutes: Int
  /// How long it was used today.
  public var used: Lapse
  /// What is left today.
  public var left: Lapse
  /// The minutes that were earned today.
  public var earned: Int
  /// Until when it waits for movement, whatever is left; `nil` where it does not.
  public var waitsUntil: Timestamp?
  /// Where it is.
  public var state: State
  /// When the day ends, and a new one begins with nothing used; `nil` where nothing was used today.
  public var ends: Timestamp?
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
  /// The allowances that are blocked now.
  var shutAllowances: [DailyAllowance] {
    settings.allowances.filter { ledger.movement.day(of: $0.id)?.isShut == true || isHeld($0) }
  }

  /// All allowances as they are at that stamp.
  func allowancesNow(at now: Stamp) -> [AllowanceNow] {
    settings.allowances.map { allowance in
      let day = ledger.movement.day(of: allowance.id).flatMap { $0.ends > now.tick ? $0 : nil }
      let left = day?.left(allowance.rules, at: now.tick) ?? .minutes(Int64(allowance.rules.minutes))
      // Minutes that were added since the notice, or a shorter notice: then there is enough again.
      let isLittle = day?.isWarned == true && left <= allowance.rules.warnedAt
      return AllowanceNow(
        id: allowance.id, minutes: allowance.rules.minutes, used: day?.used(at: now.tick) ?? .zero, left: left,
        earned: day?.earned ?? 0,
        waitsUntil: isHeld(allowance) ? ledger.movement.window.map { now.wall(at: $0.ends).atMinute } : nil,
        state: day?.isShut == true || isHeld(allowance) ? .shut : isLittle ? .warned : .open,
        ends: day.map { now.wall(at: $0.ends).atMinute }, offers: offers(on: allowance, at: now),
        claims: claims(on: allowance, at: now.tick), grants: grants(on: allowance, at: now.tick))
    }
  }
}

extension Timestamp {
  /// The nearest whole minute: days begin at one, and two clocks differ by a little.
  fileprivate var atMinute: Timestamp { Timestamp(milliseconds: (milliseconds + 30_000) / 60_000 * 60_000) }
}
