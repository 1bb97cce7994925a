internal import Allowance
internal import Gates
internal import Guarding
internal import Learning
internal import Pledge

package enum FactError: Error, Equatable, Sendable {
  case notJSON(JSONError)
  case notAFact(JSONShapeError)
  /// A later version of the program wrote it.
  case fromTheFuture(version: Int64)
}

extension Fact {
  /// The version of the format that is written. Facts are for ever: every earlier version is still read.
  static let formatVersion: Int64 = 9

  /// The fact's name, which is that of the event that tells it.
  package var name: String { body.described.name }

  /// The fact as it is kept: exact, and with all that the fold needs. It carries the first version that knows facts of
  /// its kind, so that a log without newer ones stays readable for older programs.
  package var json: JSONValue {
    // Somebody waits for it to be written: the members are sorted already, as far as they are the same for all facts.
    var object = JSONObject(reserving: 12)
    object.append("at", .integer(stamp.moment.wall.milliseconds))
    object.append("boot", .string(stamp.moment.boot.text))
    body.described.keep(in: &object) { object in
      object.append("steady", .integer(stamp.moment.steady))
      object.append("tick", .integer(stamp.tick.milliseconds))
    }
    return .object(object)
  }

  /// What the event says beyond its time and its name.
  func tell(in object: inout JSONObject, _ zone: CivilZone) {
    body.described.tell(in: &object, Telling(stamp: stamp, zone: zone))
  }

  /// Reads a fact as ``json`` wrote it, in this version of the program or any before.
  package init(octets: [UInt8]) throws(FactError) {
    let document: JSONDocument
    do { document = try JSONDocument(octets) } catch { throw .notJSON(error) }
    try self.init(JSONItem(document.root))
  }

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

  private static func read(_ item: JSONItem) throws(JSONShapeError) -> Fact {
    let name = try JSONItem(item.node["fact"] ?? item.node, at: item.pointer.appending("fact")).string()
    guard let kind = Body.kinds[name] else {
      throw JSONItem(item.node, at: item.pointer.appending("fact")).refusal("unknown fact: \(name)")
    }
    let members = try item.members(among: kind.members)
    let stamp = Stamp(
      moment: Moment(
        wall: Timestamp(milliseconds: try members.required("at").integer()),
        steady: try members.required("steady").integer(), boot: BootID(try members.required("boot").string())),
      tick: try members.required("tick").tick())
    return Fact(stamp: stamp, body: try kind.read(members))
  }
}

extension Fact.Body {
  fileprivate var described: any FormedFact {
    switch self {
    case .key(let fact): fact
    case .guard(let fact): fact
    case .learn(let fact): fact
    case .move(let fact): fact
    case .plan(let fact): fact
    case .pledge(let fact): fact
    case .gate(let fact): fact
    case .sync(let fact): fact
    case .visit(let fact): fact
    case .sessionStarted, .layerAdded, .layerRemoved, .blocksAdded, .sessionExtended, .questionOpened,
      .questionAnswered, .breakStarted, .breakNoticed, .breakEnded, .sessionEnded, .emergencyOpened,
      .emergencyCancelled, .attempted, .bypassed, .promiseKept, .scheduleNoticed, .scheduleSkipped, .startPlanned,
      .startUnplanned, .clockJumped, .clockTrusted, .clockCorrected, .serviceStarted:
      self
    }
  }

  /// How one kind of fact is read from logs.
  fileprivate struct Kind: Sendable {
    let name: String
    let isTold: Bool
    let members: [String]
    let read: @Sendable (JSONMembers) throws(JSONShapeError) -> Fact.Body
  }

  private static let all: [Kind] = {
    var all: [Kind] = []
    func add<Family: FormedFact>(_ family: Family.Type, as make: @escaping @Sendable (Family) -> Fact.Body) {
      for form in family.forms {
        let members = ["v", "fact", "at", "steady", "boot", "tick"] + form.members
        all.append(
          Kind(name: form.name, isTold: form.isTold, members: members) { given throws(JSONShapeError) in
            make(try form.read(given))
          })
      }
    }
    add(Fact.Body.self) { $0 }
    add(KeyFact.self, as: Fact.Body.key)
    add(GuardFact.self, as: Fact.Body.guard)
    add(LearnFact.self, as: Fact.Body.learn)
    add(MoveFact.self, as: Fact.Body.move)
    add(PlanFact.self, as: Fact.Body.plan)
    add(PledgeFact.self, as: Fact.Body.pledge)
    add(GateFact.self, as: Fact.Body.gate)
    add(SyncFact.self, as: Fact.Body.sync)
    add(VisitFact.self, as: Fact.Body.visit)
    return all
  }()

  fileprivate static let kinds = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The names of the facts that are told to programs.
  static let toldNames = all.filter { $0.isTold }.map { $0.name }
}

/// Learning facts are described where they are defined, because they are also sent by themselves.
extension LearnFact: FormedFact {
  static let since: Int64 = 4

  static let forms: [FactForm<LearnFact>] = memberNames.map { name, members in
    FactForm(
      name, isTold: eventNames.contains(name), members: members, holds: { $0.name == name }, since: { _ in 1 },
      keep: { $0.describe(in: &$1) }, tell: { fact, object, _ in fact.describe(in: &object) },
      read: { members throws(JSONShapeError) in
        guard let fact = try LearnFact(name, members) else { throw members.item.refusal("unknown fact: \(name)") }
        return fact
      })
  }
}
