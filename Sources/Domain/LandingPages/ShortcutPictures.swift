extension ActionPicture {
  /// The steps of the Shortcut, in the order of ``PageWords/shortcutSteps``.
  static let shortcut: [ActionPicture] = [
    ActionPicture(actions: [
      Action(
        icon: .terminal, title: "On the computer",
        lines: [
          [.typed("$ focuskey phone pair --shortcut")], [.typed("Key: 43 letters and digits")],
          [.typed("\u{2026}/challenge")], [.typed("\u{2026}/tap")],
        ])
    ]),
    ActionPicture(actions: [
      Action(
        icon: .tag, title: "New Automation",
        lines: [[.typed("When"), .variable("NFC")], [.variable("Run Immediately")]]),
      Action(icon: .text, title: "New Blank Automation"),
    ]),
    ActionPicture(actions: [text([.typed("the key from the computer")]), set("Key")]),
    ActionPicture(actions: [text([.typed("/focus/work")]), set("Route")]),
    ActionPicture(actions: [
      Action(icon: .web, title: "Get Contents of URL", lines: [[.typed("\u{2026}/challenge")]]),
      set("Challenge"),
    ]),
    ActionPicture(actions: [text([.variable("Key"), .variable("Challenge"), .variable("Route")]), hash, set("Inner")]),
    ActionPicture(actions: [text([.variable("Key"), .variable("Inner")]), hash, set("Proof")]),
    ActionPicture(actions: [
      Action(icon: .encode, title: "URL Encode", lines: [[.typed("Encode"), .variable("Route")]]), set("Encoded"),
    ]),
    ActionPicture(actions: [
      Action(
        icon: .text, title: "Text",
        lines: [
          [.typed("p=iphone&c="), .variable("Challenge"), .typed("&r=")],
          [.variable("Encoded"), .typed("&m="), .variable("Proof")],
        ])
    ]),
    ActionPicture(actions: [
      Action(
        icon: .web, title: "Get Contents of URL",
        lines: [
          [.typed("\u{2026}/tap")], [.typed("Method"), .variable("POST")],
          [.typed("Headers"), .variable("Content-Type")], [.typed("application/x-www-form-urlencoded")],
          [.typed("Request Body"), .variable("File")], [.typed("File"), .variable("Text")],
        ])
    ]),
    ActionPicture(actions: [
      Action(icon: .bell, title: "Show Notification", lines: [[.variable("Contents of URL")]])
    ]),
  ]

  private static let hash = Action(icon: .hash, title: "Generate Hash", lines: [[.typed("Type"), .variable("SHA256")]])

  private static func text(_ parts: [Part]) -> Action { Action(icon: .text, title: "Text", lines: [parts]) }

  private static func set(_ name: String) -> Action {
    Action(icon: .variable, title: "Set Variable", lines: [[.variable(name)]])
  }
}
