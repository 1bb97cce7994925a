internal import FocusLinks
internal import FocusSession
internal import FocusWire
internal import JSONText
internal import Octets
internal import Requests
internal import Spelling

/// A script of `focuskey simulate`, read wholly before its first line happens.
struct SimulateScript {
  /// One line that makes something happen.
  struct Line {
    var place: ScriptLine
    var time: Time
    var verb: Verb
  }

  /// When a line happens.
  enum Time: Equatable {
    /// When the wall clock shows this.
    case at(Timestamp)
    /// So long after the line before.
    case after(Lapse)
  }

  /// What a line makes happen.
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
    /// What a source notices.
    case signal(SimulatedSignal)
    /// What the person says, as it is.
    case command(Command)
    /// Nothing; time is worked off up to here.
    case look
  }

  /// What a tap shows to the reader.
  struct TapArguments: Equatable {
    var key: KeyID?
    var link: String?
    var uid: CardUID?
    var reader: ReaderID?
    var proof: Proof?
  }

  var lines: [Line] = []
  /// How far ahead of UTC the clock of the first line is that names a time.
  var firstOffset: Int?

  /// Reads a script for these settings; a slip anywhere in it refuses all of it.
  ///
  /// - Parameter file: what the script is called.
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

/// A line of a script, as a person finds it.
struct ScriptLine: Equatable {
  let file: String
  let number: Int

  var text: String { "\(file) line \(number)" }
}

extension Failure {
  /// A script is refused.
  init(_ line: ScriptLine, _ what: String, _ advice: String) {
    self.init(
      .badData, kind: "bad-script", what: what, at: .text(line.text), advice: advice,
      details: [("line", JSONValue(line.number))])
  }

  /// A word that is none of those that mean something there.
  init(_ line: ScriptLine, unknown kind: String, _ word: String, among known: [String]) {
    self.init(line, "unknown \(kind) \u{201C}\(word)\u{201D}", Self.advice(on: word, among: known))
  }

  /// The word that was meant, or else all of them.
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

  /// All that is left of the line as it is, without blanks around it.
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
