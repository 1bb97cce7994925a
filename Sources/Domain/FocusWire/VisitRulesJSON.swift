extension Form where Value == VisitRules {
  static var visits: Form {
    Form.members(
      of: { VisitRules() }, Member(\.perSession, ifThere: .number("perSession", in: 0...1000)),
      Member(\.minutes, ifThere: .number("minutes", in: 1...Int64(VisitRules.mostMinutes))),
      Member(\.minutesPerDay, ifThere: .number("minutesPerDay", in: 0...1440)),
      Member(
        "of", keep: { $0.of.isEmpty ? nil : JSONValue($0.of) },
        read: { item, rules throws(JSONShapeError) in
          rules.of = try item.entries()
          for element in try item.array() where try element.string().utf8.first == UInt8(ascii: "!") {
            throw element.refusal("what may be visited is named: there are no exceptions here")
          }
        }))
  }
}
