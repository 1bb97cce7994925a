/// The forms of what people set, by what it holds: as it is in a file, with its limits.
extension Form where Value == Lapse {
  /// A length such as `"25m"`.
  static func length(_ name: String, atMost most: Lapse = .days(7), allowsZero: Bool = false) -> Form {
    Form(
      name, write: { .string($0.text) },
      read: { item throws(JSONShapeError) in try item.lapse(atMost: most, allowsZero: allowsZero) })
  }

  /// Minutes as a number; a shorter length as text.
  static func minutes(_ name: String, atLeast least: Int = 0) -> Form {
    Form(
      name, write: { $0.milliseconds % 60_000 == 0 ? .integer($0.milliseconds / 60_000) : .string($0.text) },
      read: { item throws(JSONShapeError) in try item.minutes(atLeast: Int64(least)) })
  }
}

extension Form where Value == Int {
  static func number(_ name: String, in range: ClosedRange<Int64>) -> Form {
    Form(name, write: { JSONValue($0) }, read: { item throws(JSONShapeError) in Int(try item.integer(in: range)) })
  }
}

extension Form where Value == String {
  /// A name for people.
  static func shortText(_ name: String) -> Form {
    Form(name, write: { .string($0) }, read: { item throws(JSONShapeError) in try item.shortText() })
  }
}

extension Form where Value == [String] {
  static func entries(_ name: String) -> Form {
    Form(name, write: { JSONValue($0) }, read: { item throws(JSONShapeError) in try item.entries() }).unlessEmpty()
  }
}

extension Form where Value == TimeOfDay {
  static func time(_ name: String) -> Form {
    Form(name, write: { .string($0.text) }, read: { item throws(JSONShapeError) in try item.timeOfDay() })
  }
}

extension Form where Value == WeekdaySet {
  static func days(_ name: String) -> Form {
    Form(name, write: { $0.json }, read: { item throws(JSONShapeError) in try WeekdaySet(item) })
  }
}

extension Form {
  /// A name that links can carry.
  static func id<Kind>(_ name: String) -> Form where Value == Name<Kind> {
    Form(name, write: { .string($0.text) }, read: { item throws(JSONShapeError) in Name(try item.id()) })
  }

  /// A list of objects, none of which has the name of another; `kind` is what a refusal calls them.
  static func distinct<Element: Sendable>(
    _ name: String, _ kind: String, of form: Form<Element>, in place: String = "",
    by id: any KeyPath<Element, String> & Sendable
  ) -> Form where Value == [Element] {
    Form(
      name, write: { .array($0.map { form.object($0) }) },
      read: { item throws(JSONShapeError) in
        try item.distinct(kind, in: place, by: id, form)
      })
  }
}

extension JSONItem {
  /// The elements of a list, none of which has the name of another.
  func distinct<Element>(
    _ kind: String, in place: String = "", by id: KeyPath<Element, String>, _ form: Form<Element>
  ) throws(JSONShapeError) -> [Element] {
    var elements: [Element] = []
    for item in try array() {
      let element = try form.value(item)
      if elements.contains(where: { $0[keyPath: id] == element[keyPath: id] }) {
        throw item.refusal("the \(kind) \u{201C}\(element[keyPath: id])\u{201D} appears twice\(place)")
      }
      elements.append(element)
    }
    return elements
  }
}
