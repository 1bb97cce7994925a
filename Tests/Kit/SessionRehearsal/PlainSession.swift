import FocusSession

/// The session written a second time, in the plainest way: one number that counts seconds, and a look at everything in
/// each of them.
///
/// It shares the vocabulary of commands and settings with the machine and nothing else: no facts, no fold, no
/// deadlines.
struct PlainSession {
  struct Layer {
    var profile: ProfileID
    var until: Int?
    var isScheduled: Bool
    var schedule: ScheduleID?
  }

  struct Pause {
    var profiles: [ProfileID]
    var session: Int
    var began: Int
    var ended: Int?
    var dayEnd: Int
    var weekEnd: Int
  }

  struct Planned {
    var ask: StartRequest
    var at: Int
  }

  let settings: Settings
  /// Seconds that truly passed; level with the wall clock at first.
  var second: Int
  /// How far the wall clock was set away from that.
  var offset = 0
  var sessions = 0
  var isActive = false
  var layers: [Layer] = []
  var beganAt = 0
  var beganWall = 0
  var plannedEnd: Int?
  var questionTarget: StartRequest?
  var questionOpens: Int?
  var questionCloses = 0
  var exitDue: Int?
  var breakEnds: Int?
  var breakLowers: [ProfileID] = []
  var pauses: [Pause] = []
  var attempts = 0
  var lastProfile: ProfileID?
  var exits: [Int] = []
  var proven: [KeyID: Proof] = [:]
  var codes: [[UInt8]] = []
  var planned: Planned?
  var settled: Set<String> = []
  var dayEnd: Int?
  var weekEnd: Int?
  var lying: [CardUID] = []
  var leftAt: [CardUID: Int] = [:]
  var journal: [String] = []

  init(settings: Settings, second: Int) {
    self.settings = settings
    self.second = second
  }

  var wall: Int { second + offset }
  var own: ProfileID { layers[0].profile }
  var policy: Policy { settings.profile(own)!.policy }

  // MARK: Time

  /// Lets seconds pass. Asleep, what falls due is made up for when it is over, and schedules that were over by then
  /// never begin.
  mutating func pass(_ count: Int, asleep: Bool = false) {
    let wakes = asleep ? second + count : nil
    for _ in 0..<count {
      second += 1
      look(wakes: wakes)
    }
  }

  mutating func setClock(by seconds: Int) {
    let before = wall
    offset += seconds
    // What the clock was set past never begins.
    for occurrence in occurrences(from: min(before, wall) - 2 * 86_400, to: wall) where occurrence.end > before {
      if occurrence.end <= wall, settled.insert(occurrence.name).inserted { journal.append("skipped") }
    }
    look(wakes: nil)
  }

  private mutating func look(wakes: Int?) {
    if let closes = questionOpens.map({ _ in questionCloses }), second >= closes { answer("timeout") }
    if let ends = breakEnds, second >= ends { endBreak("over") }
    begin(wakes: wakes, onlyOwn: true)
    for layer in layers.dropFirst() where layer.until.map({ second >= $0 }) ?? false {
      layers.removeAll { $0.profile == layer.profile }
      journal.append("layer- \(layer.profile.text)")
    }
    if let end = plannedEnd, second >= end { finish("completed") }
    if let due = exitDue, second >= due { finish("emergency") }
    begin(wakes: wakes, onlyOwn: false)
    if let planned, second >= planned.at {
      self.planned = nil
      startAsPlanned(planned.ask)
    }
  }

  private struct Occurrence {
    var name: String
    var profile: ProfileID
    var schedule: ScheduleID
    var start: Int
    var end: Int
  }

  private func occurrences(from: Int, to: Int) -> [Occurrence] {
    var found: [Occurrence] = []
    let firstDay = from / 86_400 - 1
    let lastDay = to / 86_400
    for profile in settings.profiles {
      for schedule in profile.schedules where schedule.isOn {
        guard firstDay <= lastDay else { continue }
        for day in firstDay...lastDay where schedule.days.contains(CivilDay(number: Int64(day)).weekday) {
          let start = day * 86_400 + schedule.start.minuteOfDay * 60
          found.append(
            Occurrence(
              name: "\(profile.id.text)/\(schedule.id.text)/\(day)", profile: profile.id, schedule: schedule.id,
              start: start, end: start + schedule.minutes * 60))
        }
      }
    }
    return found
  }

  private mutating func begin(wakes: Int?, onlyOwn: Bool) {
    guard settings.profiles.contains(where: { !$0.schedules.isEmpty }) else { return }
    for occurrence in occurrences(from: wall, to: wall) {
      let isOwn = isActive && occurrence.profile == own
      guard isOwn == onlyOwn, wall >= occurrence.start, wall < occurrence.end else { continue }
      guard settled.insert(occurrence.name).inserted else { continue }
      let until = second + occurrence.end - wall
      if let wakes, until <= wakes {
        journal.append("skipped")
        continue
      }
      if !isActive {
        if obstacle(occurrence.profile, hasEnd: true) != nil {
          journal.append("skipped")
          continue
        }
        open(occurrence.profile, end: until, scheduled: occurrence.schedule)
      } else if isOwn {
        if let end = plannedEnd, until > end {
          plannedEnd = until
          journal.append("extended")
        }
      } else if obstacle(occurrence.profile, hasEnd: true) != nil {
        journal.append("skipped")
      } else if let index = layers.firstIndex(where: { $0.profile == occurrence.profile }) {
        layers[index].until = max(layers[index].until ?? 0, until)
        layers[index].isScheduled = true
        layers[index].schedule = occurrence.schedule
        // A profile that is put on top again goes behind the others.
        layers.append(layers.remove(at: index))
      } else {
        layers.append(
          Layer(profile: occurrence.profile, until: until, isScheduled: true, schedule: occurrence.schedule))
        journal.append("layer+ \(occurrence.profile.text)")
      }
    }
  }

  // MARK: Beginning and ending

  private mutating func open(
    _ profile: ProfileID, end: Int?, scheduled: ScheduleID? = nil, added: [Layer] = []
  ) {
    isActive = true
    sessions += 1
    layers = [Layer(profile: profile, until: nil, isScheduled: scheduled != nil, schedule: scheduled)] + added
    beganAt = second
    beganWall = wall
    plannedEnd = end
    attempts = 0
    lastProfile = profile
    renewPeriods()
    journal.append("started \(profile.text)")
  }

  private mutating func finish(_ why: String) {
    if questionOpens != nil { answer("timeout") }
    if breakEnds != nil { endBreak("session-ended") }
    journal.append("ended \(why) \(focused)")
    if why == "emergency", exitDue != nil { exits.append(second) }
    let added = Array(layers.dropFirst())
    isActive = false
    layers = []
    plannedEnd = nil
    exitDue = nil
    guard why == "completed" || why == "confirmed" else { return }
    let lasting = added.filter { ($0.until ?? 0) > second && ($0.isScheduled || why == "completed") }
    if let next = lasting.first {
      open(next.profile, end: next.until, scheduled: next.schedule, added: Array(lasting.dropFirst()))
    }
  }

  private mutating func answer(_ word: String) {
    questionOpens = nil
    questionTarget = nil
    journal.append("answer \(word)")
  }

  private mutating func endBreak(_ why: String) {
    pauses[pauses.count - 1].ended = second
    breakEnds = nil
    journal.append("break \(why)")
  }

  var focused: Int {
    let passed = second - beganAt
    return passed - pauses.filter { $0.session == sessions }.reduce(0) { $0 + (($1.ended ?? second) - $1.began) }
  }

  private mutating func renewPeriods() {
    func next(_ known: Int?, _ length: Int, _ shift: Int, _ least: Int) -> Int {
      if let known, known > second { return known }
      // The next time at which the wall clock shows midnight (of a Monday), not too near to the last one.
      var candidate = wall + 1
      while (candidate - shift) % length != 0 || candidate - offset < (known ?? 0) + least { candidate += 1 }
      return candidate - offset
    }
    dayEnd = next(dayEnd, 86_400, 0, dayEnd == nil ? 0 : 20 * 3600)
    // 1970-01-05 was a Monday.
    weekEnd = next(weekEnd, 7 * 86_400, 4 * 86_400, weekEnd == nil ? 0 : 6 * 86_400)
  }

  func obstacle(_ profile: ProfileID, hasEnd: Bool) -> Rule? {
    let policy = settings.profile(profile)!.policy
    if policy.end == .timer && !hasEnd { return .needsPlannedEnd }
    if policy.end == .confirm || !codes.isEmpty { return nil }
    let needed = policy.end == .key ? policy.proof : .presence
    return proven.values.contains { $0 >= needed } ? nil : .unproven
  }

  // MARK: Commands

  /// Who speaks: the roles that a card has, or all.
  struct Speaker {
    var isSoft = false
    var roles = RoleSet.all
    var isKey = false
    var isCard = false
    var proof = Proof.presence
  }

  mutating func start(_ ask: StartRequest, soft: Bool) -> Outcome {
    start(ask, by: Speaker(isSoft: soft))
  }

  mutating func start(_ ask: StartRequest, by who: Speaker) -> Outcome {
    let profile = ask.profile ?? lastProfile ?? settings.profiles[0].id
    if !isActive {
      if !who.roles.contains(.start) { return .no(.mayNot(.start)) }
      guard settings.profile(profile) != nil else { return .no(.unknownProfile(profile)) }
      if let obstacle = obstacle(profile, hasEnd: ask.minutes != nil) { return .no(obstacle) }
      if let delay = ask.inMinutes, !who.isSoft {
        planned = Planned(
          ask: StartRequest(profile: profile, minutes: ask.minutes), at: second + delay * 60)
        return .yes
      }
      open(profile, end: ask.minutes.map { second + $0 * 60 })
      return .yes
    }
    if !who.roles.contains(.start) && !who.roles.contains(.stop) { return .no(.mayNot(.start)) }
    guard settings.profile(profile) != nil else { return .no(.unknownProfile(profile)) }
    if let delay = ask.inMinutes, !who.isSoft {
      if let obstacle = obstacle(profile, hasEnd: ask.minutes != nil) { return .no(obstacle) }
      planned = Planned(ask: StartRequest(profile: profile, minutes: ask.minutes), at: second + delay * 60)
      return .yes
    }
    if profile == own {
      if breakEnds != nil && questionOpens == nil { return resume() }
      if who.isSoft {
        guard let minutes = ask.minutes, let end = plannedEnd, second + minutes * 60 > end else { return .no(.soft) }
        plannedEnd = second + minutes * 60
        journal.append("extended")
        return .yes
      }
      return stop(by: who, needsRole: false)
    }
    if policy.switchTo.contains(profile), who.roles.contains(.switchProfile), !who.isSoft {
      if let obstacle = obstacle(profile, hasEnd: ask.minutes != nil) { return .no(obstacle) }
      if questionOpens != nil {
        guard questionTarget?.profile == profile else { return .no(.questionOpen) }
        return who.isCard ? secondTap(by: who, role: .switchProfile) : .nothing
      }
      var target = ask
      target.profile = profile
      question(target)
      return .yes
    }
    if !who.roles.contains(.start) { return .no(.mayNot(.start)) }
    let until = ask.minutes.map { second + $0 * 60 }
    if let index = layers.firstIndex(where: { $0.profile == profile }) {
      guard let known = layers[index].until, until == nil || until! > known else { return .nothing }
      layers[index].until = until
      layers.append(layers.remove(at: index))
      return .yes
    }
    layers.append(Layer(profile: profile, until: until, isScheduled: false, schedule: nil))
    journal.append("layer+ \(profile.text)")
    return .yes
  }

  private mutating func startAsPlanned(_ ask: StartRequest) {
    guard isActive, ask.profile == own else {
      // Without the role for a switch its blocks are added.
      _ = start(ask, by: Speaker(roles: RoleSet([.start])))
      return
    }
    guard let end = plannedEnd else { return }
    let until = ask.minutes.map { second + $0 * 60 }
    if until == nil || until! > end {
      plannedEnd = until
      journal.append("extended")
    }
  }

  private mutating func question(_ target: StartRequest?) {
    let times = policy.question
    questionTarget = target
    questionOpens = second + Int(times.wait.milliseconds / 1000)
    questionCloses = second + Int(times.closes.milliseconds / 1000)
    journal.append("question")
  }

  mutating func stop(by who: Speaker, needsRole: Bool = true) -> Outcome {
    if !isActive {
      if who.isKey, who.roles.contains(.stop) { return .nothing }
      guard planned != nil, !who.isSoft else { return .no(.notActive) }
      planned = nil
      return .yes
    }
    if who.isSoft { return .no(.soft) }
    if needsRole, !who.roles.contains(.stop) { return .no(.mayNot(.stop)) }
    if questionOpens != nil {
      if questionTarget != nil { return .no(.questionOpen) }
      return who.isCard ? secondTap(by: who, role: .stop) : .nothing
    }
    if policy.end == .timer { return .no(.endTimer) }
    question(nil)
    return .yes
  }

  private mutating func secondTap(by who: Speaker, role: Role) -> Outcome {
    if !who.roles.contains(role) { return .no(.mayNot(role)) }
    if policy.end == .key {
      if !who.isKey { return .no(.endKey) }
      if who.proof < policy.proof { return .no(.proof(needed: policy.proof)) }
    }
    if second < questionOpens! {
      question(questionTarget)
      return .no(.wait)
    }
    carryOut()
    return .yes
  }

  mutating func confirm() -> Outcome {
    if !isActive { return .no(.notActive) }
    guard let opens = questionOpens else { return .no(.noQuestion) }
    if policy.end == .key { return .no(.endKey) }
    if second < opens { return .no(.wait) }
    carryOut()
    return .yes
  }

  private mutating func carryOut() {
    guard let target = questionTarget else {
      answer("end")
      return finish("confirmed")
    }
    answer("switch")
    let kept = layers.dropFirst().filter { $0.profile != target.profile }
    finish("switched")
    open(target.profile!, end: target.minutes.map { second + $0 * 60 }, added: Array(kept))
  }

  mutating func keep() -> Outcome {
    if !isActive { return .no(.notActive) }
    if questionOpens == nil && exitDue == nil { return .no(.noQuestion) }
    if questionOpens != nil { answer("keep") }
    exitDue = nil
    return .yes
  }

  mutating func resume() -> Outcome {
    if !isActive { return .no(.notActive) }
    if breakEnds == nil { return .no(.notOnBreak) }
    endBreak("resumed")
    return .yes
  }

  mutating func extend(_ minutes: Int) -> Outcome {
    if !isActive { return .no(.notActive) }
    guard let end = plannedEnd else { return .no(.openEnded) }
    plannedEnd = end + minutes * 60
    journal.append("extended")
    return .yes
  }

  mutating func emergency(_ sentence: String?) -> Outcome {
    if !isActive { return .no(.notActive) }
    if exitDue != nil { return .no(.emergencyWaits) }
    let rules = settings.emergency
    let recent = exits.filter { second - $0 < Int(rules.period.milliseconds / 1000) }.count
    if recent >= rules.count { return .no(.emergencySpent) }
    if sentence != rules.sentence { return .no(.sentence(rules.sentence)) }
    exitDue = second + Int(rules.wait(afterExits: recent).milliseconds / 1000)
    // An exit without a wait is due at once, which the next second shows.
    return .yes
  }

  mutating func takeBreak(_ minutes: Int?, by who: Speaker) -> Outcome {
    if !isActive { return .no(.notActive) }
    if breakEnds != nil { return .no(who.isSoft ? .soft : .alreadyOnBreak) }
    if who.isSoft { return .no(.soft) }
    if !who.roles.contains(.takeBreak) { return .no(.mayNot(.takeBreak)) }
    var length = minutes.map { $0 * 60 } ?? Int.max
    var objections: [BreakRule] = []
    for layer in layers where layer.profile == own || layer.isScheduled {
      let rules = settings.profile(layer.profile)!.policy.breaks
      let usual = rules.length.map { Int($0.milliseconds / 1000) } ?? 300
      if minutes == nil { length = min(length, usual) }
    }
    // Shorter than usual is fine without a wish, down to a minute.
    let shortest = minutes.map { $0 * 60 }
    for layer in layers where layer.profile == own || layer.isScheduled {
      let rules = settings.profile(layer.profile)!.policy.breaks
      let usual = rules.length.map { Int($0.milliseconds / 1000) } ?? 300
      let need = shortest ?? min(usual, 60)
      for (rule, room) in rooms(rules, layer.profile) {
        if room < need { objections.append(rule) }
        if minutes == nil { length = min(length, room) }
      }
      objections += clashes(rules, layer.profile)
    }
    if !objections.isEmpty { return .noBreak(objections) }
    if questionOpens != nil { answer("break") }
    renewPeriods()
    breakEnds = second + length
    breakLowers = layers.map { $0.profile }
    pauses.append(
      Pause(
        profiles: breakLowers, session: sessions, began: second, ended: nil, dayEnd: dayEnd!, weekEnd: weekEnd!))
    journal.append("break")
    return .yes
  }

  /// How long a break may be by each rule that counts minutes.
  private func rooms(_ rules: BreakRules, _ profile: ProfileID) -> [(BreakRule, Int)] {
    func seconds(_ lapse: Lapse) -> Int { Int(lapse.milliseconds / 1000) }
    func spent(_ pauses: [Pause]) -> Int { pauses.reduce(0) { $0 + ($1.ended! - $1.began) } }
    let mine = pauses.filter { $0.profiles.contains(profile) }
    let inSession = pauses.filter { $0.session == sessions }
    var rooms: [(BreakRule, Int)] = []
    if let length = rules.length { rooms.append((.length, seconds(length))) }
    if let budget = rules.perSessionBudget { rooms.append((.sessionBudget, seconds(budget) - spent(inSession))) }
    if let budget = rules.dayBudget {
      rooms.append((.dayBudget, seconds(budget) - spent(mine.filter { $0.dayEnd > second })))
    }
    if let budget = rules.weekBudget {
      rooms.append((.weekBudget, seconds(budget) - spent(mine.filter { $0.weekEnd > second })))
    }
    if let earn = rules.earn {
      let earned = focused / seconds(earn.perFocused) * seconds(earn.time)
      rooms.append((.earn, earned - spent(inSession)))
    }
    return rooms
  }

  /// The rules that say "not now" or "never" whatever the length.
  private func clashes(_ rules: BreakRules, _ profile: ProfileID) -> [BreakRule] {
    func seconds(_ lapse: Lapse) -> Int { Int(lapse.milliseconds / 1000) }
    let mine = pauses.filter { $0.profiles.contains(profile) }
    let inSession = pauses.filter { $0.session == sessions }.count
    var clashes: [BreakRule] = []
    if let count = rules.perSession, inSession >= count { clashes.append(.perSession) }
    if let every = rules.every, let last = mine.last, second < last.began + seconds(every) { clashes.append(.every) }
    if let gap = rules.gap, let last = mine.last, second < last.ended! + seconds(gap) { clashes.append(.gap) }
    if let after = rules.after, inSession == 0, focused < seconds(after) { clashes.append(.after) }
    return clashes
  }

  mutating func attempt() -> Outcome {
    guard isActive, breakEnds == nil || layers.contains(where: { !breakLowers.contains($0.profile) }) else {
      return .nothing
    }
    attempts += 1
    return .yes
  }

  // MARK: Cards

  mutating func lay(_ card: CardReading) -> Outcome {
    let uid = card.uid
    if lying.contains(uid) { return .nothing }
    let others = !lying.isEmpty
    lying.append(uid)
    let away = leftAt[uid].map { second - $0 }
    leftAt[uid] = nil
    if others { return .nothing }
    if let away, away < Int(settings.awayTime.milliseconds / 1000) { return .nothing }
    guard let key = settings.keys.first(where: { $0.uid == uid }) else {
      guard case .ours(let ask) = card.link else { return card.link == .faulty ? .no(.faultyLink) : .nothing }
      return give(ask, by: Speaker(roles: Self.roles(of: ask), isCard: true, proof: card.proof))
    }
    let ask: Intent
    switch card.link {
    case .ours(let own): ask = own
    case .faulty: return .no(.faultyLink)
    case .none: ask = key.ask!
    }
    let proof = max(card.proof, .uid)
    if proof < key.proof { return .no(.proof(needed: key.proof)) }
    var isNews = false
    if key.may.contains(.stop), (proven[key.id] ?? .presence) < proof {
      proven[key.id] = proof
      isNews = !isActive && ask == .stop
    }
    let outcome = give(ask, by: Speaker(roles: key.may, isKey: true, isCard: true, proof: proof))
    if isNews, case .nothing = outcome { return .yes }
    return outcome
  }

  mutating func lift() {
    for uid in lying { leftAt[uid] = second }
    lying = []
  }

  private static func roles(of ask: Intent) -> RoleSet {
    switch ask {
    case .start: RoleSet([.start, .switchProfile])
    case .focus: .all
    case .stop: RoleSet([.stop])
    case .takeBreak: RoleSet([.takeBreak])
    case .resume, .status: .none
    }
  }

  mutating func give(_ ask: Intent, by who: Speaker) -> Outcome {
    switch ask {
    case .start(let start): return self.start(start, by: who)
    case .focus(let profile): return start(StartRequest(profile: profile), by: who)
    case .stop: return stop(by: who)
    case .takeBreak(let minutes): return takeBreak(minutes, by: who)
    case .resume: return resume()
    case .status: return .nothing
    }
  }

  enum Outcome {
    case yes
    case nothing
    case no(Rule)
    case noBreak([BreakRule])
  }
}
