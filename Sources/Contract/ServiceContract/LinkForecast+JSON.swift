package import FocusLinks

extension LinkForecast {
  package func json(in table: RouteTable) -> JSONValue {
    .members([
      "ok": .bool(!findings.contains { finding in finding.level == .error }),
      "iphone": .string(iPhone.rawValue),
      "iphone_without_app": .string(iPhoneWithoutApp.rawValue),
      "android": .string(android.rawValue),
      "desktop": .string(desktop.rawValue),
      "uri": uri.map { uri in .string(uri) },
      "route": link.flatMap(table.route).map { route in .string(route.name) },
      "findings": .array(findings.map { finding in finding.json(in: table) }),
      "tag_rules": .array(
        androidRules.map { rule in
          [
            "kind": .string(rule.name), "since": JSONValue(rule.since), "message": .string(rule.message),
            "basis": .string(AndroidTagRule.basis),
          ]
        }),
    ])
  }
}

extension LinkFinding {
  fileprivate func json(in table: RouteTable) -> JSONValue {
    var object = JSONObject()
    object["level"] = .string(level.rawValue)
    object["kind"] = .string(name)
    object["message"] = .string(message(in: table))
    if let record { object["record"] = JSONValue(record) }
    if case .faultyLink(let error) = kind {
      object["cause"] = .string(error.advice(in: table).kind)
      object["range"] = [JSONValue(error.range.lowerBound), JSONValue(error.range.upperBound)]
    }
    return .object(object)
  }
}
