internal import FocusLinks
internal import FocusSession
internal import FocusWire
internal import JSONText
internal import Octets
internal import Spelling

/// A script of `focuskey simulate`, read wholly before its first line happens.
struct SimulateScript {
  /// One line that makes something happen.
  struct Line {
    var number: Int
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
  init(_ text: String, settings: Settings) throws(SimulateError) {
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      var words = try SimulateWords(line, line: number)
      guard let time = words.next() else { continue }
      let when: Time
      if let wall = ISO8601.moment(time) {
        when = .at(wall)
        if firstOffset == nil { firstOffset = ISO8601.offset(of: time) }
      } else if time.hasPrefix("+"), let lapse = Lapse(text: String(time.dropFirst())) {
        when = .after(lapse)
      } else {
        throw SimulateError(number, "not a time: \(time)", "write 2026-11-21T09:00:00+01:00 or +90s")
      }
      let verb = try SimulateVerbs(settings: settings).read(&words)
      if let extra = words.next() { throw SimulateError(number, "unexpected argument: \(extra)", "remove it") }
      lines.append(Line(number: number, time: when, verb: verb))
    }
  }
}

/// Why a script is refused.
struct SimulateError: Error, Equatable {
  var line: Int
  var what: String
  var advice: String

  init(_ line: Int, _ what: String, _ advice: String) {
    self.line = line
    self.what = what
    self.advice = advice
  }

  /// A word that is none of those that mean something there.
  init(_ line: Int, unknown kind: String, _ word: String, among known: [String]) {
    let nearest = nearestWord(to: word, among: known)
    self.init(
      line, "unknown \(kind) \u{201C}\(word)\u{201D}",
      nearest.map { "did you mean \u{201C}\($0)\u{201D}?" } ?? "use one of " + known.joined(separator: ", "))
  }
}

/// The words of one line: separated by blanks, held together by double quotes, up to a `#` that begins a word.
struct SimulateWords {
  let line: Int
  private let text: Substring
  private var rest: Substring

  init(_ text: Substring, line: Int) throws(SimulateError) {
    self.line = line
    self.text = text
    rest = text
    var check = self
    while let word = check.next() {
      if word.utf8.count > 4096 { throw SimulateError(line, "a word is too long", "shorten it") }
    }
    if text.filter({ $0 == "\"" }).count % 2 == 1 {
      throw SimulateError(line, "a quotation mark is not closed", "close it on its line")
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
