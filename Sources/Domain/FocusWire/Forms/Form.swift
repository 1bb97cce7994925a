/// How a value is kept, told and read, described once. A form has one member of an object or several:
///
/// ```swift
/// static let form = Form.record(.day("night"), .lapse("used"), make: Use.init, parts: { ($0.day, $0.used) })
///
/// form.object(use)              // {"night":"2026-11-22","used":5000}
/// try form.value(item)          // the use again; other members are refused
/// ```
struct Form<Value: Sendable>: Sendable {
  typealias Keep = @Sendable (Value, inout JSONObject) -> Void
  typealias Tell = @Sendable (Value, inout JSONObject, Telling) -> Void
  typealias Read = @Sendable (JSONMembers) throws(JSONShapeError) -> Value

  let members: [String]
  /// The first version of the format that knows such a value; `nil` where every version does.
  let since: (@Sendable (Value) -> Int64)?
  /// What logs and checkpoints keep.
  let keep: Keep
  /// What events say.
  let tell: Tell
  let read: Read

  init(
    _ members: [String], since: (@Sendable (Value) -> Int64)? = nil, keep: @escaping Keep,
    tell: @escaping Tell, read: @escaping Read
  ) {
    self.members = members
    self.since = since
    self.keep = keep
    self.tell = tell
    self.read = read
  }

  /// The form of one member, which is told as it is kept.
  init(
    _ name: String, write: @escaping @Sendable (Value) -> JSONValue,
    read: @escaping @Sendable (JSONItem) throws(JSONShapeError) -> Value
  ) {
    self.init(
      [name], keep: { $1.append(name, write($0)) }, tell: { value, object, _ in object.append(name, write(value)) },
      read: { members throws(JSONShapeError) in try read(try members.required(name)) })
  }

  /// The form of a value that consists of those parts, each with a form of its own. It is compiled once for all values:
  /// a copy for each makes the program larger by 0.9 MB, and saves microseconds.
  @_semantics("optimize.sil.specialize.generic.never")
  static func record<each Part: Sendable>(
    _ part: repeat Form<each Part>, make: @escaping @Sendable (repeat each Part) -> Value,
    parts: @escaping @Sendable (Value) -> (repeat each Part)
  ) -> Form {
    let forms = (repeat each part)
    var members: [String] = []
    var isOfAllVersions = true
    for form in repeat each part {
      members += form.members
      isOfAllVersions = isOfAllVersions && form.since == nil
    }
    let since: @Sendable (Value) -> Int64 = { value in
      var newest: Int64 = 1
      for (form, part) in repeat (each forms, each parts(value)) { newest = max(newest, form.since?(part) ?? 1) }
      return newest
    }
    return Form(
      members, since: isOfAllVersions ? nil : since,
      keep: { value, object in
        for (form, part) in repeat (each forms, each parts(value)) { form.keep(part, &object) }
      },
      tell: { value, object, telling in
        for (form, part) in repeat (each forms, each parts(value)) { form.tell(part, &object, telling) }
      },
      read: { members throws(JSONShapeError) in
        let values = (repeat try Self.read(each forms, in: members))
        return make(repeat each values)
      })
  }

  /// Called by name because Debian's Swift 6.2 crashes where a form's closure is called.
  static func read<Part>(_ form: Form<Part>, in members: JSONMembers) throws(JSONShapeError) -> Part {
    try form.read(members)
  }

  /// The form of what may be missing; events then say nothing, or `null` under that name.
  static func optional<Wrapped: Sendable>(_ form: Form<Wrapped>, orNull told: String? = nil) -> Form
  where Value == Wrapped? {
    var since: (@Sendable (Wrapped?) -> Int64)?
    if let known = form.since { since = { value in value.map { known($0) } ?? 1 } }
    return Form(
      form.members, since: since,
      keep: { value, object in if let value { form.keep(value, &object) } },
      tell: { value, object, telling in
        if let value { form.tell(value, &object, telling) } else if let told { object.append(told, .null) }
      },
      read: { members throws(JSONShapeError) in
        form.isThere(in: members) ? try form.read(members) : nil
      })
  }
}

extension Form {
  /// The same, but events leave it out.
  var untold: Form { told { _, _, _ in } }

  /// The same, but events tell it this way.
  func told(_ tell: @escaping Tell) -> Form { Form(members, since: since, keep: keep, tell: tell, read: read) }

  /// The same, known from that format version on for values that meet the condition.
  func since(_ version: Int64, where isNew: @escaping @Sendable (Value) -> Bool = { _ in true }) -> Form {
    Form(
      members, since: { [since] value in max(isNew(value) ? version : 1, since?(value) ?? 1) }, keep: keep,
      tell: tell, read: read)
  }

  /// The same, known from the format version that the closure returns.
  func since(_ version: @escaping @Sendable (Value) -> Int64) -> Form {
    Form(members, since: version, keep: keep, tell: tell, read: read)
  }

  /// The same, but left out where it is that value, and read as that value where it is missing.
  func unless(_ usual: Value) -> Form where Value: Equatable { unless(usual) { $0 == usual } }

  /// The same, left out where it is empty.
  func unlessEmpty<Element>() -> Form where Value == [Element] { unless([]) { $0.isEmpty } }

  private func unless(_ usual: Value, _ isUsual: @escaping @Sendable (Value) -> Bool) -> Form {
    Form(
      members, since: since, keep: { [keep] value, object in if !isUsual(value) { keep(value, &object) } }, tell: tell,
      read: { members throws(JSONShapeError) in isThere(in: members) ? try read(members) : usual })
  }

  /// The same, and that value where it is missing.
  func orElse(_ usual: Value) -> Form {
    Form(
      members, since: since, keep: keep, tell: tell,
      read: { given throws(JSONShapeError) in isThere(in: given) ? try read(given) : usual })
  }

  /// The same, refused if what was read does not fit together.
  func checked(
    _ check: @escaping @Sendable (Value, JSONItem) throws(JSONShapeError) -> Void
  ) -> Form {
    Form(
      members, since: since, keep: keep, tell: tell,
      read: { given throws(JSONShapeError) in
        let value = try read(given)
        try check(value, given.item)
        return value
      })
  }

  func isThere(in given: JSONMembers) -> Bool {
    members.contains { given.item.node[$0].map { !$0.isNull } ?? false }
  }

  func object(_ value: Value) -> JSONValue {
    var object = JSONObject(reserving: members.count)
    keep(value, &object)
    return .object(object)
  }

  /// Reads the value from an object that has no other members.
  func value(_ item: JSONItem) throws(JSONShapeError) -> Value { try read(try item.members(among: members)) }

  /// The object as one member of another, which events leave out.
  func nested(_ name: String) -> Form {
    Form(
      [name], since: since, keep: { $1.append(name, object($0)) }, tell: { _, _, _ in },
      read: { members throws(JSONShapeError) in try value(try members.required(name)) })
  }

  /// A list of such objects, left out where it is empty. Events leave it out.
  static func list<Element: Sendable>(_ name: String, of form: Form<Element>) -> Form where Value == [Element] {
    Form.array(
      name, write: { form.object($0) }, read: { item throws(JSONShapeError) in try form.value(item) }
    ).unlessEmpty().untold.since { values in values.reduce(1) { max($0, form.since?($1) ?? 1) } }
  }

  static func array<Element: Sendable>(
    _ name: String, write: @escaping @Sendable (Element) -> JSONValue,
    read: @escaping @Sendable (JSONItem) throws(JSONShapeError) -> Element
  ) -> Form where Value == [Element] {
    Form(
      name, write: { .array($0.map { write($0) }) },
      read: { item throws(JSONShapeError) in
        var elements: [Element] = []
        for item in try item.array() { elements.append(try read(item)) }
        return elements
      })
  }

  /// The form of a value that starts as a blank one and has those members.
  static func members(of blank: @escaping @Sendable () -> Value, _ members: Member<Value>...) -> Form {
    Form.members(of: blank, members)
  }

  static func members(of blank: @escaping @Sendable () -> Value, _ members: [Member<Value>]) -> Form {
    Form(
      members.flatMap { $0.names }, keep: { value, object in for member in members { member.keep(value, &object) } },
      tell: { _, _, _ in },
      read: { given throws(JSONShapeError) in
        var value = blank()
        for member in members { try member.read(given, &value) }
        return value
      })
  }
}

/// The moment and zone in which an event is told, so that times read as the person's clocks do.
struct Telling {
  let stamp: Stamp
  let zone: CivilZone

  func time(_ tick: Tick) -> JSONValue { .string(ISO8601.text(stamp.wall(at: tick), in: zone)) }

  func time(_ wall: Timestamp) -> JSONValue { .string(ISO8601.text(wall, in: zone)) }
}
