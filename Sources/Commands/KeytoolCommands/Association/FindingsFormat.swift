internal import CommandShell
internal import CommandSpec
internal import JSONText
internal import Requests
internal import SiteAssociation

/// The forms in which a command puts out findings: `--format text|json|github`; `--json` is the short way to one of
/// them.
enum FindingsFormat: String, CaseIterable {
  case text, json, github

  private static let format = Option<String>(
    "format", value: .choice("FORMAT", of: allCases.map(\.rawValue)), "output format (text)")
  private static let verbose = Flag("verbose", "also list what was checked and is fine")

  @ArgumentList static var options: [ArgumentSpec] {
    format
    verbose
  }

  /// What the help says about the forms.
  static let discussion = """
    --format github prints workflow commands, which GitHub shows beside the lines of a pull request. --verbose also \
    lists what was checked and is fine.
    """

  /// Makes an answer, puts it out, and gives its exit code: 1 if there is an error. What goes wrong before there is one
  /// is told to programs too.
  static func answer(
    _ context: CommandContext, _ make: (_ isVerbose: Bool) async throws(Failure) -> FindingsAnswer
  ) async throws(Failure) -> ExitCode {
    let chosen = context.invocation[format].flatMap { FindingsFormat(rawValue: $0) }
    if let chosen, chosen != .json, context.wantsJSON { try context.refuse("--json", with: "--format \(chosen)") }
    let answer: FindingsAnswer
    do throws(Failure) {
      answer = try await make(context.invocation[verbose])
    } catch {
      if chosen == .json, !context.wantsJSON { try context.write(octets: error.json.octets + [0x0A]) }
      throw error
    }
    switch chosen {
    case .json where !context.wantsJSON: try context.write(octets: answer.json.octets + [0x0A])
    case .github: try context.write(answer.workflowCommands.map { $0 + "\n" }.joined())
    case .text, .json, nil: try context.answerInPages(answer)
    }
    return answer.isSound ? .done : .no
  }
}

extension FindingsAnswer {
  /// The findings as GitHub's workflow commands, a line each; a file that has nothing to say has none.
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
      if name != "-", !LiveSiteSource.isAddress(name) {
        properties.append("file=\(Self.escaped(name, isProperty: true))")
        if let place = finding.place { properties += ["line=\(place.line)", "col=\(place.column)"] }
      }
      properties.append("title=\(Self.escaped(finding.kind, isProperty: true))")
      let message = finding.message + (finding.fix.map { "\n" + $0 } ?? "")
      return "::\(word) \(properties.joined(separator: ","))::\(Self.escaped(message, isProperty: false))"
    }
  }

  /// What would end a command or a property is written with percent signs, as the runner reads it back.
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
