internal import Allowance
package import FocusSession
internal import Gates
internal import Guarding
package import JSONText
internal import Learning
internal import Pledge

/// Why a kept fact cannot be read.
package enum FactError: Error, Equatable, Sendable {
  case notJSON(JSONError)
  case notAFact(JSONShapeError)
  /// A later version of the program wrote it.
  case fromTheFuture(version: Int64)
}

extension Fact {
  /// Reads a fact as ``json`` wrote it, in this version of the program or any before.
  package init(octets: [UInt8]) throws(FactError) {
    let document: JSONDocument
    do { document = try JSONDocument(octets) } catch { throw .notJSON(error) }
    try self.init(JSONItem(document.root))
  }

  /// Reads a fact from a value.
  package init(_ item: JSONItem) throws(FactError) {
    let version: Int64
    do {
      version = try JSONItem(item.node["v"] ?? item.node, at: item.pointer.appending("v")).integer(in: 1...Int64.max)
    } catch {
      throw .notAFact(error)
    }
    guard version <= Self.formatVersion else { throw .fromTheFuture(version: version) }
    do { self = try Self.read(item) } catch { throw .notAFact(error) }
  }

  private static let names = ["v", "fact", "at", "steady", "boot", "tick"]

  private static func read(_ item: JSONItem) throws(JSONShapeError) -> Fact {
    let name = try JSONItem(item.node["fact"] ?? item.node, at: item.pointer.appending("fact")).string()
    guard let known = knownNames[name] else {
      throw JSONItem(item.node, at: item.pointer.appending("fact")).refusal("unknown fact: \(name)")
    }
    let members = try item.members(among: known)
    let stamp = Stamp(
      moment: Moment(
        wall: Timestamp(milliseconds: try members.required("at").integer()),
        steady: try members.required("steady").integer(), boot: BootID(try members.required("boot").string())),
      tick: try members.required("tick").tick())
    return Fact(stamp: stamp, body: try body(name, members))
  }

  /// What each fact carries, with its stamp.
  private static let knownNames: [String: [String]] = {
    var known: [String: [String]] = [:]
    for (fact, members) in memberNames { known[fact] = names + members }
    return known
  }()

  /// What each fact carries beyond its stamp.
  private static let memberNames: [(fact: String, members: [String])] =
    [
      ("session-started", ["session", "own", "added", "planned_end", "task", "trigger", "occurrence", "periods"]),
      ("layer-added", ["layer", "occurrence"]), ("layer-removed", ["profile"]),
      ("blocks-added", ["profile", "blocks"]),
      ("session-extended", ["planned_end", "occurrence"]), ("question-opened", ["question"]),
      ("question-answered", ["answer", "by"]), ("break-started", ["ends", "periods", "by"]), ("break-notice", ["ends"]),
      ("break-ended", ["why"]), ("session-ended", ["session", "profile", "why", "focused"]),
      ("emergency-opened", ["due"]), ("emergency-cancelled", []), ("attempt", ["kind", "name"]),
      ("bypass", ["layer"]), ("promise-kept", ["kind", "name"]),
      ("schedule-notice", ["occurrence"]), ("schedule-skipped", ["occurrence", "why"]),
      ("start-planned", ["ask", "starts"]), ("start-unplanned", []), ("clock-jump", ["by"]),
      ("clock-trust", WallTrust.memberNames), ("clock-corrected", ["by", "why"]), ("recovered", ["down"]),
      ("key-proven", ["key", "proof"]), ("counter-shown", ["uid", "counter"]), ("recovery-code-made", ["digest"]),
      ("recovery-code-used", ["digest"]),
    ] + GuardFact.memberNames + LearnFact.memberNames + MoveFact.memberNames + PlanFact.memberNames
    + PledgeFact.memberNames + GateFact.memberNames + SyncFact.memberNames
    + VisitFact.memberNames

  private static func body(_ name: String, _ members: JSONMembers) throws(JSONShapeError) -> Body {
    switch name {
    case "session-started": return .sessionStarted(try SessionStart(members))
    case "layer-added":
      return .layerAdded(try Layer(try members.required("layer")), try members["occurrence"].occurrence())
    case "layer-removed": return .layerRemoved(try members.profile())
    case "blocks-added": return .blocksAdded(try members.profile(), try Blocks(whole: try members.required("blocks")))
    case "session-extended":
      return .sessionExtended(
        plannedEnd: try members["planned_end"]?.tick(), try members["occurrence"].occurrence())
    case "question-opened": return .questionOpened(try Question(try members.required("question")))
    case "question-answered":
      var by: Trigger?
      if let item = members["by"] { by = try Trigger(json: item) }
      return .questionAnswered(try members.required("answer").choice(), by: by)
    case "break-started":
      return .breakStarted(
        ends: try members.required("ends").tick(), try BudgetPeriods(try members.required("periods")),
        by: try Trigger(json: try members.required("by")))
    case "break-notice": return .breakNoticed(ends: try members.required("ends").tick())
    case "break-ended": return .breakEnded(try members.required("why").choice())
    case "session-ended":
      return .sessionEnded(
        SessionEnding(
          id: SessionID(try members.required("session").string()), profile: try members.profile(),
          why: try members.required("why").choice(), focused: try members.required("focused").milliseconds()))
    case "emergency-opened": return .emergencyOpened(due: try members.required("due").tick())
    case "emergency-cancelled": return .emergencyCancelled
    case "attempt": return .attempted(try Attempt(members))
    case "bypass": return .bypassed(layer: try members.required("layer").string())
    case "promise-kept":
      guard members["kind"] != nil else { return .promiseKept(nil) }
      return .promiseKept(try Attempt(members))
    case "schedule-notice": return .scheduleNoticed(try Occurrence(try members.required("occurrence")))
    case "schedule-skipped":
      return .scheduleSkipped(
        try Occurrence(try members.required("occurrence")), try members.required("why").choice())
    case "start-planned":
      return .startPlanned(
        PlannedStart(
          ask: try StartRequest(try members.required("ask")), at: try members.required("starts").tick()))
    case "start-unplanned": return .startUnplanned
    case "clock-jump": return .clockJumped(by: try members.required("by").milliseconds())
    case "clock-trust": return .clockTrusted(try WallTrust(members))
    case "clock-corrected":
      return .clockCorrected(
        by: try members.required("by").milliseconds(), try members.required("why").choice())
    case "recovered": return .serviceStarted(down: try members["down"]?.milliseconds())
    case "key-proven":
      return .keyProven(KeyID(try members.required("key").string()), try members.required("proof").choice())
    case "counter-shown":
      return .counterShown(CardUID(try members.required("uid").octets()), try members.required("counter").counter())
    case "recovery-code-made": return .recoveryCodeMade(try members.required("digest").octets())
    case "recovery-code-used": return .recoveryCodeUsed(try members.required("digest").octets())
    default: return try ofAnotherRoom(name, members)
    }
  }

  /// The fact of that name that another room finds.
  private static func ofAnotherRoom(_ name: String, _ members: JSONMembers) throws(JSONShapeError) -> Body {
    if let found = try GuardFact(name, members) { return .guard(found) }
    if let moved = try MoveFact(name, members) { return .move(moved) }
    if let happened = try GateFact(name, members) { return .gate(happened) }
    if let learned = try LearnFact(name, members) { return .learn(learned) }
    if let planned = try PlanFact(name, members) { return .plan(planned) }
    if let pledged = try PledgeFact(name, members) { return .pledge(pledged) }
    if let happened = try VisitFact(name, members) { return .visit(happened) }
    if let found = try SyncFact(name, members) { return .sync(found) }
    throw members.item.refusal("unknown fact: \(name)")
  }
}

extension WallTrust {
  static let memberNames = ["trust", "wall", "since", "measure"]

  init(_ members: JSONMembers) throws(JSONShapeError) {
    switch try members.required("trust").word(among: ["synchronized", "hardware", "set", "waiting"]) {
    case "synchronized": self = .synchronized
    case "hardware": self = .hardware
    case "set": self = .set
    default:
      self = .waiting(
        ClockAnchor(
          wall: Timestamp(milliseconds: try members.required("wall").integer()),
          tick: try members.required("since").tick(), measure: try members.required("measure").choice()))
    }
  }
}

extension Attempt {
  fileprivate init(_ members: JSONMembers) throws(JSONShapeError) {
    self.init(kind: try members.required("kind").choice(), name: try members.required("name").string())
  }
}

extension SessionStart {
  init(_ members: JSONMembers) throws(JSONShapeError) {
    self.init(
      id: SessionID(try members.required("session").string()), own: try Layer(try members.required("own")),
      trigger: try Trigger(json: try members.required("trigger")),
      periods: try BudgetPeriods(try members.required("periods")))
    for item in try members["added"]?.array() ?? [] { added.append(try Layer(item)) }
    plannedEnd = try members["planned_end"]?.tick()
    task = try members["task"]?.string()
    occurrence = try members["occurrence"].occurrence()
  }
}

extension Layer {
  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("policy", "began", "until", "trigger")
    self.init(
      policy: try Policy(try members.required("policy").members(among: Policy.memberNames)),
      began: try members.required("began").tick(), until: try members["until"]?.tick(),
      trigger: try Trigger(json: try members.required("trigger")))
  }
}

extension Question {
  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("switch_to", "ask", "opens", "closes", "asked", "again")
    var kind = Kind.end
    if let target = members["switch_to"] {
      kind = .switchTo(try StartRequest(try members.required("ask")), ProfileID(try target.string()))
    }
    self.init(
      kind: kind, opens: try members.required("opens").tick(), closes: try members.required("closes").tick(),
      asked: try Trigger(json: try members.required("asked")), isAgain: try members["again"]?.bool() ?? false)
  }
}

extension StartRequest {
  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("profile", "minutes", "task", "work", "in_minutes")
    self.init()
    if let item = members["profile"] { profile = ProfileID(try item.string()) }
    if let item = members["minutes"] { minutes = Int(try item.integer(in: 1...Int64(Int32.max))) }
    task = try members["task"]?.string()
    if let item = members["work"] { work = try SessionTask(try item.members(among: SessionTask.memberNames)) }
    if let item = members["in_minutes"] { inMinutes = Int(try item.integer(in: 1...Int64(Int32.max))) }
  }
}

extension Occurrence {
  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("profile", "schedule", "day", "start", "end")
    self.init(
      profile: try members.profile(), schedule: ScheduleID(try members.required("schedule").string()),
      day: try members.required("day").day(),
      start: Timestamp(milliseconds: try members.required("start").integer()),
      end: Timestamp(milliseconds: try members.required("end").integer()))
  }
}

extension BudgetPeriods {
  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("day", "week")
    self.init(dayEnds: try members.required("day").tick(), weekEnds: try members.required("week").tick())
  }
}

extension JSONMembers {
  func profile() throws(JSONShapeError) -> ProfileID { ProfileID(try required("profile").string()) }
}

extension JSONItem {
  func tick() throws(JSONShapeError) -> Tick { Tick(milliseconds: try integer()) }

  /// A card's counter: NFC counters have 24 bits.
  func counter() throws(JSONShapeError) -> UInt32 { UInt32(truncatingIfNeeded: try integer(in: 0...Int64(UInt32.max))) }

  func milliseconds() throws(JSONShapeError) -> Lapse { Lapse(milliseconds: try integer()) }
}

extension JSONItem? {
  fileprivate func occurrence() throws(JSONShapeError) -> Occurrence? {
    guard let self else { return nil }
    return try Occurrence(self)
  }
}
