internal import CommandShell
internal import FocusSession
internal import Languages

let profileCommand = ListCommands(
  kind: "profile", list: "profiles", abstract: "Manage profiles: blocks, breaks and endings",
  setters: [
    .word(Option("name", value: .text("NAME"), "the name to show"), "name"),
    .word(
      Option("icon", value: .choice("ICON", of: ProfileIcon.allCases.map { $0.rawValue }), "how it is drawn"), "icon"),
    .words(Option("site", value: .text("DOMAIN"), "block this domain", mayRepeat: true), "blocks.sites"),
    .words(Option("app", value: .text("ENTRY"), "block the app of this desktop entry", mayRepeat: true), "blocks.apps"),
    .words(Option("category", value: .text("NAME"), "block this category", mayRepeat: true), "blocks.categories"),
    .word(Option("end", value: .choice("HOW", of: ["confirm", "key", "timer"]), "how a session ends"), "end"),
    .number(Option("break-minutes", value: .number("MIN", in: 1...10_080), "length of a break"), "breaks.minutes"),
    .number(
      Option("breaks-per-session", value: .number("N", in: 0...1000), "number of breaks in a session"),
      "breaks.perSession"),
    .words(
      Option(
        "switch-to", value: .text("PROFILE", wordList: "profiles"), "allow switching to this profile", mayRepeat: true),
      "switchTo"),
  ],
  line: { profile, _, speech in
    let blocks = profile["blocks"]
    let closed = (blocks?["sites"]?.words ?? []) + (blocks?["apps"]?.words ?? []) + (blocks?["categories"]?.words ?? [])
    let end = profile["end"]?.word ?? "confirm"
    return "\(profile.id)  \(speech.say("ends by \(end)"))  \(closed.joined(separator: " "))"
  }
).command

let keyCommand = ListCommands(
  kind: "key", list: "keys", abstract: "Manage keys: registered cards and tags",
  setters: [
    .word(Option("name", value: .text("NAME"), "the name to show"), "name"),
    .uid(Option("uid", value: .text("HEX"), "the card's UID (8, 14, 20 hex digits)"), "uid"),
    .words(
      Option(
        "may", value: .choice("WHAT", of: ["start", "stop", "break", "switch", "visit"]), "allow this action",
        mayRepeat: true),
      "may"),
    .word(Option("link", value: .text("URL"), "the link that a tap follows"), "link"),
    .word(
      Option("proof", value: .choice("HOW", of: ["uid", "counter", "sun"]), "the proof that a tap needs"), "proof"),
    .word(
      Option("double-tap", value: .choice("WHAT", of: ["break", "none"]), "what a second tap at once asks for"),
      "doubleTap"),
  ],
  line: { key, edit, speech in
    let may = key["may"]?.words ?? ["start", "stop", "break", "switch", "visit"]
    let proven = edit.provenKeys.contains(key.id) ? "  " + speech.say("proven") : ""
    return
      "\(key.id)  \(key["uid"]?.word ?? speech.say("no uid"))  \(speech.say("may \(may.joined(separator: " "))"))\(proven)"
  }
).command
