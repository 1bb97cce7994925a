import Testing
import WatchScreen

/// The screen as a function: what is on it for a scene, a size and a terminal.
@Suite struct WatchScreenTests {
  static let plain = WatchStyle(hasColour: false, hasUnicode: false)
  static let rich = WatchStyle(hasColour: true, hasUnicode: true)

  static var focusing: WatchScene {
    var scene = WatchScene(state: .focusing)
    scene.profile = "work"
    scene.task = "chapter three"
    scene.focused = 750
    scene.left = 2250
    scene.breaksTaken = 1
    scene.breaksLeft = 3
    return scene
  }

  static var asking: WatchScene {
    var scene = focusing
    scene.question = .init(opensIn: 3, closesIn: 28)
    return scene
  }

  static var resting: WatchScene {
    var scene = focusing
    scene.state = .onBreak
    scene.breakLeft = 75
    scene.breakLength = 300
    return scene
  }

  static var idle: WatchScene {
    var scene = WatchScene(state: .idle)
    scene.profiles = ["work", "study", "sleep"]
    scene.remarks = ["Next: sleep at 23:00"]
    return scene
  }

  static var crowded: WatchScene {
    var scene = asking
    scene.profile = "Ein Profil mit Umlaut: Übung \u{1B}[31m\u{202E}"
    scene.task = "漢字の練習 👩‍🎓 und noch viel mehr als auf eine Zeile von vierzig Zeichen passt"
    scene.attempts = 12
    scene.nextBreak = "10:30"
    scene.refusal = "too soon after the last break; possible from 10:30"
    scene.remarks = ["Nothing is blocked. Why: focuskey shield status", "Reader lost: ACS ACR122U 00 00"]
    return scene
  }

  static let scenes = [WatchScene(state: .away), idle, focusing, asking, resting, crowded, typing]

  static func screen(_ scene: WatchScene, _ columns: Int, _ rows: Int, _ style: WatchStyle = plain) -> [String] {
    WatchScreen(columns: columns, rows: rows, style: style).lines(of: scene)
  }

  @Test func stepsThatAreMissingAreListedAndHoldTheAnswerBack() {
    var scene = Self.asking
    scene.question = .init(opensIn: 0, closesIn: 20, toDo: ["learn 3 more cards", "type \"yes\""])
    let lines = Self.screen(scene, 60, 30).map { $0.filter { $0 != " " } }
    for line in ["First:", "-learn3morecards", "-type\"yes\""] { #expect(lines.contains(line), "\(lines)") }
    #expect(!scene.keys.contains { $0.act == .confirm })
    scene.question?.toDo = []
    #expect(scene.keys.contains { $0.act == .confirm })
    var before = Self.focusing
    before.toDoBeforeBreak = ["learn 5 cards"]
    let shown = Self.screen(before, 60, 30).map { $0.filter { $0 != " " } }
    #expect(shown.contains("Beforeabreak:") && shown.contains("-learn5cards"), "\(shown)")
  }

  @Test func fortyColumnsWithoutColoursAndWithoutUnicode() {
    #expect(
      Self.screen(Self.focusing, 40, 18) == [
        "               .....#####",
        "            ........########",
        "           ....          ####",
        "          ...              ###",
        "         ....              ####",
        "         ...     37:30      ###",
        "         ####     Left     ####",
        "          ###              ###",
        "           ####          ####",
        "            ################",
        "               ##########",
        "",
        "          work: chapter three",
        "",
        "             Focused 12:30",
        "        Breaks: 1 taken, 3 left",
        "",
        "  e end  b break  + 5 more min  q quit",
      ])
  }

  @Test func aProfileWithoutBreaksHasNoneToCount() {
    var scene = Self.focusing
    (scene.breaksTaken, scene.breaksLeft) = (0, 0)
    #expect(Self.screen(scene, 40, 30).contains { $0.contains("No breaks in this session.") })
    #expect(!Self.screen(scene, 40, 30).contains { $0.contains("Breaks:") })
  }

  @Test func aShortScreenKeepsTheQuestionAndTheKeys() {
    #expect(
      Self.screen(Self.asking, 40, 8) == [
        "               Left 37:30",
        "          work: chapter three",
        "",
        "               End work?",
        "         you can answer in 3 s",
        "",
        "  k keep going  b break  + 5 more min",
        "                 q quit",
      ])
    #expect(Self.screen(Self.asking, 40, 1).count == 1)
    #expect(Self.screen(Self.asking, 40, 1)[0].contains("q quit"))
  }

  @Test(
    arguments: zip(
      [WatchScene(state: .away), idle],
      [
        ["Waiting for the service.", "q quit"],
        ["Idle", "Next: sleep at 23:00", "s start  1 work  2 study  3 sleep", "q quit"],
      ]))
  func withoutASessionItSaysWhatCanBeDone(scene: WatchScene, lines: [String]) {
    let shown = Self.screen(scene, 40, 10).map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.map(String.init)
    #expect(shown == lines)
  }

  @Test func theRingDrainsWithAnEndAndFillsWithout() {
    func filled(_ scene: WatchScene) -> Int { Self.screen(scene, 80, 24).joined().count { $0 == "#" } }
    var scene = Self.focusing
    var last = Int.max
    for left in stride(from: Int64(3000), through: 0, by: -250) {
      scene.focused = 3000 - left
      scene.left = left
      #expect(filled(scene) < last)
      last = filled(scene)
    }
    scene.left = nil
    scene.focused = 3600 + 900
    // A quarter past: the upper right quarter and no more.
    let rows = Self.screen(scene, 80, 24)
    #expect(rows[0..<7].allSatisfy { $0.contains("#") })
    #expect(!rows[9].contains("#"))
    var rest = Self.resting
    let before = filled(rest)
    rest.breakLeft = 30
    #expect(filled(rest) < before)
  }

  @Test func aSecondLaterOnlyTheTimeDiffers() {
    let before = Self.screen(Self.asking, 60, 24)
    let after = Self.screen(Self.asking.after(1), 60, 24)
    #expect(after.contains { $0.contains("37:29") })
    #expect(after.contains { $0.contains("you can answer in 2 s") })
    #expect(zip(before, after).count { $0 != $1 } <= 4)
    #expect(Self.asking.after(3).keys.first?.act == .confirm)
    #expect(Self.idle.after(3600) == Self.idle)
    #expect(Self.resting.after(100).breakLeft == 0)
  }

  @Test func keysAreThoseThatDoSomething() {
    func keys(_ scene: WatchScene) -> String { String(scene.keys.map(\.key)) }
    #expect(keys(WatchScene(state: .away)) == "q")
    #expect(keys(Self.idle) == "s123q")
    #expect(keys(Self.focusing) == "eb+q")
    #expect(keys(Self.asking) == "kb+q")
    #expect(keys(Self.resting) == "er+q")
    var spent = Self.focusing
    spent.breaksLeft = 0
    spent.left = nil
    #expect(keys(spent) == "eq")
    spent.brokenOffIn = 42
    #expect(keys(spent) == "keq")
    #expect(Self.screen(spent.after(2), 40, 18).contains { $0.contains("The session ends in 00:40") })
    spent.exit = .init(sentence: "I know.", wait: 60, left: 2)
    #expect(keys(spent) == "keq")
    spent.brokenOffIn = nil
    #expect(keys(spent) == "exq")
  }

  static var typing: WatchScene {
    var scene = focusing
    scene.exit = .init(sentence: "I am breaking off this session and I know what I promised.", wait: 300, left: 2)
    scene.typed = "I am breaking off this session and I kn"
    return scene
  }

  /// While a sentence is typed, no letter of it is a key, whatever happens to the session.
  @Test func aSentenceIsTypedBelowWhatItSays() {
    #expect(
      Self.screen(Self.typing, 40, 14) == [
        "               Left 37:30",
        "          work: chapter three",
        "",
        "  Emergency exit from work? Type this:",
        "  I am breaking off this session and I",
        "         know what I promised.",
        "> am breaking off this session and I kn_",
        "",
        " Ends after 05:00. Exits left: 2; later",
        "      ones wait at least as long.",
        "             Focused 12:30",
        "",
        "    Enter emergency exit  Esc cancel",
      ])
    for state in [WatchScene.State.away, .idle, .onBreak] {
      var scene = Self.typing
      scene.state = state
      scene.question = Self.asking.question
      #expect(scene.keys.map(\.label) == ["Enter", "Esc"])
    }
  }

  @Test func everySizeAndTerminalIsRespected() {
    for scene in Self.scenes {
      for style in [Self.plain, Self.rich] {
        for columns in [1, 2, 7, 20, 39, 40, 41, 80, 133] {
          for rows in [1, 2, 3, 5, 8, 18, 24, 60] {
            let lines = Self.screen(scene, columns, rows, style)
            #expect(lines.count <= rows)
            for line in lines {
              let bare = Self.withoutColours(line)
              #expect(Self.width(bare) <= columns, "\(columns)x\(rows): \(bare)")
              #expect(!bare.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
              if style == Self.plain { #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }) }
            }
            let last = columns < 8 || scene.typed != nil ? "" : "q quit"
            #expect(lines.last.map(Self.withoutColours)?.hasSuffix(last) == true)
          }
        }
      }
    }
  }

  @Test func coloursOnlyUnderlineWhatWordsSay() {
    for scene in Self.scenes {
      let colour = Self.screen(scene, 60, 24, WatchStyle(hasColour: true, hasUnicode: false))
      #expect(colour.map(Self.withoutColours) == Self.screen(scene, 60, 24))
    }
    #expect(Self.screen(Self.asking, 60, 24, Self.rich).contains { $0.contains("\u{1B}[33;1mEnd work?\u{1B}[0m") })
  }

  static func withoutColours(_ line: String) -> String {
    var bare = ""
    var rest = line[...]
    while let escape = rest.firstIndex(of: "\u{1B}"), let end = rest[escape...].firstIndex(of: "m") {
      bare += rest[..<escape]
      rest = rest[rest.index(after: end)...]
    }
    return bare + rest
  }

  /// Columns as wcwidth(3) counts those characters that stand in these tests.
  static func width(_ line: String) -> Int {
    line.unicodeScalars.reduce(0) { sum, scalar in
      sum + (scalar.value == 0x200D ? 0 : (0x3040...0x9FFF).contains(scalar.value) || scalar.value > 0x1F000 ? 2 : 1)
    }
  }
}
