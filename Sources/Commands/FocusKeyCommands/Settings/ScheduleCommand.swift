internal import CommandShell
internal import Languages
internal import Spelling

private let profile = Operand<String>(.text("PROFILE", wordList: "profiles"), "the profile of the schedule")
private let anyProfile = Operand<String>(
  .text("PROFILE", wordList: "profiles"), "only schedules of this profile", count: .optional)
private let id = Operand<String>(.text("ID", wordList: "schedules"), "which schedule")
private let title = Option("name", value: .text("NAME"), "what you call it")
private let days = Option("days", value: .text("DAYS"), "weekdays, weekends, every-day, or days such as mon,thu")
private let start = Option("start", value: .text("TIME"), "start time, such as 09:00")
private let end = Option("end", value: .text("TIME"), "end time, at least 15 minutes later")
private let on = Flag("on", "turn the schedule on")
private let off = Flag("off", "turn the schedule off")
private let file = Operand<String>(.file(), "a file of profiles with their schedules; - for standard input")
private let outFile = Operand<String>(.file(), "output file (default: standard output)", count: .optional)

var scheduleCommand: ProgramCommand {
  ProgramCommand(
    group: "schedule", "Manage schedules, which start profiles automatically",
    discussion: """
      A schedule lasts at least 15 minutes. You get a notice 5 minutes before. If you end it early, it stays off until its next time.
      An end that is not after the start is on the next day.

      $ focuskey schedule add work mornings --days weekdays --start 09:00 --end 12:00
      """,
    [
      ProgramCommand("list", "List schedules", takes: [anyProfile]) { context throws(Failure) in
        let edit = try SettingsEdit(context)
        let wanted = context.invocation[anyProfile]
        for profile in edit.things("profiles") where wanted == nil || profile.id == wanted {
          for schedule in SettingsEdit.objects(SettingsFiles.forPeople(profile)["schedules"]) {
            try context.write(line(schedule, profile.id, context) + "\n")
          }
        }
        return .done
      },
      ProgramCommand("show", "Show a schedule", takes: [profile, id]) { context throws(Failure) in
        let (owner, schedules, index) = try find(context, in: try SettingsEdit(context))
        try context.write(line(schedules[index], owner.id, context) + "\n")
        return .done
      },
      ProgramCommand("add", "Add a schedule", takes: [profile, id, arguments]) { context throws(Failure) in
        var edit = try SettingsEdit(context)
        let name = try context.require(id)
        var owner = try edit.thing("profiles", "profile", id: try context.require(profile))
        var schedules = SettingsEdit.objects(owner["schedules"])
        guard !schedules.contains(where: { $0.id == name }) else { throw Failure.exists("schedule", name) }
        var schedule: JSONObject = ["id": .string(name)]
        apply(context, to: &schedule)
        schedules.append(schedule)
        owner["schedules"] = .array(schedules.map { .object($0) })
        edit.put(owner, in: "profiles")
        return try context.changed(edit, "Added the schedule \(name).")
      },
      ProgramCommand(
        "edit", "Change a schedule; accept it with --on", takes: [profile, id, arguments]
      ) { context throws(Failure) in
        var edit = try SettingsEdit(context)
        var (owner, schedules, index) = try find(context, in: edit)
        apply(context, to: &schedules[index])
        owner["schedules"] = .array(schedules.map { .object($0) })
        edit.put(owner, in: "profiles")
        return try context.changed(edit, "Changed the schedule \(schedules[index].id).")
      },
      ProgramCommand("remove", "Remove a schedule", takes: [profile, id]) { context throws(Failure) in
        var edit = try SettingsEdit(context)
        var (owner, schedules, index) = try find(context, in: edit)
        let name = schedules.remove(at: index).id
        owner["schedules"] = .array(schedules.map { .object($0) })
        edit.put(owner, in: "profiles")
        return try context.changed(edit, "Removed the schedule \(name).")
      },
      ProgramCommand("import", "Import schedules from a file of profiles", takes: [file]) { context throws(Failure) in
        var edit = try SettingsEdit(context)
        let value = try SettingsFiles.read(try context.require(file), context, for: edit)
        var count = 0
        for imported in SettingsEdit.objects(value["profiles"]) {
          var owner = try edit.thing("profiles", "profile", id: imported.id)
          let schedules = SettingsEdit.objects(imported["schedules"])
          count += schedules.count
          owner["schedules"] = .array(schedules.map { .object($0) })
          edit.put(owner, in: "profiles")
        }
        return try context.changed(edit, "Imported \(counted(count, "schedule")).")
      },
      ProgramCommand("export", "Export schedules to a file", takes: [outFile]) { context throws(Failure) in
        var profiles: [JSONValue] = []
        for profile in try SettingsEdit(context).things("profiles") {
          guard let schedules = SettingsFiles.forPeople(profile)["schedules"] else { continue }
          profiles.append(["id": .string(profile.id), "schedules": schedules])
        }
        try SettingsFiles.write(["profiles": .array(profiles)], to: context.invocation[outFile], context)
        return .done
      },
    ])
}

private let arguments: [any Argument] = [title, days, start, end, on, off]

private func find(
  _ context: CommandContext, in edit: SettingsEdit
) throws(Failure) -> (owner: JSONObject, schedules: [JSONObject], index: Int) {
  let owner = try edit.thing("profiles", "profile", id: try context.require(profile))
  let schedules = SettingsEdit.objects(owner["schedules"])
  let name = try context.require(id)
  guard let index = schedules.firstIndex(where: { $0.id == name }) else {
    throw .unknown("schedule", name, among: schedules.map { $0.id })
  }
  return (owner, schedules, index)
}

private func apply(_ context: CommandContext, to schedule: inout JSONObject) {
  let invocation = context.invocation
  if let text = invocation[days] {
    let isNamed = ["weekdays", "weekends", "every-day"].contains(text)
    schedule["days"] = isNamed || !isListOfDays(text) ? .string(text) : JSONValue(list(text))
  }
  if let name = invocation[title] { schedule["name"] = name.isEmpty ? nil : .string(name) }
  if let time = invocation[start] { schedule["start"] = .string(time) }
  if let time = invocation[end] { schedule["end"] = .string(time) }
  if invocation[on] { schedule["on"] = nil }
  if invocation[off] { schedule["on"] = false }
}

private func list(_ text: String) -> [String] {
  text.split(separator: ",").map { part in String(part.filter { $0 != " " }) }
}

/// Whether the text names single days rather than misspelling a word for several.
private func isListOfDays(_ text: String) -> Bool { text.contains(",") || text.count <= 4 }

private func line(_ schedule: JSONObject, _ profile: String, _ context: CommandContext) -> String {
  if context.wantsJSON {
    var schedule = schedule
    // When it was accepted is not a person's to write.
    schedule["accepted"] = nil
    schedule["profile"] = .string(profile)
    return JSONValue.object(schedule).text
  }
  let days =
    (schedule["days"]?.word).map { context.speech.say($0) } ?? schedule["days"]?.words.joined(separator: ",") ?? ""
  let isOff = schedule["on"] == false ? "  " + context.speech.say("off") : ""
  let name = schedule["name"]?.word.map { "  \(oneLine($0))" } ?? ""
  return
    "\(profile)/\(schedule.id)\(name)  \(days)  \(schedule["start"]?.word ?? "")-\(schedule["end"]?.word ?? "")\(isOff)"
}
