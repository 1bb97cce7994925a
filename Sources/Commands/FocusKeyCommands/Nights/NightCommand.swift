internal import CommandShell

/// `night`: what belongs to the nights.
let nightCommand = ProgramCommand(group: "night", "Draw what a night looked like", [nightEyeCommand])
