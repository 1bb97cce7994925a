internal import CommandShell

/// `shield`
let shieldCommand = Command(
  group: "shield", "what makes blocked things not open",
  [
    shieldStatusCommand, shieldTestCommand, shieldClearCommand, shieldThawCommand, shieldBrowserCommand,
    shieldBrowserHostCommand, shieldStandInCommand,
    shieldInstallCommand,
    shieldRemoveCommand,
  ])
