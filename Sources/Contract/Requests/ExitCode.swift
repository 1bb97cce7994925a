/// How a program ends, in the numbers that people's scripts lean on (sysexits.h where it has one).
package struct ExitCode: Equatable, Sendable {
  /// The number that the shell sees.
  package let number: Int32

  private init(_ number: Int32) {
    self.number = number
  }

  /// The code with that number, if a program of ours ends so.
  package init?(number: Int32) {
    guard [0, 1, 64, 65, 66, 69, 74, 75, 77, 130].contains(number) else { return nil }
    self.number = number
  }

  /// Done, or "yes".
  package static let done = ExitCode(0)
  /// A clean "no": does not match, has errors, refused by a rule.
  package static let no = ExitCode(1)
  /// Wrong usage.
  package static let usage = ExitCode(64)
  package static let badData = ExitCode(65)
  /// There is no such input.
  package static let noInput = ExitCode(66)
  /// There is nothing to talk to: no reader, no service.
  package static let unavailable = ExitCode(69)
  /// The card left, or reading and writing failed.
  package static let brokenIO = ExitCode(74)
  /// It took too long; try again.
  package static let timedOut = ExitCode(75)
  package static let notAllowed = ExitCode(77)
  /// Interrupted by the person.
  package static let interrupted = ExitCode(130)
}
