internal import CommandShell

private let wanted = Operand<String>(.choice("ON", of: ["on", "off"]), "on or off")

var coachNudgesCommand: ProgramCommand {
  ProgramCommand(
    "nudges", "Turn reminders to move on or off",
    discussion: """
      At most four a day, two hours or more apart, at times when this computer is in use and you tend to move. None \
      while you focus, in a call, at night, while you are away, or once the day's challenge is met.

      $ focuskey coach nudges on
      """, takes: [wanted]
  ) { context throws(Failure) in
    let isOn = try context.require(wanted) == "on"
    var edit = try SettingsEdit(context)
    var pins = JSONObject()
    if case .object(let known) = edit.settings["coach"] { pins = known }
    pins["nudges"] = isOn ? true : nil
    edit.set("coach", .object(pins))
    return try context.changed(edit, isOn ? "Reminders to move are on." : "Reminders to move are off.")
  }
}
