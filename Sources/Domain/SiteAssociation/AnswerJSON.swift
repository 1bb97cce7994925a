public import JSONText

// What programs are told about association files, whichever mouth tells them.

extension Finding {
  /// The finding as a program sees it.
  public var json: JSONValue {
    .members([
      "level": .string(level.rawValue), "kind": .string(kind.rawValue), "path": .string(pointer.text),
      "message": .string(message), "basis": .string(basis.rawValue), "fix": fix.map { .string($0) },
      "hint": hint.map { .string($0.rawValue) }, "line": place.map { JSONValue($0.line) },
      "column": place.map { JSONValue($0.column) },
    ])
  }
}

extension LinkDecision {
  /// `{"result":"match","app":"…","detail":0,"rule":{…}}`
  public var json: JSONValue {
    [
      "result": .string(outcome.rawValue), "app": JSONValue(app), "detail": detail.map { JSONValue($0) } ?? .null,
      "rule": rule?.json ?? .null,
    ]
  }
}

extension RuleReference {
  /// `{"kind":"components","index":3}`
  public var json: JSONValue { ["kind": .string(kind.rawValue), "index": JSONValue(index)] }
}

extension LinkExplanation {
  /// The decision, and every rule that was asked on the way to it.
  public var json: JSONValue {
    .members([
      "result": .string(decision.outcome.rawValue), "app": JSONValue(decision.app),
      "detail": decision.detail.map { JSONValue($0) } ?? .null,
      "rule": decision.rule?.json ?? .null,
      "obstacle": obstacle.map { .string($0.words) },
      "steps": .array(trials.map { trial in trial.json }),
      "nearest": nearest?.json,
      "change": nearest.map { nearest in
        JSONValue(nearest.mismatches.map { mismatch in mismatch.change })
      },
    ])
  }
}

extension LinkExplanation.Trial {
  var json: JSONValue {
    [
      "app": .string(app), "detail": JSONValue(detail), "rule": rule?.json ?? .null, "took": .bool(took),
      "excludes": .bool(excludes), "because": .array(mismatches.map { mismatch in mismatch.json }),
    ]
  }
}

extension LinkExplanation.Mismatch {
  var json: JSONValue {
    [
      "part": .string(part.name), "pattern": .string(pattern), "text": .string(text), "reach": JSONValue(reach),
    ]
  }

  /// What would have to be different for the rule to match the link.
  public var change: String {
    if part == .nothing { return "the rule must be a text" }
    if let (sign, escape) = impossible {
      return "no link can fit “\(pattern)”: links have \(escape) where it has “\(sign)”; write \(escape) in the rule"
    }
    if case .item = part, pattern == "*" { return "\(part.words) must be there" }
    return "\(part.words) must match “\(pattern)”"
  }
}

extension LinkExplanation.Part {
  var name: String {
    switch self {
    case .path: "path"
    case .query: "query"
    case .item(let name): "query." + name
    case .fragment: "fragment"
    case .nothing: "nothing"
    }
  }

  /// The part in a sentence.
  public var words: String {
    switch self {
    case .path: "the path"
    case .query: "the query"
    case .item(let name): "“\(name)” in the query"
    case .fragment: "the fragment"
    case .nothing: "nothing"
    }
  }
}

extension LinkExplanation.Obstacle {
  /// The obstacle in a sentence.
  public var words: String {
    switch self {
    case .scheme(let scheme): "only https and http links open apps; this one is \(scheme)"
    case .host(let host, let domain): "the host \(host) does not belong to the domain \(domain)"
    case .noApps: "the file names no app"
    case .unknownApp(let app): "the file does not name the app \(app)"
    }
  }
}
