// What every command is made of: its words, its requests and failures, and the system.
@_exported public import CommandSpec
@_exported public import LinuxRuntime
@_exported public import Requests
