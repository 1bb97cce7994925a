internal import AtHome
internal import CommandShell
internal import FocusKeyService
internal import ServiceContract
internal import Session

private let host = Operand<String>(.text("HOST"), "the broker, such as homeassistant.local", count: .optional)
private let port = Option("port", value: .number(in: 1...65_535), "its port (1883, with --tls 8883)")
private let tls = Flag("tls", "encrypt the connection")
private let authorities = Option("authorities", value: .file(), "who may vouch for the broker, with --tls")
private let user = Option("user", value: .text("NAME"), "who logs in; asks for the password")
private let passwordFile = Option("password-file", value: .file(), "a file with the password")

var homeCommand: ProgramCommand {
  ProgramCommand(
    group: "home", "Tell your home what you are doing",
    discussion: """
      Your home hears over an MQTT broker, such as that of Home Assistant, whether you focus, and may start a session or
      make it longer; it can never end one.

      $ focuskey home setup homeassistant.local --user focuskey
      """, usual: "show", [homeShowCommand, homeSetupCommand])
}

private var homeShowCommand: ProgramCommand {
  ProgramCommand("show", "Show whether your home hears") { context throws(Failure) in
    let status = try ServiceCall(context).ask(SessionRequests.status())
    try context.answer(HomeAnswer(line: status["mqtt"]))
    return .done
  }
}

private var homeSetupCommand: ProgramCommand {
  ProgramCommand(
    "setup", "Name the broker and try it",
    discussion: """
      Asks for what is missing, greets the broker, and writes `mqtt` into config.json5, which stays as it is otherwise.
      If the broker does not answer or refuses, nothing is changed. The password is kept in mqtt.password beside it.

      $ focuskey home setup homeassistant.local --user focuskey
      """, takes: [host, port, tls, authorities, user, passwordFile]
  ) { context throws(Failure) in
    let draft = try HomeDraft(try broker(context), for: context.home)
    defer { draft.drop() }
    let wanted = try draft.broker()
    let loop = try renaming(Failure.system, EventLoop())
    defer { loop.close() }
    let trial = await HomeTrial.greet(wanted, on: loop)
    let place = "\(wanted.host):\(wanted.port)"
    guard trial.isGood else {
      let why = trial.why ?? "try again later"
      throw Failure(
        .unavailable, "broker-\(trial.state)", "the broker did not let this computer in, and nothing was changed",
        at: place, advice: why.hasPrefix("\(place): ") ? String(why.dropFirst(place.count + 2)) : why)
    }
    try draft.keep()
    let isRunning = ServiceProcess(of: context.home) != nil
    try context.answer(HomeSetupAnswer(broker: place, isRunning: isRunning, file: context.home.configuration))
    return .done
  }
}

/// The broker from the command line, completed by a person at the terminal.
private func broker(_ context: CommandContext) throws(Failure) -> HomeDraft.Broker {
  var named = context.invocation[host]
  if named == nil, context.isConversation {
    context.printNote("The broker's host, such as homeassistant.local:")
    named = context.typedLine()
  }
  guard let named else {
    throw Failure(
      .usage, "missing-argument", "the broker's host is missing", at: "HOST",
      advice: "name it, such as: focuskey home setup homeassistant.local")
  }
  var broker = HomeDraft.Broker(host: named, port: context.invocation[port], usesTLS: context.invocation[tls])
  broker.authorities = context.invocation[authorities].map(context.surroundings.path)
  broker.user = context.invocation[user]
  if broker.user == nil, context.invocation[host] == nil, context.isConversation {
    context.printNote("The user who logs in there, or nothing:")
    broker.user = context.typedLine()
  }
  broker.passwordFile = context.invocation[passwordFile].map(context.surroundings.path)
  if let user = broker.user, broker.passwordFile == nil {
    broker.password = try context.secret("-", asking: "The password of \(user):")
  }
  return broker
}

private struct HomeAnswer: PrintedAnswer {
  let line: JSONNode?

  var text: String {
    guard let line, let state = line["state"]?.string, let broker = line["broker"]?.string else {
      return "Your home hears nothing of this computer yet. To change that: focuskey home setup"
    }
    if state == "online" { return "Your home hears of this computer at \(broker)." }
    guard let why = line["why"]?.string else { return "The line to \(broker) is being made." }
    return "Your home does not hear of this computer at \(broker): \(why)"
  }

  var json: JSONValue { ["ok": true, "mqtt": line?.value ?? .null] }
}

private struct HomeSetupAnswer: PrintedAnswer {
  let broker: String
  let isRunning: Bool
  let file: String

  var text: String {
    """
    The broker at \(broker) answers, and is in config.json5 now.
    \(isRunning
      ? "FocusKey tells it what you are doing from now on; in a session, from its end on."
      : "FocusKey tells it what you are doing as soon as it runs: focuskey up")
    Home Assistant shows this computer under Settings, Devices & services, MQTT.
    """
  }

  var json: JSONValue { ["ok": true, "broker": .string(broker), "file": .string(file)] }
}
