internal import CommandShell
internal import SiteAssociation

/// How findings are printed: `--format text|json|github|sarif`; `--json` is short for `json`.
enum FindingsFormat: String, CaseIterable {
  case text, json, github, sarif

  private static let format = Option<String>(
    "format", value: .choice("FORMAT", of: allCases.map(\.rawValue)), "output format (text)")
  private static let verbose = Flag("verbose", "also list what was checked and is fine")

  static var options: [any Argument] { [format, verbose] }

  static let discussion = """
    --format github prints workflow commands, which GitHub shows beside the lines of a pull request; --format sarif \
    prints a log (SARIF 2.1.0) for code scanning and editors. keytool ci writes the files that run it. --verbose also lists what was checked and is fine.
    """

  /// Prints the findings about each name; the exit code is 1 if there is an error.
  static func answer(
    _ context: CommandContext, about names: [String],
    _ make: (_ name: String, _ isVerbose: Bool) async throws(Failure) -> FindingsAnswer
  ) async throws(Failure) -> ExitCode {
    let chosen = context.invocation[format].flatMap { FindingsFormat(rawValue: $0) }
    if let chosen, chosen != .json, context.wantsJSON { try context.refuse("--json", with: "--format \(chosen)") }
    var answers: [FindingsAnswer] = []
    do throws(Failure) {
      for name in names { answers.append(try await make(name, context.invocation[verbose])) }
    } catch {
      if chosen == .json, !context.wantsJSON { try context.write(octets: error.json.octets + [0x0A]) }
      throw error
    }
    let all = FindingsAnswers(answers)
    switch chosen {
    case .json where !context.wantsJSON: try context.write(octets: all.json.octets + [0x0A])
    case .github: try context.write(answers.flatMap { $0.workflowCommands }.map { $0 + "\n" }.joined())
    case .sarif:
      let log = SARIFLog(of: answers, program: context.program.name, version: context.program.version)
      try context.write(log.json.indentedText + "\n")
    case .text, .json, nil: try context.answerInPages(all)
    }
    return all.isSound ? .done : .no
  }
}

private struct FindingsAnswers: PrintedAnswer {
  private let answers: [FindingsAnswer]

  init(_ answers: [FindingsAnswer]) { self.answers = answers }

  var isSound: Bool { answers.allSatisfy { $0.isSound } }

  /// One file's answer unchanged; for several, all findings with their files, and each overview.
  var json: JSONValue {
    if answers.count == 1 { return answers[0].json }
    return [
      "ok": .bool(isSound), "findings": .array(answers.flatMap { $0.findingsWithFile }),
      "files": .array(answers.map { $0.overview }),
    ]
  }

  var text: String { answers.map { $0.text }.joined(separator: "\n") }

  func screen(_ terminal: TerminalStyle) -> String {
    answers.map { $0.screen(terminal) }.joined(separator: "\n")
  }
}

extension FindingsAnswer {
  /// The findings as GitHub's workflow commands, one for each.
  var workflowCommands: [String] {
    findings.map { finding in
      let word =
        switch finding.level {
        case .error: "error"
        case .warning: "warning"
        case .info: "notice"
        }
      var properties: [String] = []
      // A site and standard input are not files of the repository.
      if name != "-", !isSite {
        properties.append("file=\(Self.escaped(name, isProperty: true))")
        if let place = finding.place { properties += ["line=\(place.line)", "col=\(place.column)"] }
      }
      properties.append("title=\(Self.escaped(finding.kind, isProperty: true))")
      let message = finding.message + (finding.fix.map { "\n" + $0 } ?? "")
      return "::\(word) \(properties.joined(separator: ","))::\(Self.escaped(message, isProperty: false))"
    }
  }

  /// Percent-encodes what would end a command or a property; the runner decodes it.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
