public import Guarding

/// What the guard of a session found, as far as it is kept: enough to go on from after a crash.
public struct Guarded: Equatable, Sendable {
  /// The episode that is open.
  public var episode: Episode?
  /// What the person said about the alarm.
  public var quiet = Quiet()
  /// What the person called work in this session, beyond the profile's list.
  public var excused: [Front] = []
  /// The last attempts on blocked things, as long as later ones may count together with them.
  public var tempted: Temptation?

  /// Nothing was found.
  public init() {}
}

/// The night that is recorded, and the last one that was.
public struct NightLedger: Equatable, Sendable {
  /// One use of the computer at night.
  public struct Use: Equatable, Sendable {
    /// When it began.
    public var began: Tick
    /// When it ended; `nil` while it lasts.
    public var ended: Tick?

    /// A use.
    public init(began: Tick, ended: Tick? = nil) {
      self.began = began
      self.ended = ended
    }
  }

  /// The day of the night in which the computer was used.
  public var day: CivilDay?
  /// The uses of that night.
  public var uses: [Use] = []
  /// When the person last said good night.
  public var bed: Tick?
  /// The day of the last night of which there is a report.
  public var reported: CivilDay?
  /// Whether input was watched when that was last known.
  public var isWatched = false

  /// The last report, what became of it, and when the night was over.
  public var morning: Morning?

  /// A night that is over, and what the person was told and said of it.
  public struct Morning: Equatable, Sendable {
    /// Its figures.
    public var report: NightReport
    /// When it was over.
    public var woke: Tick
    /// Whether the person was shown the report.
    public var isGreeted = false
    /// How their eyes feel, once they said so.
    public var eyes: EyeFeeling?

    /// A night that was over then.
    public init(_ report: NightReport, woke: Tick) {
      self.report = report
      self.woke = woke
    }
  }

  /// No night yet.
  public init() {}

  func report(of day: CivilDay) -> NightReport {
    var report = NightReport(day: day, used: .zero, times: 0, longest: .zero, isNoticed: isWatched)
    guard self.day == day else { return report }
    for use in uses {
      guard let ended = use.ended else { continue }
      report.isNoticed = true
      report.times += 1
      report.used = report.used + (ended - use.began)
      report.longest = max(report.longest, ended - use.began)
    }
    return report
  }
}

struct NightWatch: Equatable, Sendable {
  var night: Night?
  var watch = Watch(rules: Bedtime.rules)
}

extension SessionMachine {
  mutating func apply(_ found: GuardFact, at tick: Tick) {
    switch found {
    case .strayed(let began, let cause):
      changeFocus { $0.guarded.episode = Episode(began: began, .init(cause, at: tick)) }
    case .strayJoined(let cause): changeFocus { $0.guarded.episode?.add(.init(cause, at: tick)) }
    case .alarmRang(let count): changeFocus { $0.guarded.episode?.rings = count }
    case .strayEnded(let stray):
      changeFocus { focus in
        focus.guarded.episode = nil
        if let front = stray.excused { focus.guarded.excused.append(front) }
      }
      lastStray =
        stray.why == .excused
        ? nil
        : .init(began: stray.began, ended: stray.ended, isReturn: stray.why == .returned)
    case .strayExcused(let began): if lastStray?.began == began { lastStray = nil }
    case .alarmSnoozed(let until):
      changeFocus { focus in
        focus.guarded.quiet.snoozes += 1
        focus.guarded.quiet.snoozedUntil = until
      }
    case .alarmHushed: changeFocus { $0.guarded.quiet.isHushed = true }
    case .awake(let began, let day):
      if ledger.nights.day != day { ledger.nights.uses = [] }
      ledger.nights.day = day
      ledger.nights.uses.append(.init(began: began))
    case .awakeEnded(_, let at):
      guard let last = ledger.nights.uses.indices.last else { return }
      ledger.nights.uses[last].ended = at
    case .inputWatched(let isWatched): ledger.nights.isWatched = isWatched
    case .nightReported(let report):
      ledger.nights.reported = report.day
      ledger.nights.morning = .init(report, woke: tick)
      ledger.nights.day = nil
      ledger.nights.uses = []
    case .greeted: ledger.nights.morning?.isGreeted = true
    case .felt(let eyes, let day):
      if ledger.nights.morning?.report.day == day { ledger.nights.morning?.eyes = eyes }
    case .goodNight: ledger.nights.bed = tick
    case .up: break
    }
  }

  var work: Work {
    let focus: Focus
    switch state {
    case .idle: return Work()
    case .focusing(let current), .visiting(let current, _), .onBreak(let current, _): focus = current
    }
    let policy = focus.own.policy
    let task = focus.work
    var work = Work(
      apps: policy.apps + (task?.apps ?? []),
      sites: (policy.blocks.mode == .allow ? policy.blocks.sites : []) + (task?.sites ?? []))
    for front in focus.guarded.excused { work = work.excusing(front) }
    return work
  }

  /// The card that began the session; `nil` where none did, or where it is not watched.
  var sessionCard: CardUID? {
    guard watchesCard, case .focusing(let focus) = state, case .card(_, let uid, _) = focus.trigger else { return nil }
    return uid
  }

  /// Whether the session's card has to stay on its reader.
  var watchesCard: Bool {
    switch state {
    case .idle: false
    case .focusing(let focus), .visiting(let focus, _), .onBreak(let focus, _): focus.own.policy.presence
    }
  }

  /// Whether it is between bedtime and wake time, and nobody is up yet.
  public var isNight: Bool { nightWatch.night != nil }

  /// Whether it is night and something watches for input.
  public var isNightWatched: Bool { isNight && surroundings.isInputWatched }

  /// Whether the computer is in use at night.
  public var isUsedAtNight: Bool { nightWatch.watch.episode != nil }

  /// The next night that is not over at that time and was not reported.
  func upcomingNight(from wall: Timestamp) -> Night? {
    settings.bedtime?.nextNight(from: wall, after: ledger.nights.reported, in: settings.zone)
  }
}
