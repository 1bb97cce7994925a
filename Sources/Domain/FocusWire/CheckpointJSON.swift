internal import Allowance
package import FocusSession
package import JSONText
internal import Octets
internal import Pledge

extension Checkpoint {
  /// The checkpoint as it is kept beside the facts. It can be made again from them at any time, so only one version is
  /// read.
  package var json: JSONValue {
    .members([
      "v": .integer(Fact.formatVersion), "wall": .integer(last.moment.wall.milliseconds),
      "steady": .integer(last.moment.steady), "boot": .string(last.moment.boot.text),
      "tick": .integer(last.tick.milliseconds), "ledger": ledger.json,
      "last_stray": lastStray.map {
        [
          "began": .integer($0.began.milliseconds), "ended": .integer($0.ended.milliseconds),
          "return": .bool($0.isReturn),
        ]
      },
    ])
  }

  /// Reads a checkpoint; `nil` for one that this program did not write, which is then made again.
  package init?(octets: [UInt8]) {
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(octets) } catch { return nil }
    do throws(JSONShapeError) { try self.init(JSONItem(document.root)) } catch { return nil }
  }

  private init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("v", "wall", "steady", "boot", "tick", "ledger", "last_stray")
    _ = try members.required("v").integer(in: Fact.formatVersion...Fact.formatVersion)
    let moment = Moment(
      wall: Timestamp(milliseconds: try members.required("wall").integer()),
      steady: try members.required("steady").integer(), boot: BootID(try members.required("boot").string()))
    self.init(
      ledger: try Ledger(try members.required("ledger")),
      last: Stamp(moment: moment, tick: try members.required("tick").tick()))
    if let item = members["last_stray"] {
      let stray = try item.members("began", "ended", "return")
      lastStray = LastStray(
        began: try stray.required("began").tick(), ended: try stray.required("ended").tick(),
        isReturn: try stray.required("return").bool())
    }
  }
}

extension Ledger {
  var json: JSONValue {
    .members([
      "last_profile": lastProfile.map { .string($0.text) },
      "spendings": .array(spendings.map { $0.json }),
      "periods": periods.map { $0.json },
      "exits": .array(exits.map { .integer($0.milliseconds) }),
      "proven": .array(provenKeys.map { ["key": .string($0.key.text), "proof": .string($0.proof.word)] }),
      "counters": .array(counters.map { $0.json }),
      "codes": JSONValue(recoveryCodes.map { HexText.text(of: $0) }),
      "settled": .array(settled.map { $0.json }), "noticed": .array(noticed.map { $0.json }),
      "planned": plannedStart.map { ["ask": $0.ask.json, "starts": .integer($0.at.milliseconds)] },
      "wall_trust": wallTrust == .synchronized ? nil : wallTrust.json,
      "nights": nights == NightLedger() ? nil : nights.json,
      "movement": movement == MovementLedger() ? nil : movement.json,
      "pledges": pledges == PledgeLedger() ? nil : pledges.json,
      "visits": visits == VisitSpending() ? nil : visits.json,
      "devices": devices == DeviceLedger() ? nil : devices.json,
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members(
      "last_profile", "spendings", "periods", "exits", "proven", "counters", "codes", "settled", "noticed", "planned",
      "wall_trust", "nights", "movement", "pledges", "visits", "devices")
    self.init()
    if let item = members["last_profile"] { lastProfile = ProfileID(try item.string()) }
    for item in try members["spendings"]?.array() ?? [] { spendings.append(try Spending(item)) }
    if let item = members["periods"] { periods = try BudgetPeriods(item) }
    for item in try members["exits"]?.array() ?? [] { exits.append(try item.tick()) }
    for item in try members["proven"]?.array() ?? [] {
      let proven = try item.members("key", "proof")
      provenKeys.append(
        .init(key: KeyID(try proven.required("key").string()), proof: try proven.required("proof").choice()))
    }
    for item in try members["counters"]?.array() ?? [] { counters.append(try CardCounter(item)) }
    for item in try members["codes"]?.array() ?? [] { recoveryCodes.append(try item.octets()) }
    for item in try members["settled"]?.array() ?? [] { settled.append(try Occurrence(item)) }
    for item in try members["noticed"]?.array() ?? [] { noticed.append(try Occurrence(item)) }
    if let item = members["wall_trust"] { wallTrust = try WallTrust(try item.members(among: WallTrust.memberNames)) }
    if let item = members["nights"] { nights = try NightLedger(item) }
    if let item = members["movement"] { movement = try MovementLedger(item) }
    if let item = members["pledges"] { pledges = try PledgeLedger(item) }
    if let item = members["visits"] { visits = try VisitSpending(item) }
    if let item = members["devices"] { devices = try DeviceLedger(item) }
    if let item = members["planned"] {
      let planned = try item.members("ask", "starts")
      plannedStart = PlannedStart(
        ask: try StartRequest(try planned.required("ask")), at: try planned.required("starts").tick())
    }
  }
}

extension NightLedger {
  var json: JSONValue {
    .members([
      "night": day.map { .string(ISO8601.text($0)) },
      "uses": .array(
        uses.map { .array([.integer($0.began.milliseconds)] + ($0.ended.map { [.integer($0.milliseconds)] } ?? [])) }),
      "bed": bed.map { .integer($0.milliseconds) }, "reported": reported.map { .string(ISO8601.text($0)) },
      "morning": morning.map { $0.stored }, "watched": isWatched ? true : nil,
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("night", "uses", "bed", "reported", "morning", "watched")
    self.init()
    day = try members["night"]?.day()
    for item in try members["uses"]?.array() ?? [] {
      let parts = try item.array()
      guard let began = parts.first else { throw item.refusal("a use has a beginning") }
      uses.append(Use(began: try began.tick(), ended: parts.count > 1 ? try parts[1].tick() : nil))
    }
    bed = try members["bed"]?.tick()
    isWatched = try members["watched"]?.bool() ?? false
    reported = try members["reported"]?.day()
    morning = try members["morning"].map { item throws(JSONShapeError) in try Morning(item) }
  }
}

extension CardCounter {
  var json: JSONValue {
    ["uid": .string(HexText.text(of: card.octets, uppercase: true)), "counter": .integer(Int64(highest))]
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("uid", "counter")
    self.init(
      card: CardUID(try members.required("uid").octets()), highest: try members.required("counter").counter())
  }
}

extension Ledger.Spending {
  var json: JSONValue {
    .members([
      "profile": .string(profile.text), "began": lastBegan.map { .integer($0.milliseconds) },
      "ended": lastEnded.map { .integer($0.milliseconds) }, "today": .integer(today.milliseconds),
      "week": .integer(thisWeek.milliseconds),
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("profile", "began", "ended", "today", "week")
    self.init(
      profile: try members.profile(), lastBegan: try members["began"]?.tick(), lastEnded: try members["ended"]?.tick(),
      today: try members.required("today").milliseconds(), thisWeek: try members.required("week").milliseconds())
  }
}

extension WallTrust {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    describe(in: &object)
    return .object(object)
  }
}
