import CommandShell
import KeytoolCommands

await Keytool.program.runAsProcess()
