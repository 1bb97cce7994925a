internal import CLinux

package enum FreeMemory {
  /// Gives free memory back to the system: after a flood, a program is as small as before.
  package static func giveBack() { focuskey_return_memory() }
}
