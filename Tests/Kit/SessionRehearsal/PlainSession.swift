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
  /// Every counter that each card ever showed.
  var shown: [CardUID: [UInt32]] = [:]
  var leftAt: [CardUID: Int] = [:]
  var journal: [String] = []

  init(settings: Settings, second: Int) {
    self.settings = settings
    self.second = second
  }

  var wall: Int { second + offset }
  var own: ProfileID { layers[0].profile }
  var policy: Policy { settings.profile(own)!.policy }

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

  mutating func look(wakes: Int?) {
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

  struct Occurrence {
    var name: String
    var profile: ProfileID
    var schedule: ScheduleID
    var start: Int
    var end: Int
  }

  func occurrences(from: Int, to: Int) -> [Occurrence] {
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

  mutating func begin(wakes: Int?, onlyOwn: Bool) {
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
        if plannedEnd.map({ until > $0 }) ?? true {
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

  mutating func open(
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

  mutating func finish(_ why: String) {
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

  mutating func answer(_ word: String) {
    questionOpens = nil
    questionTarget = nil
    journal.append("answer \(word)")
  }

  mutating func endBreak(_ why: String) {
    pauses[pauses.count - 1].ended = second
    breakEnds = nil
    journal.append("break \(why)")
  }

  var focused: Int {
    let passed = second - beganAt
    return passed - pauses.filter { $0.session == sessions }.reduce(0) { $0 + (($1.ended ?? second) - $1.began) }
  }

  mutating func renewPeriods() {
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

  enum Outcome {
    case yes
    case nothing
    case no(Rule)
    case noBreak([BreakRule])
  }
}
