internal import CommandShell

var shieldCommand: ProgramCommand {
  ProgramCommand(
    group: "shield", "Manage blocking of sites and apps",
    [
      shieldStatusCommand, shieldTestCommand, shieldLimitsCommand, shieldClearCommand, shieldThawCommand,
      shieldGuardCommand,
      shieldBrowserCommand,
      shieldBrowserHostCommand, shieldStandInCommand,
      shieldInstallCommand,
      shieldRemoveCommand,
    ])
}
