internal import CommandShell
internal import CommandSpec
internal import ControlSocket
import Glibc
internal import JSONText
internal import LinuxRuntime
internal import Nights
internal import Requests
internal import ServiceContract
internal import Session

/// `up`
var upCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
      "up", "Start FocusKey and show what to do next",
      discussion: """
        Run this first. The service keeps running in the background. If it is already running, it is not restarted.
        In bedtime hours, it says that you are up: the night ends, and its report is made.

        $ focuskey up
        """)
  ) { context throws(Failure) in
    let home = context.home
    do throws(SystemError) { try home.makeFolders() } catch { throw .service(.home(error)) }
    if !Files.exists(home.configuration) {
      do throws(SystemError) {
        try Files.replace(home.configuration, with: Array(ServiceConfiguration.sample.utf8))
      } catch {
        throw .service(.home(error))
      }
    }
    let wasRunning = (try? ControlClient(path: home.socket)) != nil
    if !wasRunning { try start(home, context) }
    let status = try ServiceCall(context).ask(SessionRequests.status())
    // At night the same word ends the night.
    if wasRunning, status["night"]?.isNull == false { return try context.relay(NightRequests.up()) }
    let unit = "systemd/user/default.target.wants/\(ServiceUnit.name)"
    let entries = try? DesktopFolders(context.surroundings).configuration
    let startsAtLogin = [unit, "autostart/\(ServiceUnit.autostartName)"].contains { name in
      entries.map { Files.exists("\($0)/\(name)") } ?? false
    }
    try context.answer(UpAnswer(status: status, wasRunning: wasRunning, startsAtLogin: startsAtLogin, home: home))
    return .done
  }
}

/// Starts a service that outlives this program, and waits until it can be spoken to.
private func start(_ home: Home, _ context: CommandContext) throws(Failure) {
  var arguments = ["serve", "--reader", "auto"]
  if let folder = home.folder { arguments += ["--home", folder] }
  let words: [UInt8]
  do throws(SystemError) {
    guard let program = Environment.programPath() else { throw SystemError("readlink", ENOENT, on: "/proc/self/exe") }
    let log = try Descriptor.open(home.serviceLog, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND)
    let pipe = try makePipe()
    let source = Descriptor(owning: pipe.reading)
    let child = try ChildProcess.start(
      program, arguments, output: .descriptor(pipe.writing), errors: .descriptor(log.number), ownSession: true)
    close(pipe.writing)
    // One line when it is ready; the end of the pipe without one when it is not.
    if try readsLine(source.number) { return }
    child.wait()
    words = try Files.read(home.serviceLog, limit: 1 << 16)
  } catch {
    throw .service(.system(error))
  }
  let line = String(decoding: words, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? "it printed nothing"
  throw Failure(
    .brokenIO, kind: "service-did-not-start", what: "the service did not start", at: .text(home.serviceLog),
    advice: line.hasPrefix("focuskey: ") ? String(line.dropFirst(10)) : line)
}

private func readsLine(_ descriptor: Int32) throws(SystemError) -> Bool {
  var octet: UInt8 = 0
  while true {
    let count = unsafe read(descriptor, &octet, 1)
    if count == 1 {
      if octet == 0x0A { return true }
    } else if count == 0 {
      return false
    } else if errno != EINTR {
      throw .last("read")
    }
  }
}

/// What a newcomer is told.
private struct UpAnswer: Answer {
  let status: JSONNode
  let wasRunning: Bool
  let startsAtLogin: Bool
  let home: Home

  private var readers: [(name: String, backend: String)] {
    (status["readers"]?.array ?? []).map { ($0["name"]?.string ?? "", $0["backend"]?.string ?? "") }
  }

  var text: String {
    let option = home.folder.map { " --home \($0)" } ?? ""
    // As it was called just now: a newcomer's program is on no search path yet.
    let focuskey = CommandLine.arguments.first ?? "focuskey"
    var lines = [wasRunning ? "FocusKey is already running." : "FocusKey is running."]
    if let real = readers.first(where: { $0.backend != "simulated" }) {
      lines += [
        "Your reader: \(real.name).", "",
        "Write a card:   \(focuskey) keytool write https://focuskey.app/focus/work",
        "Then tap it: the session starts. Tap it again and you are asked whether to end.",
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
    if status["dashboard"]?["url"]?.string != nil { lines += ["", "Dashboard: \(focuskey) open\(option)"] }
    if home.folder == nil, !startsAtLogin { lines += ["", "At each login: \(focuskey) service install"] }
    lines += ["", "Status: \(focuskey) status\(option)", "Everything else: \(focuskey) --help"]
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": true, "running": .string(wasRunning ? "already" : "started"), "socket": .string(home.socket),
      "status": status.value,
    ]
  }
}
