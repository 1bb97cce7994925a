package import Languages
internal import Spelling

/// What a terminal can show.
package struct WatchStyle: Equatable, Sendable {
  package var hasColour: Bool
  /// Whether it has the 256 colours of xterm.
  package var hasManyColours: Bool
  /// Whether it shows more than ASCII.
  package var hasUnicode: Bool

  package init(hasColour: Bool, hasManyColours: Bool = false, hasUnicode: Bool) {
    self.hasColour = hasColour
    self.hasManyColours = hasManyColours
    self.hasUnicode = hasUnicode
  }
}

/// The screen of `focuskey watch`: a function from a scene to lines, for any size and any terminal.
package struct WatchScreen: Sendable {
  private let columns: Int
  private let rows: Int
  private let style: WatchStyle
  private let speech: Speech

  package init(columns: Int, rows: Int, style: WatchStyle, speech: Speech = .english) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    self.style = style
    self.speech = speech
  }

  /// The lines from the top, at most as many and as wide as fit.
  package func lines(of scene: WatchScene) -> [String] {
    let question = questionLines(scene)
    let keys = keyLines(scene)
    let details = detailLines(scene)
    // What must be seen comes first when room is short: the state, the question, the keys; then the ring, then the
    // rest.
    let gaps = question.isEmpty ? 3 : 4
    let fewDetails = min(details.count, 3)
    let ring = ringLines(scene, in: rows - 1 - question.count - keys.count - gaps - fewDetails)
    let name = [WatchPiece(text: nameLine(scene), tone: scene.isMoving ? .profile(scene.hue) : .plain)]
    let state = ring.isEmpty ? [headline(scene) + (scene.isMoving ? [name] : [])] : [ring, [name]]
    let used = (state + [question, keys]).reduce(0) { $0 + $1.count }
    let rest = Array(details.prefix(max(0, rows - used - gaps)))
    return joined((state + [question, rest, keys]).filter { !$0.isEmpty }).map(text)
  }

  /// Joins blocks, with empty lines between them while there is room.
  private func joined(_ blocks: [[[WatchPiece]]]) -> [[WatchPiece]] {
    let used = blocks.reduce(0) { $0 + $1.count }
    var gaps = max(0, rows - used)
    var lines: [[WatchPiece]] = []
    for block in blocks {
      if !lines.isEmpty, gaps > 0 {
        lines.append([])
        gaps -= 1
      }
      lines += block
    }
    // The keys are never what falls off.
    return lines.count <= rows ? lines : Array(lines.prefix(max(0, rows - 1))) + lines.suffix(1)
  }

  // MARK: Blocks

  private func headline(_ scene: WatchScene) -> [[WatchPiece]] {
    let tone = tone(scene)
    switch scene.state {
    case .away: return [[WatchPiece(text: speech.say("Waiting for the service."), tone: .faint)]]
    case .idle: return [[WatchPiece(text: speech.say("Idle"))]]
    case .focusing, .onBreak:
      return [[WatchPiece(text: "\(stateWord(scene)) \(time(scene))", tone: tone)]]
    }
  }

  private func tone(_ scene: WatchScene) -> WatchPiece.Tone {
    scene.question != nil ? .ask : scene.state == .onBreak ? .calm : .profile(scene.hue)
  }

  private func stateWord(_ scene: WatchScene) -> String {
    if scene.state == .onBreak { return speech.say("Break") }
    return speech.say(scene.left == nil ? "Focusing" : "Left")
  }

  private func time(_ scene: WatchScene) -> String {
    WatchText.clock(scene.state == .onBreak ? scene.breakLeft : scene.left ?? scene.focused)
  }

  private func nameLine(_ scene: WatchScene) -> String {
    let task = scene.task.map { ": " + $0 } ?? ""
    return WatchText.shown(scene.profile + task, unicode: style.hasUnicode)
  }

  private func questionLines(_ scene: WatchScene) -> [[WatchPiece]] {
    if let typed = scene.typed { return typingLines(scene, typed) }
    guard let question = scene.question else { return [] }
    let title = question.switchTo.map { "Switch to \($0)?" } ?? "End \(scene.profile)?"
    let wait =
      question.opensIn > 0
      ? "you can answer in \(question.opensIn) s" : "the session continues in \(question.closesIn) s"
    return [
      [WatchPiece(text: WatchText.shown(speech.say(title), unicode: style.hasUnicode), tone: .ask)],
      [WatchPiece(text: speech.say(wait), tone: .ask)],
    ] + toDo("First:", question.toDo).map { [WatchPiece(text: $0, tone: .ask)] }
  }

  private func toDo(_ title: String, _ steps: [String]) -> [String] {
    guard !steps.isEmpty else { return [] }
    return [speech.say(title)] + steps.flatMap { wrapped("- \(speech.say($0))") }
  }

  private func typingLines(_ scene: WatchScene, _ typed: String) -> [[WatchPiece]] {
    let title = WatchText.shown(
      speech.say("Emergency exit from \(scene.profile)? Type this:"), unicode: style.hasUnicode)
    let sentence = scene.exit.map { wrapped($0.sentence) } ?? []
    let end = WatchText.end(of: WatchText.shown(typed, unicode: style.hasUnicode), in: columns - 3)
    return [[WatchPiece(text: title, tone: .ask)]] + sentence.map { [WatchPiece(text: $0)] }
      + [[WatchPiece(text: "> \(end)_", tone: .accent)]]
  }

  private func detailLines(_ scene: WatchScene) -> [[WatchPiece]] {
    var texts: [String] = []
    if let refusal = scene.refusal { texts += wrapped(refusal) }
    if let left = scene.brokenOffIn { texts += said("The session ends in \(WatchText.clock(left))") }
    if scene.typed != nil, let exit = scene.exit {
      texts += said(
        "Ends after \(WatchText.clock(exit.wait)). Exits left: \(exit.left); later ones wait at least as long.")
    }
    if scene.isMoving {
      if scene.left != nil, scene.state == .focusing { texts += said("Focused \(WatchText.clock(scene.focused))") }
      if let visit = scene.visit { texts += said("\(visit.what) is open for \(WatchText.clock(visit.left))") }
      texts += said(scene.breakWords)
      if scene.state == .focusing { texts += toDo("Before a break:", scene.toDoBeforeBreak) }
      if scene.attempts > 0 { texts += said("Resisted: \(scene.attempts)") }
    }
    for remark in scene.remarks { texts += said(remark) }
    return texts.map { [WatchPiece(text: $0, tone: .faint)] }
  }

  private func keyLines(_ scene: WatchScene) -> [[WatchPiece]] {
    var lines: [[WatchPiece]] = []
    var width = 0
    for key in scene.keys {
      let words = " " + WatchText.shown(speech.say(key.words), unicode: style.hasUnicode)
      let wide = key.label.count + terminalColumns(of: words)
      if lines.isEmpty || width + 2 + wide > columns {
        lines.append([])
        width = 0
      } else {
        lines[lines.count - 1].append(WatchPiece(text: "  "))
        width += 2
      }
      lines[lines.count - 1] += [WatchPiece(text: key.label, tone: .accent), WatchPiece(text: words)]
      width += wide
    }
    return lines
  }

  private func ringLines(_ scene: WatchScene, in room: Int) -> [[WatchPiece]] {
    guard scene.isMoving else { return [] }
    // An odd number of rows has a middle for the time; below seven there is no room inside.
    var height = min(room, columns / 2, 15)
    if height % 2 == 0 { height -= 1 }
    guard height >= 7 else { return [] }
    let ring = WatchRing(rows: height, fraction: fraction(scene))
    let tone = tone(scene)
    var lines: [[WatchPiece]] = ring.cells(dots: style.hasUnicode).map { row in
      row.map { cell in WatchPiece(text: String(cell.character), tone: cell.part == .filled ? tone : .faint) }
    }
    write(time(scene), in: &lines[height / 2], tone)
    write(stateWord(scene), in: &lines[height / 2 + 1], .faint)
    return lines
  }

  /// Writes a word into the middle of a row of single cells.
  private func write(_ word: String, in row: inout [WatchPiece], _ tone: WatchPiece.Tone) {
    let columns = terminalColumns(of: word)
    let start = (row.count - columns) / 2
    guard start >= 0 else { return }
    row.replaceSubrange(start..<(start + columns), with: [WatchPiece(text: word, tone: tone)])
  }

  private func fraction(_ scene: WatchScene) -> Double {
    if scene.state == .onBreak {
      return scene.breakLength > 0 ? Double(scene.breakLeft) / Double(max(scene.breakLength, scene.breakLeft)) : 1
    }
    // Without an end the ring fills once an hour; with one it drains, as on the dashboard and as a break does.
    guard let left = scene.left else { return Double(scene.focused % 3600) / 3600 }
    return scene.focused + left > 0 ? Double(left) / Double(scene.focused + left) : 0
  }

  // MARK: Text

  /// Translates an English sentence and wraps it into lines that fit.
  private func said(_ text: String) -> [String] { wrapped(speech.say(text)) }

  /// Breaks a text between words, and anywhere in what has no spaces.
  private func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in WatchText.shown(text, unicode: style.hasUnicode).split(separator: " ") {
      if terminalColumns(of: String(word)) > columns {
        lines += WatchText.pieces(of: String(word), columns: columns)
        continue
      }
      if let last = lines.last, terminalColumns(of: last) + 1 + terminalColumns(of: String(word)) <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Centres a line on the screen, in the terminal's own codes.
  private func text(_ pieces: [WatchPiece]) -> String {
    var room = columns
    var shown: [WatchPiece] = []
    for piece in pieces where room > 0 {
      let text = cutText(piece.text, to: room, unicode: style.hasUnicode)
      room -= terminalColumns(of: text)
      if let last = shown.last, last.tone == piece.tone {
        shown[shown.count - 1].text += text
      } else {
        shown.append(WatchPiece(text: text, tone: piece.tone))
      }
    }
    // Blanks at the end are nothing to send.
    while let last = shown.last, last.text.last ?? " " == " " {
      if last.text.isEmpty { shown.removeLast() } else { shown[shown.count - 1].text.removeLast() }
    }
    guard !shown.isEmpty else { return "" }
    var line = String(repeating: " ", count: room / 2)
    for piece in shown {
      let code = style.hasColour ? code(piece.tone) : ""
      line += code.isEmpty ? piece.text : "\u{1B}[\(code)m\(piece.text)\u{1B}[0m"
    }
    return line
  }

  /// Uses the colours that every terminal has and people choose themselves (ECMA-48, SGR).
  private func code(_ tone: WatchPiece.Tone) -> String {
    switch tone {
    case .profile(let place): hueCode(place, many: style.hasManyColours) + ";1"
    case .plain: ""
    case .accent: "34;1"
    case .calm: "32;1"
    case .ask: "33;1"
    case .faint: "2"
    }
  }
}
