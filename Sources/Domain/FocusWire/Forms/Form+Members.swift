internal import Octets

extension Form where Value == Tick {
  /// A moment of the session clock; events say the time.
  static func moment(_ name: String, told: String? = nil) -> Form {
    tick(name).told { $1.append(told ?? "\(name)_at", $2.time($0)) }
  }

  /// A moment that events leave out.
  static func tick(_ name: String) -> Form {
    Form(
      name, write: { .integer($0.milliseconds) }, read: { item throws(JSONShapeError) in try item.tick() }
    ).untold
  }
}

extension Form where Value == Lapse {
  /// A length; events say its whole seconds under that name.
  static func lapse(_ name: String, told: String) -> Form {
    lapse(name).told { value, object, _ in object.append(told, .integer(value.wholeSeconds)) }
  }

  /// A length that events leave out.
  static func lapse(_ name: String) -> Form {
    Form(
      name, write: { .integer($0.milliseconds) }, read: { item throws(JSONShapeError) in try item.milliseconds() }
    ).untold
  }
}

extension Form where Value == Timestamp {
  /// A moment of the wall clock, which events leave out.
  static func wall(_ name: String) -> Form {
    Form(
      name, write: { .integer($0.milliseconds) },
      read: { item throws(JSONShapeError) in Timestamp(milliseconds: try item.integer()) }
    ).untold
  }
}

extension Form where Value == CivilDay {
  static func day(_ name: String) -> Form {
    Form(name, write: { .string(ISO8601.text($0)) }, read: { item throws(JSONShapeError) in try item.day() })
  }
}

extension Form where Value == String {
  static func text(_ name: String) -> Form {
    Form(name, write: { .string($0) }, read: { item throws(JSONShapeError) in try item.string() })
  }
}

extension Form where Value == [String] {
  static func texts(_ name: String) -> Form {
    Form(name, write: { JSONValue($0) }, read: { item throws(JSONShapeError) in try item.strings() })
  }
}

extension Form where Value == Bool {
  static func flag(_ name: String) -> Form {
    Form(name, write: { .bool($0) }, read: { item throws(JSONShapeError) in try item.bool() })
  }
}

extension Form where Value == Int {
  static func count(_ name: String) -> Form {
    Form(name, write: { JSONValue($0) }, read: { item throws(JSONShapeError) in try item.count() })
  }
}

extension Form where Value == [UInt8] {
  /// Octets as hex digits, which events leave out.
  static func hex(_ name: String) -> Form {
    Form(
      name, write: { .string(HexText.text(of: $0)) }, read: { item throws(JSONShapeError) in try item.octets() }
    ).untold
  }
}

extension Form where Value == CardUID {
  static func uid(_ name: String) -> Form {
    Form(
      name, write: { .string(HexText.text(of: $0.octets, uppercase: true)) },
      read: { item throws(JSONShapeError) in try item.cardUID() })
  }
}

extension Form where Value == UInt32 {
  static func counter(_ name: String) -> Form {
    Form(name, write: { .integer(Int64($0)) }, read: { item throws(JSONShapeError) in try item.counter() })
  }
}

extension Form where Value == SessionID {
  static func session(_ name: String) -> Form {
    Form(name, write: { .string($0.text) }, read: { item throws(JSONShapeError) in SessionID(try item.string()) })
  }
}

extension Form where Value == [SessionID] {
  static func sessions(_ name: String) -> Form {
    Form(
      name, write: { JSONValue($0.map { $0.text }) },
      read: { item throws(JSONShapeError) in try item.strings().map { SessionID($0) } })
  }
}

extension Form {
  static func name<Kind>(_ name: String) -> Form where Value == Name<Kind> {
    Form(name, write: { .string($0.text) }, read: { item throws(JSONShapeError) in Name(try item.string()) })
  }

  static func names<Kind>(_ name: String) -> Form where Value == [Name<Kind>] {
    Form(
      name, write: { JSONValue($0.map { $0.text }) },
      read: { item throws(JSONShapeError) in try item.strings().map { Name($0) } })
  }

  static func word(_ name: String) -> Form where Value: Worded {
    Form(name, write: { .string($0.word) }, read: { item throws(JSONShapeError) in try item.choice() })
  }

  static func choice(_ name: String) -> Form where Value: CaseIterable & RawRepresentable<String> {
    Form(
      name, write: { .string($0.rawValue) },
      read: { item throws(JSONShapeError) in
        let word = try item.word(among: Value.allCases.map { $0.rawValue })
        guard let value = Value(rawValue: word) else { throw item.refusal("this word has no meaning here") }
        return value
      })
  }
}

extension Form where Value == Trigger {
  /// Who did it: an object in the log, separate members in events.
  static func trigger(_ name: String) -> Form {
    Form(name, write: { $0.json }, read: { item throws(JSONShapeError) in try Trigger(json: item) })
      .told { trigger, object, _ in
        object.append(trigger)
      }
      .since(6) { if case .device = $0 { true } else { false } }
  }
}

extension Form where Value == BudgetPeriods {
  static var periods: Form {
    Form.record(.tick("day"), .tick("week"), make: BudgetPeriods.init, parts: { ($0.dayEnds, $0.weekEnds) })
  }
}

extension JSONObject {
  mutating func append(_ trigger: Trigger) {
    guard case .object(let object) = trigger.json else { return }
    for member in object.members { append(member.name, member.value) }
  }
}

extension JSONItem {
  func tick() throws(JSONShapeError) -> Tick { Tick(milliseconds: try integer()) }

  func milliseconds() throws(JSONShapeError) -> Lapse { Lapse(milliseconds: try integer()) }

  /// A card's counter: NFC counters have 24 bits.
  func counter() throws(JSONShapeError) -> UInt32 { UInt32(truncatingIfNeeded: try integer(in: 0...Int64(UInt32.max))) }

  func cardUID() throws(JSONShapeError) -> CardUID { CardUID(try octets()) }

  func octets() throws(JSONShapeError) -> [UInt8] {
    let text = try string()
    do {
      return try HexText.octets(of: text)
    } catch {
      throw refusal("these are not pairs of hex digits")
    }
  }

  func count() throws(JSONShapeError) -> Int { Int(try integer(in: 0...Int64(Int32.max))) }

  /// A day such as `2026-11-22`.
  func day() throws(JSONShapeError) -> CivilDay {
    guard let day = ISO8601.day(try string()) else { throw refusal("a day is written like 2026-11-21") }
    return day
  }
}
