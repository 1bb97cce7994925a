internal import FocusLinks
internal import FocusWire
internal import Octets
internal import Requests
internal import Spelling

/// A script of `focuskey simulate`, read completely before its first line happens.
struct SimulateScript {
  struct Line {
    var place: ScriptLine
    var time: Time
    var verb: Verb
  }

  enum Time: Equatable {
    case at(Timestamp)
    /// That long after the line before.
    case after(Lapse)
  }

  enum Verb: Equatable {
    case start(StartRequest)
    case stop
    case confirm
    case keep
    case takeBreak(Int?)
    case resume
    case extend(Int)
    case tap(TapArguments)
    case lift(ReaderID?)
    case open(String)
    case attempt(Attempt)
    case crash(Lapse)
    case suspend(Lapse)
    case clock(Lapse)
    case reboot(Lapse)
    case emergency(String?)
    case recoveryCode(String)
    case recover(String)
    case expect(SimulateExpectation)
    case wait(Lapse)
    case signal(SimulatedSignal)
    case command(Command)
    /// Does nothing; time passes up to here.
    case look
  }

  struct TapArguments: Equatable {
    var key: KeyID?
    var link: String?
    var uid: CardUID?
    var reader: ReaderID?
    var proof: Proof?
  }

  var lines: [Line] = []
  /// The UTC offset of the first line that names a time.
  var firstOffset: Int?

  /// Reads a script for these settings; a mistake anywhere in it refuses all of it.
  init(_ text: String, of file: String, settings: Settings) throws(Failure) {
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let place = ScriptLine(file: file, number: number)
      var words = try SimulateWords(line, line: place)
      guard let time = words.next() else { continue }
      let when: Time
      if let wall = ISO8601.moment(time) {
        when = .at(wall)
        if firstOffset == nil { firstOffset = ISO8601.offset(of: time) }
      } else if time.hasPrefix("+"), let lapse = Lapse(text: String(time.dropFirst())) {
        when = .after(lapse)
      } else {
        throw Failure(place, "not a time: \(time)", "write 2026-11-21T09:00:00+01:00 or +90s")
      }
      let verb = try SimulateVerbs(settings: settings).read(&words)
      if let extra = words.next() { throw Failure(place, "unexpected argument: \(extra)", "remove it") }
      lines.append(Line(place: place, time: when, verb: verb))
    }
  }
}

struct ScriptLine: Equatable {
  let file: String
  let number: Int

  var text: String { "\(file) line \(number)" }
}

extension Failure {
  init(_ line: ScriptLine, _ what: String, _ advice: String) {
    self.init(
      .badData, kind: "bad-script", what: what, at: .text(line.text), advice: advice,
      details: [("line", JSONValue(line.number))])
  }

  init(_ line: ScriptLine, unknown kind: String, _ word: String, among known: [String]) {
    self.init(line, "unknown \(kind) \u{201C}\(word)\u{201D}", Self.advice(on: word, among: known))
  }

  /// Suggests the word that was meant, or else lists all of them.
  static func advice(on word: String, among known: [String]) -> String {
    nearestWord(to: word, among: known).map { "did you mean \u{201C}\($0)\u{201D}?" }
      ?? "use one of " + known.joined(separator: ", ")
  }
}

/// The words of one line: separated by blanks, held together by double quotes, up to a `#` that begins a word.
struct SimulateWords {
  let line: ScriptLine
  private let text: Substring
  private var rest: Substring

  init(_ text: Substring, line: ScriptLine) throws(Failure) {
    self.line = line
    self.text = text
    rest = text
    var check = self
    while let word = check.next() {
      if word.utf8.count > 4096 { throw Failure(line, "a word is too long", "shorten it") }
    }
    if text.filter({ $0 == "\"" }).count % 2 == 1 {
      throw Failure(line, "a quotation mark is not closed", "close it on its line")
    }
  }

  mutating func next() -> String? {
    skipBlanks()
    guard let first = rest.first, first != "#" else { return nil }
    var word = ""
    var isQuoted = false
    while let letter = rest.first, isQuoted || !letter.isWhitespace {
      rest.removeFirst()
      if letter == "\"" { isQuoted.toggle() } else { word.append(letter) }
    }
    return word
  }

  /// Returns the rest of the line as it is, without blanks around it.
  mutating func remainder() -> String {
    skipBlanks()
    var text = rest
    rest = ""
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  private mutating func skipBlanks() {
    while let letter = rest.first, letter.isWhitespace { rest.removeFirst() }
  }
}
