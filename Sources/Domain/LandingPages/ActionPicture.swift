/// A drawing of a step in Shortcuts: its actions as blocks, one below the other, with what is put into them.
struct ActionPicture {
  enum Part {
    case typed(String)
    /// A variable, which is chosen and not typed.
    case variable(String)
  }

  struct Action {
    let icon: Icon
    let title: String
    var lines: [[Part]] = []
  }

  /// An action's sign, drawn on a square of 24 by 24.
  enum Icon {
    case terminal, tag, text, variable, web, hash, encode, bell
  }

  let actions: [Action]

  private static let (width, head, line, gap, letter) = (300, 34, 26, 10, 7)

  private func height(of action: Action) -> Int {
    Self.head + action.lines.count * Self.line + (action.lines.isEmpty ? 0 : 6)
  }

  /// Draws it for eyes only, because the step's words already say everything in it.
  func draw(in html: inout HTMLText) {
    let heights = actions.map { height(of: $0) }
    let whole = heights.reduce(0, +) + (actions.count - 1) * Self.gap
    html.markup("<svg class=\"drawn\" aria-hidden=\"true\" viewBox=\"-1 -1 302 ")
    html.plain("\(whole + 2)")
    html.markup("\">")
    var top = 0
    for (action, height) in zip(actions, heights) {
      if top > 0 { path("M28 \(top - Self.gap)v\(Self.gap)", in: &html) }
      draw(action, from: top, height, in: &html)
      top += height + Self.gap
    }
    html.markup("</svg>\n")
  }

  private func draw(_ action: Action, from top: Int, _ height: Int, in html: inout HTMLText) {
    box("", x: 0, y: top, Self.width, height, round: 12, in: &html)
    html.markup("<g transform=\"translate(12 ")
    html.plain("\(top + 8)")
    html.markup(") scale(.75)\">")
    path(action.icon.lines, in: &html)
    html.markup("</g>")
    write(action.title, "title", x: 38, y: top + 22, in: &html)
    for (index, line) in action.lines.enumerated() {
      let y = top + Self.head + index * Self.line
      var x = 14
      for part in line {
        switch part {
        case .typed(let words):
          write(words, "typed", x: x, y: y + 14, in: &html)
          x += words.utf8.count * Self.letter + 3
        case .variable(let name):
          let width = name.utf8.count * Self.letter + 14
          box("pill", x: x, y: y - 2, width, 22, round: 11, in: &html)
          write(name, "name", x: x + 7, y: y + 14, in: &html)
          x += width + 4
        }
      }
    }
  }

  private func box(
    _ kind: StaticString, x: Int, y: Int, _ width: Int, _ height: Int, round: Int, in html: inout HTMLText
  ) {
    html.markup("<rect class=\"")
    html.markup(kind)
    for (name, value) in [("\" x=\"", x), ("\" y=\"", y), ("\" width=\"", width), ("\" height=\"", height)]
      as [(StaticString, Int)]
    {
      html.markup(name)
      html.plain("\(value)")
    }
    html.markup("\" rx=\"")
    html.plain("\(round)")
    html.markup("\"/>")
  }

  private func write(_ words: String, _ kind: StaticString, x: Int, y: Int, in html: inout HTMLText) {
    html.markup("<text class=\"")
    html.markup(kind)
    html.markup("\" x=\"")
    html.plain("\(x)")
    html.markup("\" y=\"")
    html.plain("\(y)")
    html.markup("\">")
    html.plain(words)
    html.markup("</text>")
  }

  private func path(_ lines: String, in html: inout HTMLText) {
    html.markup("<path d=\"")
    html.plain(lines)
    html.markup("\"/>")
  }
}

extension ActionPicture.Icon {
  var lines: String {
    switch self {
    case .terminal: "M4 5h16v14H4zM7.500 9l3 3-3 3M12.500 15h4"
    case .tag: "M4 14a8 8 0 0 1 8-8M4 18A12 12 0 0 1 16 6M4.500 10A5 5 0 0 1 8 6M14 12h6v8h-6z"
    case .text: "M5 6h14M5 10.500h14M5 15h9M5 19.500h6"
    case .variable: "M7 4.500c-3 4.500-3 10.500 0 15M17 4.500c3 4.500 3 10.500 0 15M9 9.500l6 6M15 9.500l-6 6"
    case .web: "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M4 12h16M12 4c-5 5-5 11 0 16 5-5 5-11 0-16"
    case .hash: "M9.500 4.500l-2 15M16.500 4.500l-2 15M4.500 9.500h15M4 15h15"
    case .encode: "M18 5L6 19M7.500 5.500a2 2 0 1 0 0 4 2 2 0 1 0 0-4M16.500 14.500a2 2 0 1 0 0 4 2 2 0 1 0 0-4"
    case .bell: "M6 17c1-1.500 1.500-3 1.500-6a4.500 4.500 0 0 1 9 0c0 3 .5 4.500 1.500 6zM10.500 20h3"
    }
  }
}
