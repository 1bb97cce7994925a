internal import CommandShell
internal import FocusPorts
import Glibc
internal import Languages
internal import PCSCReader
internal import ServiceContract

private let fix = Flag("fix", "apply every fix that can be undone")
private let undo = Flag("undo", "undo what --fix did")
private let root = Option("root", value: .folder(), "use this folder as the system's root", isHidden: true)

var doctorCommand: ProgramCommand {
  ProgramCommand(
    "doctor", "Find and fix problems on this computer",
    discussion: """
      Checks the kernel, pcscd, the USB readers, the configuration, the shield, the log, the way of phones and other devices, and prints each problem with the commands that fix it. \
      --fix applies every fix that can be undone and needs root for most of them; --undo undoes them. The exit code is 1 if there is a problem.

      $ focuskey doctor
      $ sudo focuskey doctor --fix
      $ sudo focuskey doctor --undo
      """, takes: [fix, undo, root]
  ) { context throws(Failure) in
    try context.usage { said throws(UsageError) in
      if said[fix], said[undo] { throw said.conflict("--fix", "--undo") }
    }
    let system = SystemView(root: context.invocation[root].map { context.surroundings.path(of: $0) } ?? "/")
    let treatment = Treatment(system: system, surroundings: context.surroundings, journal: context.doctorJournal)
    if context.invocation[undo] {
      try context.answer(UndoneAnswer(done: treatment.undo()))
      return .done
    }
    let findings =
      try examine(context, system) + SignalExamination.findings(context) + ShieldExamination.findings(context, system)
      + LogExamination.findings(context) + PhoneExamination.findings(context, system)
      + HomeExamination.findings(context) + TrayExamination.findings(context) + SensorExamination.findings(context)
      + NightPictureExamination.findings(context) + SyncExamination.findings(context)
    let fixed = context.invocation[fix] ? try treatment.fix(findings) : []
    try context.answer(DoctorAnswer(findings: findings, fixed: fixed))
    return findings.contains { $0.level == .problem && !fixed.contains($0.kind) } ? .no : .done
  }
}

extension CommandContext {
  /// The file that remembers what the doctor did, so that it can be taken back.
  var doctorJournal: String { "\(home.database).doctor.json" }
}

func examine(_ context: CommandContext, _ system: SystemView) throws(Failure) -> [Finding] {
  let pcsc: Result<[String], PCSCError>
  do throws(PCSCError) { pcsc = .success(try PCSCReader.readers().map(\.name)) } catch { pcsc = .failure(error) }
  // A configuration that cannot be read is for the service to complain about; readers are looked for all the same.
  let configuration = (try? ServiceConfiguration(path: context.home.configuration)) ?? ServiceConfiguration()
  let examination = ReaderExamination(
    system: system,
    user: context.surroundings.variable("SUDO_USER") ?? context.surroundings.variable("USER") ?? "\(getuid())",
    pcsc: pcsc, configuration: configuration.readers)
  return examination.findings()
}

private struct DoctorAnswer: PrintedAnswer {
  let findings: [Finding]
  let fixed: [String]

  var json: JSONValue {
    [
      "ok": .bool(!findings.contains { $0.level == .problem && !fixed.contains($0.kind) }),
      "findings": .array(findings.map(\.json)), "fixed": .array(fixed.map { .string($0) }),
    ]
  }

  private static let nothing = "No problems found."

  var text: String { text(in: .english) }

  func text(in speech: Speech) -> String {
    if findings.isEmpty { return speech.say(Self.nothing) }
    var lines: [String] = []
    for finding in findings {
      let words = [finding.level.rawValue, finding.what, finding.meaning].map { oneLine(speech.say($0)) }
      lines.append(words.joined(separator: ": "))
      if fixed.contains(finding.kind) {
        lines.append("  " + speech.say("fixed; to undo: \(Environment.sudoCommand) doctor --undo"))
      } else {
        lines += finding.lines.map { "  \(speech.say($0))" }
        if finding.isFixable { lines.append("  " + speech.say("or: \(Environment.sudoCommand) doctor --fix")) }
      }
    }
    return lines.joined(separator: "\n")
  }

  func screen(_ terminal: TerminalStyle) -> String {
    let say = terminal.speech.say
    if findings.isEmpty { return terminal.paint(say(Self.nothing), .good) }
    var lines: [String] = []
    for finding in findings {
      let isFixed = fixed.contains(finding.kind)
      let tone: TerminalStyle.Tone = isFixed ? .good : finding.level == .problem ? .bad : .faint
      let (level, what) = (say(finding.level.rawValue), oneLine(say(finding.what)))
      lines.append("\(terminal.paint(level, tone))  \(terminal.paint(what, .strong))")
      lines.append("  \(oneLine(say(finding.meaning)))")
      if isFixed {
        lines.append("  " + terminal.paint(say("fixed; to undo: \(Environment.sudoCommand) doctor --undo"), .good))
      } else {
        lines += finding.lines.map { "    " + terminal.paint(say($0), .accent(1)) }
        if finding.isFixable {
          lines.append("    " + terminal.paint("\(Environment.sudoCommand) doctor --fix", .accent(1)))
        }
      }
    }
    return lines.joined(separator: "\n")
  }
}

private struct UndoneAnswer: PrintedAnswer {
  let done: [String]

  var text: String { done.isEmpty ? "There is nothing to undo." : done.joined(separator: "\n") }
  var json: JSONValue { ["ok": true, "undone": .array(done.map { .string($0) })] }
}
