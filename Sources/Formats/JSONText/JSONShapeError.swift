/// Well-formed JSON that is not what was asked for.
public struct JSONShapeError: Error, Equatable, Sendable {
  /// What does not fit.
  public enum Cause: Equatable, Sendable {
    /// A value of another kind.
    case wrongKind(expected: JSONKind, found: JSONKind)
    /// A number with a fraction, or beyond 64 bits.
    case notWhole
    /// A whole number outside the range.
    case outOfRange(Int64, ClosedRange<Int64>)
    /// A member whose name means nothing here.
    case unknownName(String, nearest: String?, known: [String])
    /// A word that is none of those that mean something here.
    case unknownWord(String, nearest: String?, allowed: [String])
    /// A member that appears twice.
    case repeatedName(String)
    /// A member that must be there.
    case missing(String)
    /// A reason of the caller's own.
    case refused(String)
  }

  /// The place in the file.
  public let place: JSONPlace
  /// The path in the document.
  public let pointer: JSONPointer
  /// What does not fit.
  public let cause: Cause

  /// Creates a mismatch.
  public init(place: JSONPlace, pointer: JSONPointer, cause: Cause) {
    self.place = place
    self.pointer = pointer
    self.cause = cause
  }
}
