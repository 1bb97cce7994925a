internal import JSONText
internal import LinuxRuntime
internal import SiteAssociation

/// Findings as a log of SARIF 2.1.0 (OASIS, 2020): one run, a rule for each kind, a result for each finding.
struct SARIFLog {
  let json: JSONValue

  init(of answers: [FindingsAnswer], program: String, version: String) {
    var kinds: [String] = []
    var levels: [String: FindingLevel] = [:]
    var results: [JSONValue] = []
    for answer in answers {
      for finding in answer.findings {
        if levels.updateValue(levels[finding.kind] ?? finding.level, forKey: finding.kind) == nil {
          kinds.append(finding.kind)
        }
        results.append(Self.result(finding, kinds.firstIndex(of: finding.kind) ?? 0, in: answer))
      }
    }
    let rules = kinds.map { kind in Self.rule(kind, levels[kind] ?? .warning) }
    json = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": .string(program), "version": .string(version), "informationUri": "https://focuskey.app",
              "rules": .array(rules),
            ]
          ],
          // A column counts what an editor shows.
          "columnKind": "unicodeCodePoints", "results": .array(results),
        ]
      ],
    ]
  }

  private static func rule(_ kind: String, _ level: FindingLevel) -> JSONValue {
    let words = kind.exchanging(".", for: ": ").exchanging("-", for: " ")
    return [
      "id": .string(kind), "shortDescription": ["text": .string(words)],
      "defaultConfiguration": ["level": .string(word(level))],
    ]
  }

  private static func result(_ finding: ShownFinding, _ rule: Int, in answer: FindingsAnswer) -> JSONValue {
    var result: JSONObject = [
      "ruleId": .string(finding.kind), "ruleIndex": JSONValue(rule), "level": .string(word(finding.level)),
      "message": ["text": .string(finding.message + (finding.fix.map { "\n" + $0 } ?? ""))],
    ]
    if let location = location(of: finding, in: answer) { result["locations"] = [location] }
    result["properties"] = ["basis": .string(finding.basis)]
    return .object(result)
  }

  /// Returns `nil` for standard input, which has no place that anybody could open.
  private static func location(of finding: ShownFinding, in answer: FindingsAnswer) -> JSONValue? {
    guard answer.name != "-" else { return nil }
    var place: JSONObject = ["artifactLocation": ["uri": .string(address(of: answer))]]
    // Something about a whole file is shown at its beginning.
    if !answer.isSite {
      place["region"] = [
        "startLine": JSONValue(finding.place?.line ?? 1), "startColumn": JSONValue(finding.place?.column ?? 1),
      ]
    }
    return ["physicalLocation": .object(place)]
  }

  /// The file relative to the working directory, which is a repository's top in a pipeline.
  private static func address(of answer: FindingsAnswer) -> String {
    if answer.isSite { return answer.name.includes("://") ? answer.name : "https://" + answer.name }
    var name = answer.name[...]
    while name.hasPrefix("./") { name = name.dropFirst(2) }
    var written = name.hasPrefix("/") ? "file://" : ""
    for octet in name.utf8 {
      switch octet {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
        written.unicodeScalars.append(Unicode.Scalar(octet))
      default:
        let digits = String(octet, radix: 16, uppercase: true)
        written += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return written
  }

  private static func word(_ level: FindingLevel) -> String {
    switch level {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
