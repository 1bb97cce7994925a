internal import Glibc
internal import LibNFCDevice

exit(runDevice(CommandLine.arguments))
