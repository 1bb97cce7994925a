// A home is files, and what fails there is the system.
@_exported public import LinuxRuntime
@_exported public import Requests
