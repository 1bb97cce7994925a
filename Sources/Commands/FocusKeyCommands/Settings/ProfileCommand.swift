internal import CommandShell
internal import CommandSpec
internal import JSONText

/// `profile`
let profileCommand = ListCommands(
  kind: "profile", list: "profiles", abstract: "what is blocked, when breaks are granted, how a session ends",
  setters: [
    .word(Option("name", value: .text("NAME"), "what people call it"), "name"),
    .words(Option("site", value: .text("DOMAIN"), "a domain to block", mayRepeat: true), "blocks.sites"),
    .words(Option("app", value: .text("ENTRY"), "a desktop entry to block", mayRepeat: true), "blocks.apps"),
    .words(
      Option("category", value: .text("NAME"), "a category to block", mayRepeat: true), "blocks.categories"),
    .word(Option("end", value: .choice("HOW", of: ["confirm", "key", "timer"]), "how a session ends"), "end"),
    .number(Option("break-minutes", value: .number("MIN", in: 1...10_080), "how long a break is"), "breaks.minutes"),
    .number(
      Option("breaks-per-session", value: .number("N", in: 0...1000), "how many breaks there are"),
      "breaks.perSession"),
    .words(
      Option("switch-to", value: .text("PROFILE", wordList: "profiles"), "a profile to switch to", mayRepeat: true),
      "switchTo"),
  ],
  line: { profile, _ in
    let blocks = profile["blocks"]
    let closed = (blocks?["sites"]?.words ?? []) + (blocks?["apps"]?.words ?? []) + (blocks?["categories"]?.words ?? [])
    let end = profile["end"]?.word ?? "confirm"
    return "\(profile.id)  ends by \(end)  \(closed.joined(separator: " "))"
  }
).command

/// `key`
let keyCommand = ListCommands(
  kind: "key", list: "keys", abstract: "the cards and tags that are registered here",
  setters: [
    .word(Option("name", value: .text("NAME"), "what people call it"), "name"),
    .uid(Option("uid", value: .text("HEX"), "the card's UID: 8, 14 or 20 hex digits"), "uid"),
    .words(
      Option(
        "may", value: .choice("WHAT", of: ["start", "stop", "break", "switch"]), "what it may do", mayRepeat: true),
      "may"),
    .word(Option("link", value: .text("URL"), "what a tap of it asks"), "link"),
    .word(
      Option("proof", value: .choice("HOW", of: ["uid", "counter", "sun"]), "how strongly a tap must be proven"),
      "proof"),
  ],
  line: { key, edit in
    let may = key["may"]?.words ?? ["start", "stop", "break", "switch"]
    let proven = edit.provenKeys.contains(key.id) ? "  proven" : ""
    return "\(key.id)  \(key["uid"]?.word ?? "no uid")  may \(may.joined(separator: " "))\(proven)"
  }
).command
