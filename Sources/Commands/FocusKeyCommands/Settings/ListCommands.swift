internal import CommandShell
internal import Languages
internal import ServiceContract
internal import Spelling

/// The commands that profiles and keys share: both are configured as lists of things with an id.
struct ListCommands {
  /// What one is called: `profile`.
  let kind: String
  /// What the list is called in files: `profiles`.
  let list: String
  let abstract: String
  /// Options that each set one member, so that simple changes need no JSON.
  let setters: [FieldOption]
  let line: @Sendable (JSONObject, SettingsEdit, Speech) -> String

  private var article: String { (kind.first.map { "aeiou".contains($0) } ?? false) ? "an" : "a" }
  private var id: Operand<String> { Operand(.text("ID", wordList: list), "which \(kind)") }
  private var newID: Operand<String> { Operand(.text("ID"), "the ID to use in links and commands") }
  private let set = Option(
    "set", value: .text("JSON5"), "members as in a file: '{end: \"key\"}'", mayRepeat: true)

  var command: ProgramCommand { command(replacing: [:], adding: []) }

  /// Returns the commands, some replaced by those of the same name in `others`, and with `more`.
  func command(replacing others: [String: ProgramCommand], adding more: [ProgramCommand]) -> ProgramCommand {
    let own = [listing, show, add, edit, remove, importing, exporting].map { others[$0.spec.name] ?? $0 }
    return ProgramCommand(group: kind, abstract, own + more)
  }

  private var listing: ProgramCommand {
    let (list, line) = (list, line)
    return ProgramCommand("list", "List \(list)") { context throws(Failure) in
      let edit = try SettingsEdit(context)
      for thing in edit.things(list) {
        let people = JSONValue.object(SettingsFiles.forPeople(thing))
        try context.write((context.wantsJSON ? people.text : line(thing, edit, context.speech)) + "\n")
      }
      return .done
    }
  }

  private var show: ProgramCommand {
    let (list, kind, id) = (list, kind, id)
    return ProgramCommand("show", "Show \(article) \(kind) as in a file", takes: [id]) { context throws(Failure) in
      let thing = try SettingsEdit(context).thing(list, kind, id: try context.require(id))
      let people = JSONValue.object(SettingsFiles.forPeople(thing))
      try context.write((context.wantsJSON ? people.text : people.indentedText) + "\n")
      return .done
    }
  }

  private var add: ProgramCommand {
    let (list, kind, newID, set, setters) = (list, kind, newID, set, setters)
    return ProgramCommand(
      "add", "Add \(article) \(kind)", takes: [newID, set, setters.map { $0.argument }]
    ) { context throws(Failure) in
      var edit = try SettingsEdit(context)
      let id = try context.require(newID)
      guard !edit.things(list).contains(where: { $0.id == id }) else { throw Failure.exists(kind, id) }
      var thing: JSONObject = ["id": .string(id)]
      try Self.apply(context, set, setters, to: &thing)
      edit.put(thing, in: list)
      return try context.changed(edit, "Added the \(kind) \(id).")
    }
  }

  private var edit: ProgramCommand {
    let (list, kind, id, set, setters) = (list, kind, id, set, setters)
    return ProgramCommand(
      "edit", "Change \(article) \(kind)", takes: [id, set, setters.map { $0.argument }]
    ) { context throws(Failure) in
      var edit = try SettingsEdit(context)
      let name = try context.require(id)
      var thing = try edit.thing(list, kind, id: name)
      try Self.apply(context, set, setters, to: &thing)
      edit.put(thing, in: list)
      return try context.changed(edit, "Changed the \(kind) \(name).")
    }
  }

  private var remove: ProgramCommand {
    let (list, kind, id) = (list, kind, id)
    return ProgramCommand("remove", "Remove \(article) \(kind)", takes: [id]) { context throws(Failure) in
      var edit = try SettingsEdit(context)
      let name = try context.require(id)
      _ = try edit.thing(list, kind, id: name)
      edit.remove(name, from: list)
      if list == "profiles" { edit.forgetSwitches(to: name) }
      return try context.changed(edit, "Removed the \(kind) \(name).")
    }
  }

  private var importing: ProgramCommand { Self.importing(kind, list) }
  private var exporting: ProgramCommand { Self.exporting(list) }

  static func importing(_ kind: String, _ list: String) -> ProgramCommand {
    let file = Operand<String>(.file(), "the file; - for standard input")
    return ProgramCommand("import", "Import \(list) from a file", takes: [file]) { context throws(Failure) in
      var edit = try SettingsEdit(context)
      let value = try SettingsFiles.read(try context.require(file), context, for: edit)
      let things = SettingsEdit.objects(value[list])
      for thing in things { edit.put(thing, in: list) }
      var imported = [counted(things.count, kind, list)]
      // What may be in a file of profiles, and has no file of its own.
      if list == "profiles" {
        let allowances = SettingsEdit.objects(value["allowances"])
        for allowance in allowances { edit.put(allowance, in: "allowances") }
        if !allowances.isEmpty { imported.append(counted(allowances.count, "allowance", "allowances")) }
        if let bedtime = value["bedtime"] {
          edit.set("bedtime", bedtime)
          imported.append("the bedtime")
        }
      }
      let first = imported.dropLast().joined(separator: ", ")
      let words = (first.isEmpty ? "" : "\(first) and ") + (imported.last ?? "")
      return try context.changed(edit, "Imported \(words).")
    }
  }

  static func exporting(_ list: String) -> ProgramCommand {
    let outFile = Operand<String>(.file(), "output file (default: standard output)", count: .optional)
    return ProgramCommand("export", "Export \(list) to a file", takes: [outFile]) { context throws(Failure) in
      let edit = try SettingsEdit(context)
      var members = JSONObject()
      for name in list == "profiles" ? [list, "allowances"] : [list] {
        let things = edit.things(name).map { JSONValue.object(SettingsFiles.forPeople($0)) }
        if name == list || !things.isEmpty { members.append(name, .array(things)) }
      }
      if list == "profiles", let bedtime = edit.settings["bedtime"], bedtime != .null {
        members.append("bedtime", bedtime)
      }
      try SettingsFiles.write(.object(members), to: context.invocation[outFile], context)
      return .done
    }
  }

  private static func apply(
    _ context: CommandContext, _ set: Option<String>, _ setters: [FieldOption], to thing: inout JSONObject
  ) throws(Failure) {
    for text in context.invocation.all(set) {
      guard case .object(let members) = try SettingsFiles.json5(Array(text.utf8), "--set") else {
        throw Failure(
          .badData, kind: "not-an-object", what: "an object is expected here", at: .text("--set"),
          advice: "write it like '{end: \"key\"}'")
      }
      for member in members.members where member.name != "id" { thing[member.name] = member.value }
    }
    for setter in setters { try setter.apply(context.invocation, &thing) }
  }
}

struct FieldOption {
  let argument: any Argument
  let apply: @Sendable (Invocation, inout JSONObject) throws(Failure) -> Void

  /// An option whose value becomes a member, or a member of a member: `breaks.minutes`.
  static func word(_ option: Option<String>, _ path: String) -> FieldOption {
    FieldOption(argument: option) { invocation, thing in
      guard let value = invocation[option] else { return }
      thing.set(path, .string(value))
    }
  }

  static func uid(_ option: Option<String>, _ path: String) -> FieldOption {
    FieldOption(argument: option) { (invocation, thing) throws(Failure) in
      guard let value = invocation[option] else { return }
      _ = try CardUIDArgument.octets(value)
      thing.set(path, .string(value))
    }
  }

  static func number(_ option: Option<Int>, _ path: String) -> FieldOption {
    FieldOption(argument: option) { invocation, thing in
      guard let value = invocation[option] else { return }
      thing.set(path, JSONValue(value))
    }
  }

  /// An option that may repeat and whose values become a list.
  static func words(_ option: Option<String>, _ path: String) -> FieldOption {
    FieldOption(argument: option) { invocation, thing in
      let values = invocation.all(option)
      guard !values.isEmpty else { return }
      thing.set(path, JSONValue(values))
    }
  }
}

extension JSONObject {
  /// Sets the member at a dotted path, such as `breaks.minutes`.
  mutating func set(_ path: String, _ value: JSONValue) {
    guard let point = path.firstIndex(of: ".") else {
      self[path] = value
      return
    }
    let first = String(path[..<point])
    var inner = JSONObject()
    if case .object(let known) = self[first] { inner = known }
    inner.set(String(path[path.index(after: point)...]), value)
    self[first] = .object(inner)
  }
}

struct SettingsChanged: PrintedAnswer {
  let text: String
  let events: JSONValue
  /// The schedules that would be running now if they had existed before.
  var begun: JSONValue?

  var json: JSONValue {
    .members(["ok": true, "message": .string(text), "events": events, "begin_now": begun])
  }
}

extension CommandContext {
  /// Submits changed settings and prints the answer.
  func changed(_ edit: SettingsEdit, _ text: String) throws(Failure) -> ExitCode {
    let answer = try edit.submit()
    try self.answer(
      SettingsChanged(text: text, events: answer["events"]?.value ?? [], begun: answer["begin_now"]?.value))
    for begun in answer["begin_now"]?.array ?? [] { try beginNow(begun) }
    return .done
  }
}
