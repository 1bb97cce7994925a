internal import CommandShell
internal import ControlSocket
import Glibc
internal import Nights
internal import ServiceContract
internal import Session

var upCommand: ProgramCommand {
  ProgramCommand(
    "up", "Start FocusKey and show what to do next",
    discussion: """
      Run this first. The service keeps running in the background until `focuskey down`. If it is already running, it is not restarted;
      what is still missing is listed. On a terminal, you are asked whether sites and apps are to be blocked on this computer, and
      a yes installs what does it.
      In bedtime hours, it says that you are up: the night ends, and its report is made.

      $ focuskey up
      """
  ) { context throws(Failure) in
    let home = context.home
    try home.prepare()
    if !Files.exists(home.configuration) {
      try renaming(Failure.home, Files.replace(home.configuration, with: Array(ServiceConfiguration.sample.utf8)))
    }
    let wasRunning = (try? ControlClient(path: home.socket)) != nil
    if !wasRunning { try ServiceProcess.start(home, reader: "auto") }
    let status = wasRunning ? try ServiceCall(context).ask(SessionRequests.status()) : try firstStatus(context)
    // At night the same word ends the night.
    if wasRunning, status["night"]?.isNull == false { return try context.relay(NightRequests.up()) }
    let missing = MissingPart.all(status, home, context)
    try context.answer(UpAnswer(status: status, wasRunning: wasRunning, missing: missing, home: home))
    if context.isConversation, missing.contains(where: \.isBlocking) {
      try context.flush()
      try BlockingOffer(context).make()
    }
    return .done
  }
}

/// Waits up to a second for a plugged-in reader: where polkit decides, pcscd asks it first.
private func firstStatus(_ context: CommandContext) throws(Failure) -> JSONNode {
  var status = try ServiceCall(context).ask(SessionRequests.status())
  var waited = 0
  while (status["readers"]?.array ?? []).allSatisfy({ $0["backend"]?.string == "phone" }), waited < 1000 {
    usleep(20_000)
    waited += 20
    status = try ServiceCall(context).ask(SessionRequests.status())
  }
  return status
}

private func isPluggedIn(_ backend: String?) -> Bool { !["simulated", "phone"].contains(backend) }

/// Something that a newcomer wants and this computer does not have yet.
struct MissingPart {
  let kind: String
  /// What is missing, as a sentence without its full stop.
  let what: String
  /// The command that brings it.
  let fix: String

  var isBlocking: Bool { kind == "blocking" }

  static func all(_ status: JSONNode, _ home: Home, _ context: CommandContext) -> [MissingPart] {
    var parts: [MissingPart] = []
    if let fix = status["blocking"]?["fix"]?.string {
      // As short as it was called just now.
      let usual = "\(Environment.sudoCommand) shield install"
      parts.append(
        MissingPart(
          kind: "blocking",
          what: status["blocking"]?["state"]?.string == "partly"
            ? "Only a part of what you chose is blocked" : "Nothing is blocked on this computer yet",
          fix: fix == usual ? "sudo \(Environment.calledCommand) shield install" : fix))
    }
    let isReaderThere = (status["readers"]?.array ?? []).contains { isPluggedIn($0["backend"]?.string) }
    if !isReaderThere, !["/usr/sbin/pcscd", "/usr/local/sbin/pcscd"].contains(where: { Files.exists($0) }) {
      parts.append(
        MissingPart(
          kind: "pcscd", what: "USB readers need pcscd, which is not installed",
          fix: "sudo apt-get install pcscd libccid"))
    }
    if home.folder == nil, !startsAtLogin(context) {
      parts.append(
        MissingPart(
          kind: "login", what: "FocusKey does not start when you log in",
          fix: "\(Environment.calledCommand) service install"))
    }
    return parts
  }

  private static func startsAtLogin(_ context: CommandContext) -> Bool {
    let unit = "systemd/user/default.target.wants/\(ServiceUnit.name)"
    let entries = try? DesktopFolders(context.surroundings).configuration
    return [unit, "autostart/\(ServiceUnit.autostartName)"].contains { name in
      entries.map { Files.exists("\($0)/\(name)") } ?? false
    }
  }
}

extension Environment {
  /// How a person can call this program again: by name if a shell finds it, else as it was called.
  static var calledCommand: String {
    ownProgram() == "focuskey" ? "focuskey" : quoted(CommandLine.arguments.first ?? "focuskey")
  }
}

private struct UpAnswer: PrintedAnswer {
  let status: JSONNode
  let wasRunning: Bool
  let missing: [MissingPart]
  let home: Home

  private var readers: [(name: String, backend: String)] {
    (status["readers"]?.array ?? []).map { ($0["name"]?.string ?? "", $0["backend"]?.string ?? "") }
  }

  var text: String {
    let option = home.folder.map { " --home \(Environment.quoted($0))" } ?? ""
    let focuskey = Environment.calledCommand
    var lines = [wasRunning ? "FocusKey is already running." : "FocusKey is running."]
    if let real = readers.first(where: { isPluggedIn($0.backend) }) {
      lines += [
        "Your reader: \(real.name).", "",
        "Write a card:   \(focuskey) keytool write --profile work --key desk",
        "Then tap it: the session starts. Tap it again and you are asked whether to end.",
      ]
    } else if readers.allSatisfy({ $0.backend == "phone" }) {
      lines += [
        "No reader is plugged in.", "", "Start a Work session without a card: \(focuskey) start work\(option)",
      ]
    } else {
      lines += [
        "No reader is plugged in, so a simulated one is used.", "",
        "Tap a card that starts a Work session:",
        "  \(focuskey) tap --link https://focuskey.app/focus/work\(option)",
        "Tap it again, and you are asked whether to end. After five seconds this ends it:",
        "  \(focuskey) confirm\(option)",
      ]
    }
    if !missing.isEmpty {
      lines += [""] + missing.flatMap { part in ["\(part.what). To change that:", "  \(part.fix)"] }
    }
    lines.append("")
    if status["dashboard"]?["url"]?.string != nil { lines.append("Dashboard: \(focuskey) open\(option)") }
    lines += [
      "Status: \(focuskey) status\(option)", "Stop FocusKey: \(focuskey) down\(option)",
      "Everything else: \(focuskey) --help",
    ]
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": true, "running": .string(wasRunning ? "already" : "started"), "socket": .string(home.socket),
      "status": status.value,
      "missing": .array(missing.map { ["what": .string($0.kind), "text": .string($0.what), "fix": .string($0.fix)] }),
    ]
  }
}
