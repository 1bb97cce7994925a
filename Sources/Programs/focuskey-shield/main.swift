import Glibc
import ShieldHelper

exit(HelperProgram.run(Array(CommandLine.arguments.dropFirst())))
