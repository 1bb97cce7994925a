internal import FocusSession
internal import JSONText

extension VisitRules {
  var json: JSONValue {
    .members([
      "perSession": JSONValue(perSession), "minutes": JSONValue(minutes), "minutesPerDay": JSONValue(minutesPerDay),
      "of": of.isEmpty ? JSONValue?.none : JSONValue(of),
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("perSession", "minutes", "minutesPerDay", "of")
    self.init()
    if let item = members["perSession"] { perSession = Int(try item.integer(in: 0...1000)) }
    if let item = members["minutes"] { minutes = Int(try item.integer(in: 1...Int64(Self.mostMinutes))) }
    if let item = members["minutesPerDay"] { minutesPerDay = Int(try item.integer(in: 0...1440)) }
    guard let item = members["of"] else { return }
    of = try item.entries()
    for element in try item.array() where try element.string().utf8.first == UInt8(ascii: "!") {
      throw element.refusal("what may be visited is named: there are no exceptions here")
    }
  }
}
