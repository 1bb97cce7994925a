internal import CLinux

/// Memory that the program has and does not use.
package enum FreeMemory {
  /// Gives it back to the system: after a flood, a program is as small as before.
  package static func giveBack() { focuskey_return_memory() }
}
