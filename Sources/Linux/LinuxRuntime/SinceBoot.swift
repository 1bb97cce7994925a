internal import CLinux

/// The clock that counts through sleep and cannot be set.
package enum SinceBoot {
  package static var milliseconds: Int64 { focuskey_boot_milliseconds() }
}
