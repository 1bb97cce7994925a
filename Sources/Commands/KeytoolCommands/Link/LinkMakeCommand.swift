internal import CommandShell
internal import FocusLinks
internal import Spelling

/// Where a link should be used.
private enum Form: String, ChoiceWord {
  case web, desktop

  var word: String { rawValue }
  var help: String { self == .web ? "https, for cards and phones" : "focuskey:, for this computer" }
}

private let route = Operand<String>(
  .text("ROUTE"), "a route: start, stop, break, visit, resume, focus, status, task, learn, bed, up, excuse, or your own"
)
private let profile = Option("profile", value: .text("PROFILE"), "the profile to start")
private let minutes = Option("minutes", value: .number(in: 1...1440), "how long the session, break or visit lasts")
private let what = Option("what", value: .text("WHAT"), "the site, app or list to visit")
private let task = Option("task", value: .text("TASK"), "what you are about to do")
private let deed = Option("do", value: .choice("DEED", of: ["next", "done"]), "what to do about tasks")
private let argument = Option("set", value: .text("NAME=TEXT"), "a parameter of your own route", mayRepeat: true)
private let form = Option("form", value: .choice("FORM") as ValueForm<Form>, "where the link is used")

var linkMakeCommand: ProgramCommand {
  ProgramCommand(
    "make", "Make a link for a card or button",
    discussion: """
      Writes a link in the one spelling that every reader takes.

      $ keytool link make start --profile work --minutes 50
      $ keytool link make focus --profile work --form desktop
      """, takes: [route, profile, minutes, what, task, deed, argument, form, LinkTable.options]
  ) { context throws(Failure) in
    let table = try LinkTable.table(context)
    let link = try link(for: context, table)
    let url = try renaming(
      { (error: PrintError) in error.failure },
      table.print(link, as: context.invocation[form] == .desktop ? .scheme : .web))
    try context.answer(MadeLink(url: url))
    return .done
  }
}

private func link(for context: CommandContext, _ table: RouteTable) throws(Failure) -> FocusLink {
  let said = context.invocation
  let name = said[route] ?? ""
  switch name {
  case "start":
    try refuse(context, allowed: [profile.spec, minutes.spec, task.spec])
    return .start(profile: said[profile], minutes: said[minutes], task: said[task])
  case "break":
    try refuse(context, allowed: [minutes.spec])
    return .break(minutes: said[minutes])
  case "visit":
    try refuse(context, allowed: [what.spec, minutes.spec])
    return .visit(
      what: try context.usage { said throws(UsageError) in try said.require(what) }, minutes: said[minutes])
  case "focus":
    try refuse(context, allowed: [profile.spec, task.spec])
    return .focus(
      profile: try context.usage { said throws(UsageError) in try said.require(profile) }, task: said[task])
  case "task":
    try refuse(context, allowed: [deed.spec])
    return .task(said[deed].flatMap { word in TaskDeed(rawValue: word) } ?? .next)
  default:
    if let plain = plainLinks.first(where: { link in link.name == name })?.link {
      try refuse(context, allowed: [])
      return plain
    }
    try refuse(context, allowed: [argument.spec])
    guard table.route(named: name) != nil else { throw unknown(name, table) }
    return .own(OwnLink(route: name, arguments: try said.all(argument).map(arguments)))
  }
}

/// The links that carry no data.
private let plainLinks: [(name: String, link: FocusLink)] = [
  ("stop", .stop), ("resume", .resume), ("status", .status), ("learn", .learn), ("bed", .bed), ("up", .up),
  ("excuse", .excuse),
]

private func arguments(_ text: String) throws(Failure) -> OwnLink.Argument {
  guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
    throw Failure(
      .usage, kind: "bad-argument", what: "not a name and a text", at: .text("--set \(text)"),
      advice: "write it like room=kitchen")
  }
  return OwnLink.Argument(String(text[..<equals]), String(text[text.index(after: equals)...]))
}

private func unknown(_ name: String, _ table: RouteTable) -> Failure {
  let known = table.routes.map { route in route.name }
  let near = nearestWord(to: name, among: known)
  return Failure(
    .usage, kind: "unknown-route", what: "unknown route", at: .text(name),
    advice: near.map { word in "did you mean \(word)?" } ?? "use one of " + known.joined(separator: ", "))
}

/// Refuses options that a route has no place for, instead of dropping them silently.
private func refuse(_ context: CommandContext, allowed: [OptionSpec]) throws(Failure) {
  for option in [profile.spec, minutes.spec, task.spec, deed.spec, argument.spec] {
    guard !allowed.contains(where: { other in other.name == option.name }) else { continue }
    guard context.invocation.occurrences.contains(where: { occurrence in occurrence.name == option.name }) else {
      continue
    }
    let name = context.invocation[route] ?? ""
    throw Failure(
      .usage, kind: "option-without-place", what: "/\(name) has no place for this", at: .text("--\(option.name)"),
      advice: "leave it out")
  }
}

private struct MadeLink: PrintedAnswer {
  let url: String

  var text: String { url }
  var json: JSONValue { ["ok": true, "url": .string(url)] }
}

extension PrintError {
  fileprivate var failure: Failure {
    func failure(_ kind: String, _ what: String, _ place: String, _ advice: String) -> Failure {
      Failure(.badData, kind: kind, what: what, at: .text(place), advice: advice)
    }
    return switch self {
    case .unknownRoute(let name): failure("unknown-route", "unknown route", name, "name a route of the table")
    case .missing(let name): failure("missing-argument", "a text is missing", name, "add it")
    case .empty(let name): failure("empty-value", "the text is empty", name, "write one, or leave it out")
    case .controlCharacter(let name): failure("control-character", "a control character", name, "leave it out")
    case .dots(let name): failure("dot-segment", "browsers remove . and ..", name, "choose another name")
    case .numberOutOfRange(let name, let range):
      failure(
        "number-out-of-range", "the number is out of range", name, "from \(range.lowerBound) to \(range.upperBound)")
    case .unknownParameter(let name):
      failure("unknown-parameter", "the route does not carry this", name, "leave it out")
    case .repeatedParameter(let name): failure("repeated-parameter", "two texts for one place", name, "give one")
    case .tooLong(let octets):
      failure(
        "link-too-long", "the link would be too long", "\(octets) bytes",
        "keep it within \(RouteTable.longestLink) bytes")
    }
  }
}
