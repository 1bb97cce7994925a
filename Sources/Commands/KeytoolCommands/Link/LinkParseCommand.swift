internal import CommandShell
internal import FocusLinks

private let url = Operand<String>(.text("URL"), "the link")

var linkParseCommand: ProgramCommand {
  ProgramCommand(
    "parse", "Show what a link asks for",
    discussion: """
      Reads a link as it is read from a card, and prints its route and its values. If the link is not valid, the wrong part
      is shown.

      $ keytool link parse 'https://focuskey.app/start?profile=work&minutes=50'
      """, takes: [url, LinkTable.options]
  ) { context throws(Failure) in
    let table = try LinkTable.table(context)
    let text = context.invocation[url] ?? ""
    let link: FocusLink
    do throws(LinkError) {
      link = try table.parse(text)
    } catch {
      if !context.wantsJSON { try context.write(LinkPicture.lines(of: text, error)) }
      throw Failure.about(error, in: text, table)
    }
    try context.answer(ParsedLink(link, in: table))
    return .done
  }
}

struct ParsedLink: PrintedAnswer {
  private let link: FocusLink
  private let route: Route?
  private let canonical: String?
  private let parts: [(name: String, value: JSONValue, text: String)]

  init(_ link: FocusLink, in table: RouteTable) {
    self.link = link
    route = table.route(of: link)
    canonical = try? table.print(link)
    parts = link.parts
  }

  var json: JSONValue {
    var object = JSONObject()
    object["ok"] = true
    object["route"] = JSONValue(route?.name)
    object["canonical"] = JSONValue(canonical)
    object["soft"] = .string(route?.whenSoft == .acts ? "acts" : "refused")
    for part in parts { object[part.name] = part.value }
    return .object(object)
  }

  var text: String {
    var lines = ["\(route?.name ?? ""): \(route?.summary ?? "")"]
    for part in parts { lines.append("  \(part.name): \(oneLine(part.text))") }
    if let canonical { lines.append("canonical: \(canonical)") }
    return lines.joined(separator: "\n")
  }
}

extension FocusLink {
  fileprivate var parts: [(name: String, value: JSONValue, text: String)] {
    func text(_ name: String, _ value: String?) -> [(name: String, value: JSONValue, text: String)] {
      value.map { value in [(name, .string(value), value)] } ?? []
    }
    func number(_ name: String, _ value: Int?) -> [(name: String, value: JSONValue, text: String)] {
      value.map { value in [(name, JSONValue(value), String(value))] } ?? []
    }
    switch self {
    case .start(let profile, let minutes, let task):
      return text("profile", profile) + number("minutes", minutes) + text("task", task)
    case .break(let minutes): return number("minutes", minutes)
    case .visit(let what, let minutes): return text("what", what) + number("minutes", minutes)
    case .focus(let profile, let task): return text("profile", profile) + text("task", task)
    case .task(let deed): return text("do", deed.rawValue)
    case .stop, .resume, .status, .learn, .bed, .up, .excuse: return []
    case .own(let own):
      var arguments = JSONObject()
      for argument in own.arguments { arguments[argument.name] = .string(argument.value) }
      let words = own.arguments.map { argument in "\(argument.name)=\(argument.value)" }.joined(separator: " ")
      return [("arguments", .object(arguments), words)]
    }
  }
}

extension Failure {
  static func about(_ error: LinkError, in text: String, _ table: RouteTable) -> Failure {
    let advice = error.advice(in: table)
    var details: [(name: String, value: JSONValue)] = [
      ("range", [JSONValue(error.range.lowerBound), JSONValue(error.range.upperBound)])
    ]
    if !advice.expected.isEmpty { details.append(("expected", JSONValue(advice.expected))) }
    if let nearest = advice.nearest { details.append(("suggestion", .string(nearest))) }
    let part = String(decoding: Array(text.utf8)[error.range], as: UTF8.self)
    return Failure(
      .badData, kind: advice.kind, what: advice.what,
      at: .text(part.isEmpty ? "offset \(error.range.lowerBound)" : part),
      advice: advice.advice, details: details)
  }
}
