internal import CommandShell

/// `shield`
let shieldCommand = ProgramCommand(
  group: "shield", "what makes blocked things not open",
  [
    shieldStatusCommand, shieldTestCommand, shieldClearCommand, shieldThawCommand, shieldGuardCommand,
    shieldBrowserCommand,
    shieldBrowserHostCommand, shieldStandInCommand,
    shieldInstallCommand,
    shieldRemoveCommand,
  ])
