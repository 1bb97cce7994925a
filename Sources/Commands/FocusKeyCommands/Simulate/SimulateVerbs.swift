internal import FocusWire
internal import Octets
internal import Requests

/// Reads what comes after the time of a script's line.
struct SimulateVerbs {
  static let names =
    [
      "start", "stop", "confirm", "keep", "break", "visit", "leave",
      "resume", "extend", "tap", "lift", "open", "attempt", "crash",
      "suspend", "clock", "reboot", "emergency", "recovery-code", "recover", "expect", "wait", "type",
    ] + guardNames + movementNames

  let settings: Settings

  func read(_ words: inout SimulateWords) throws(Failure) -> SimulateScript.Verb {
    let line = words.line
    guard let name = words.next() else {
      throw Failure(line, "the verb is missing", "use one of " + Self.names.joined(separator: ", "))
    }
    switch name {
    case "start": return .start(try start(&words))
    case "stop": return .stop
    case "confirm": return .confirm
    case "keep": return .keep
    case "break": return .takeBreak(try optionalMinutes(&words))
    case "visit":
      let what = try word(&words, "what to visit is missing", "write visit reddit.com 5")
      return .command(.ask(.visit(VisitRequest(what: what, minutes: try optionalMinutes(&words))), by: .localUser))
    case "leave": return .command(.endVisit)
    case "resume": return .resume
    case "extend":
      guard let minutes = try optionalMinutes(&words) else {
        throw Failure(line, "the minutes are missing", "write extend 10")
      }
      return .extend(minutes)
    case "tap": return .tap(try tap(&words))
    case "lift": return .lift(try lift(&words))
    case "open": return .open(try word(&words, "the link is missing", "write open https://focuskey.app/stop"))
    case "attempt": return .attempt(try attempt(&words))
    case "crash": return .crash(try length(&words, "crash 10m"))
    case "suspend": return .suspend(try length(&words, "suspend 2h"))
    case "clock": return .clock(try length(&words, "clock +3h", signed: true))
    case "reboot": return .reboot(try length(&words, "reboot 5m"))
    case "emergency":
      let sentence = words.remainder()
      return .emergency(sentence.isEmpty ? nil : unquoted(sentence))
    case "recovery-code": return .recoveryCode(try word(&words, "the code is missing", "write recovery-code SPARE"))
    case "recover": return .recover(try word(&words, "the code is missing", "write recover SPARE"))
    case "expect": return .expect(try SimulateExpectation(&words))
    case "type":
      let sentence = words.remainder()
      guard !sentence.isEmpty else { throw Failure(line, "the sentence is missing", "write type I mean it.") }
      return .command(.type(unquoted(sentence)))
    case "wait": return .wait(try length(&words, "wait 5m"))
    default:
      if let verb = try readGuard(name, &words) { return verb }
      if let verb = try readMovement(name, &words) { return verb }
      throw Failure(line, unknown: "verb", name, among: Self.names)
    }
  }

  private func start(_ words: inout SimulateWords) throws(Failure) -> StartRequest {
    var ask = StartRequest()
    while let word = words.next() {
      var (name, value) = pair(word)
      if value == nil, name.hasPrefix("--") { value = words.next() }
      switch (name.hasPrefix("--") ? String(name.dropFirst(2)) : name, value) {
      case ("minutes", let value?): ask.minutes = try minutes(value, words.line)
      case ("in", let value?): ask.inMinutes = try minutes(value, words.line)
      case ("task", let value?): ask.task = value
      case ("profile", let value?): ask.profile = try profile(value, words.line)
      case (let word, nil) where !name.hasPrefix("--") && ask.profile == nil:
        ask.profile = try profile(word, words.line)
      case (_, nil) where name.hasPrefix("--"):
        throw Failure(words.line, "the value of \(name) is missing", "write \(name) VALUE")
      default: throw Failure(words.line, unknown: "argument", name, among: ["--minutes", "--task", "--in"])
      }
    }
    return ask
  }

  private func profile(_ name: String, _ line: ScriptLine) throws(Failure) -> ProfileID {
    let known = settings.profiles.map { $0.id.text }
    guard known.contains(name) else { throw Failure(line, unknown: "profile", name, among: known) }
    return ProfileID(name)
  }

  private func optionalMinutes(_ words: inout SimulateWords) throws(Failure) -> Int? {
    guard var word = words.next() else { return nil }
    if word == "--minutes" { word = try self.word(&words, "the minutes are missing", "write --minutes 5") }
    let (name, value) = pair(word)
    if let value {
      guard name == "minutes" || name == "--minutes" else {
        throw Failure(words.line, unknown: "argument", name, among: ["minutes"])
      }
      return try minutes(value, words.line)
    }
    return try minutes(word, words.line)
  }

  /// A number of minutes, as `5` or `5m`.
  private func minutes(_ text: String, _ line: ScriptLine) throws(Failure) -> Int {
    var number = Int(text)
    if number == nil, let lapse = Lapse(text: text), lapse.milliseconds % 60_000 == 0 {
      number = Int(lapse.milliseconds / 60_000)
    }
    guard let number, Limits.minutes.contains(number) else {
      throw Failure(
        line, "not a number of minutes: \(text)",
        "write a whole number from \(Limits.minutes.lowerBound) to \(Limits.minutes.upperBound)")
    }
    return number
  }

  private func tap(_ words: inout SimulateWords) throws(Failure) -> SimulateScript.TapArguments {
    var tap = SimulateScript.TapArguments()
    let known = ["key", "link", "uid", "reader", "proof"]
    while let word = words.next() {
      switch pair(word) {
      case ("key", let name?): tap.key = try key(name, words.line)
      case ("link", let link?): tap.link = link
      case ("uid", let hex?): tap.uid = CardUID(try octets(hex, words.line))
      case ("reader", let name?): tap.reader = ReaderID(name)
      case ("proof", let name?):
        guard let proof = Proof(word: name) else {
          throw Failure(words.line, unknown: "proof", name, among: Proof.words)
        }
        tap.proof = proof
      case (let name, nil) where settings.keys.contains { $0.id.text == name }: tap.key = KeyID(name)
      case (let name, let value):
        if value == nil, !known.contains(name), tap == .init() {
          throw Failure(words.line, unknown: "key", name, among: settings.keys.map { $0.id.text } + known)
        }
        throw Failure(words.line, unknown: "argument", name, among: known)
      }
    }
    guard tap.key != nil || tap.link != nil || tap.uid != nil else {
      throw Failure(words.line, "a tap needs a card", "write tap key=NAME, tap link=URL or tap uid=HEX")
    }
    return tap
  }

  private func key(_ name: String, _ line: ScriptLine) throws(Failure) -> KeyID {
    let known = settings.keys.map { $0.id.text }
    if known.contains(name) { return KeyID(name) }
    if let key = settings.keys.first(where: { $0.name == name }) { return key.id }
    throw Failure(line, unknown: "key", name, among: known)
  }

  private func octets(_ hex: String, _ line: ScriptLine) throws(Failure) -> [UInt8] {
    do {
      let octets = try HexText.octets(of: hex)
      if !octets.isEmpty { return octets }
    } catch {}
    throw Failure(line, "not a UID in hex: \(hex)", "write it like 04A1B2C3D4E580")
  }

  private func lift(_ words: inout SimulateWords) throws(Failure) -> ReaderID? {
    guard let word = words.next() else { return nil }
    guard case ("reader", let name?) = pair(word) else {
      throw Failure(words.line, unknown: "argument", pair(word).name, among: ["reader"])
    }
    return ReaderID(name)
  }

  private func attempt(_ words: inout SimulateWords) throws(Failure) -> Attempt {
    let word = try word(&words, "the site or app is missing", "write attempt site=reddit.com")
    let (name, value) = pair(word)
    guard let kind = Attempt.Kind(word: name), let value, !value.isEmpty else {
      throw Failure(words.line, unknown: "argument", name, among: Attempt.Kind.words)
    }
    return Attempt(kind: kind, name: value)
  }

  private func length(
    _ words: inout SimulateWords, _ example: String, signed: Bool = false
  ) throws(Failure) -> Lapse {
    let word = try word(&words, "the length of time is missing", "write \(example)")
    // A thousand years keep every sum of a script within what a calendar can say.
    guard let lapse = Lapse(text: word, signed: signed), lapse < .days(365_000), lapse > .days(-365_000) else {
      throw Failure(words.line, "not a length of time: \(word)", "write \(example)")
    }
    return lapse
  }

  private func word(
    _ words: inout SimulateWords, _ missing: String, _ advice: String
  ) throws(Failure) -> String {
    guard let word = words.next(), !word.isEmpty else { throw Failure(words.line, missing, advice) }
    return word
  }

  private func pair(_ word: String) -> (name: String, value: String?) {
    guard let sign = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<sign]), String(word[word.index(after: sign)...]))
  }

  private func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }
}
