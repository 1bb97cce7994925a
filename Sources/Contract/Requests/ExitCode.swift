/// How a program ends, in numbers that people's scripts rely on (sysexits.h where it has one).
package struct ExitCode: Equatable, Sendable {
  package let number: Int32

  private init(_ number: Int32) {
    self.number = number
  }

  /// Returns the code with that number; `nil` if none of our programs ends with it.
  package init?(number: Int32) {
    guard [0, 1, 64, 65, 66, 69, 74, 75, 77, 130].contains(number) else { return nil }
    self.number = number
  }

  /// Done, or "yes".
  package static let done = ExitCode(0)
  /// A clean "no": does not match, has errors, refused by a rule.
  package static let no = ExitCode(1)
  package static let usage = ExitCode(64)
  package static let badData = ExitCode(65)
  package static let noInput = ExitCode(66)
  /// There is nothing to talk to: no reader, no service.
  package static let unavailable = ExitCode(69)
  /// The card left, or reading and writing failed.
  package static let brokenIO = ExitCode(74)
  /// It took too long; try again.
  package static let timedOut = ExitCode(75)
  package static let notAllowed = ExitCode(77)
  package static let interrupted = ExitCode(130)
}
