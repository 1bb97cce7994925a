internal import CLinux

package enum SystemRandom {
  /// `count` octets that nobody can guess; at most 256 at once (getrandom(2)).
  package static func octets(_ count: Int) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: count)
    let outcome = unsafe focuskey_random(&octets, count)
    precondition(outcome == 0, "the kernel's generator answers every request of up to 256 octets")
    return octets
  }
}
