import CommandShell
import FocusKeyCommands

await FocusKey.program.runAsProcess()
