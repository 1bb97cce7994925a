internal import CommandShell
internal import ControlSocket
internal import Languages
internal import RoomSound
internal import ServiceContract
internal import Spelling
internal import Straying

private let follow = Flag("follow", "keep running; print what is noticed")
private let names = ["front", "input", "lock", "noise", "media", "card"]
private let on = Option<String>("on", value: .choice("SIGNAL", of: names), "turn it on", mayRepeat: true)
private let off = Option<String>("off", value: .choice("SIGNAL", of: names), "turn it off", mayRepeat: true)
private let calibrate = Flag("calibrate", "measure the quiet room for 10 seconds")

var signalsCommand: ProgramCommand {
  ProgramCommand(
    "signals", "Show what FocusKey notices, and how",
    discussion: """
      A signal is what FocusKey notices while you focus: the app in front, input, the screen lock, noise, players, the
      card on its reader, sensors that you wear. None is in use until you turn it on, and none is stored. For each this says
      whether it is in force, off or unavailable, what sees it here, and why it is not seen.

      With --follow it runs until it is interrupted and prints what is noticed, so that you can try it out.

      Noise is measured against your room when it is quiet: keep quiet for ten seconds and run --calibrate, which works
      without the service. Again after you change the microphone or its volume. Only levels are read, never sound.

      $ focuskey signals --on front --on input
      $ focuskey signals --follow
      """, takes: [on, off, follow, calibrate]
  ) { context throws(Failure) in
    try context.usage { said throws(UsageError) in
      if said[follow], said[calibrate] { throw said.conflict("--follow", "--calibrate") }
    }
    if context.invocation[calibrate] { return try await measureRoom(context) }
    try choose(context)
    guard context.invocation[follow] else {
      let answer = try ServiceCall(context).ask(StrayRequests.signals(false))
      try context.answer(SignalsAnswer(node: answer))
      return .done
    }
    try ServiceCall(context).lines(of: StrayRequests.signals(true), whileReadOn: context.outputDescriptor) {
      line throws(Failure) in
      if line["ok"]?.bool == false { throw Failure(answer: line) }
      if line["signals"] != nil {
        try context.answer(SignalsAnswer(node: line))
      } else {
        try context.answer(NoticedAnswer(node: line))
      }
      try context.flush()
    }
    return .done
  }
}

private func choose(_ context: CommandContext) throws(Failure) {
  let choices = context.invocation.all(on).map { ($0, true) } + context.invocation.all(off).map { ($0, false) }
  guard !choices.isEmpty else { return }
  var edit = try SettingsEdit(context)
  var chosen = JSONObject()
  if case .object(let known) = edit.settings["signals"] { chosen = known }
  for (name, isOn) in choices { chosen[name] = .bool(isOn) }
  edit.set("signals", .object(chosen))
  _ = try edit.submit()
}

private func measureRoom(_ context: CommandContext) async throws(Failure) -> ExitCode {
  do throws(SystemError) { try context.home.makeFolders() } catch {
    throw Failure(
      error.isRefusal ? .notAllowed : .brokenIO, kind: "noise-not-kept", what: "cannot keep the level",
      at: .text(context.home.noiseNote), advice: error.reason)
  }
  context.printNote("keep quiet for 10 seconds")
  let base: Int
  do throws(RoomSound.CalibrationError) {
    base = try await RoomSound.calibrate(RoomSound.Options(note: context.home.noiseNote))
  } catch {
    switch error {
    case .noSound(let why):
      throw Failure(
        .unavailable, kind: "no-sound", what: "the room cannot be measured", at: .text("sound server"), advice: why)
    case .noMicrophone:
      throw Failure(
        .unavailable, kind: "no-microphone", what: "no microphone was found", at: .text("sound server"),
        advice: "connect one and try again")
    }
  }
  try context.answer(QuietRoomAnswer(hundredths: base))
  return .done
}

private struct QuietRoomAnswer: PrintedAnswer {
  let hundredths: Int

  var json: JSONValue { ["ok": true, "quiet_dbfs": .number(Double(hundredths) / 100)] }

  var text: String {
    let tenths = hundredths / 10
    return "The quiet room is at \(tenths / 10).\(abs(tenths % 10)) dBFS; 15 dB above that counts as loud."
  }
}

struct SignalsAnswer: PrintedAnswer {
  let node: JSONNode

  var json: JSONValue { ["signals": node["signals"]?.value ?? []] }

  private static let names = [
    "front": "App in front", "input": "Input", "lock": "Screen lock", "noise": "Noise", "media": "Players",
    "card": "Card on its reader", "sensors": "Sensors worn",
  ]
  private static let words = ["in-force": "in force"]

  var text: String { text(in: .english) }

  func text(in speech: Speech) -> String {
    let signals = node["signals"]?.array ?? []
    let width = Self.names.values.map { terminalColumns(of: speech.say($0)) }.max() ?? 0
    return signals.map { signal in
      let name = speech.say(Self.names[signal["name"]?.string ?? ""] ?? "")
      let state = signal["state"]?.string ?? ""
      let gap = String(repeating: " ", count: width - terminalColumns(of: name) + 2)
      var line = name + gap + speech.say(Self.words[state] ?? state)
      if let source = signal["source"]?.string { line += " (\(source))" }
      if let why = signal["why"]?.string { line += ": \(speech.say(why))" }
      return line
    }.joined(separator: "\n")
  }

  func screen(_ terminal: TerminalStyle) -> String {
    let say = terminal.speech.say
    let rows = (node["signals"]?.array ?? []).map { signal in
      let state = signal["state"]?.string ?? ""
      let tone: TerminalStyle.Tone = state == "in-force" ? .good : state == "unavailable" ? .warning : .faint
      return [
        TerminalCell(say(Self.names[signal["name"]?.string ?? ""] ?? ""), .strong),
        TerminalCell(say(Self.words[state] ?? state), tone),
        TerminalCell(signal["source"]?.string ?? "", .faint), TerminalCell(say(signal["why"]?.string ?? ""), .faint),
      ]
    }
    return terminal.table(rows, cutsLast: false).joined(separator: "\n")
  }
}

struct NoticedAnswer: PrintedAnswer {
  let node: JSONNode

  var json: JSONValue { node.value }

  var text: String {
    let time = node["at"]?.string?.split(separator: "T").last.map { String($0.prefix(8)) } ?? ""
    return "\(time)  \(words)"
  }

  private var words: String {
    if let app = node["app"] {
      guard let name = app.string else {
        return node["known"]?.bool == true ? "front: nothing" : "front: not known"
      }
      let process = node["pid"]?.integer.map { " (process \($0))" } ?? ""
      return "front: \(name)\(process)"
    }
    if let site = node["site"] { return "site: \(site.string ?? "none")" }
    if let isThere = node["input"]?.bool {
      return isThere ? "input: yes" : "input: none for \(node["idle_seconds"]?.integer ?? 0) s"
    }
    if let isLocked = node["locked"]?.bool { return isLocked ? "screen: locked" : "screen: unlocked" }
    if let isAsleep = node["asleep"]?.bool { return isAsleep ? "computer: going to sleep" : "computer: awake" }
    if let isLoud = node["loud"]?.bool { return isLoud ? "noise: loud" : "noise: quiet" }
    if let isOn = node["call"]?.bool { return isOn ? "call: yes" : "call: none" }
    if let players = node["players"]?.array {
      return players.isEmpty ? "players: none" : "players: \(players.compactMap(\.string).joined(separator: ", "))"
    }
    return node["there"]?.bool == true ? "card: on the reader" : "card: not on the reader"
  }
}

extension ServiceCall {
  /// Hands over each line of a stream until the service ends or nobody reads the output.
  func lines(
    of request: SentRequest, whileReadOn output: Int32, _ body: (JSONNode) throws(Failure) -> Void
  ) throws(Failure) {
    var client = try connect()
    try renaming(Failure.control, client.send(request.json.octets))
    while true {
      let line: [UInt8]
      do throws(ControlError) {
        guard try client.waits(atMost: nil, whileReadOn: output) else { continue }
        guard let next = try client.nextLine() else { throw .hungUp }
        line = next
      } catch {
        throw .control(error)
      }
      guard let node = try? JSONDocument(line).root else { throw .control(.hungUp) }
      try body(node)
    }
  }
}
