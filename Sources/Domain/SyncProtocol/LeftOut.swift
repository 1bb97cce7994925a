internal import Octets

/// What is left of a fact that a person wants to be forgotten: what limits are counted from, and by what the fact is
/// recognised in the log that it came from.
package struct LeftOut: Equatable, Sendable {
  /// What the fact is recognised by; see ``mark(of:by:)``.
  package var mark: [UInt8]
  /// What is kept of the fact, as FocusWire writes it; empty where nothing is kept.
  package var kept: [UInt8]

  package init(_ fact: [UInt8], keeping kept: [UInt8], by functions: SealFunctions) {
    mark = Self.mark(of: fact, by: functions)
    self.kept = kept
  }

  package func isLeft(of fact: [UInt8], by functions: SealFunctions) -> Bool {
    mark == Self.mark(of: fact, by: functions)
  }

  /// Eight octets that identify a fact; only in sealed boxes, so that facts cannot be tried on them.
  private static func mark(of fact: [UInt8], by functions: SealFunctions) -> [UInt8] {
    Array(functions.hash(fact, [], 16).prefix(markCount))
  }

  private static let markCount = 8

  var octets: [UInt8] { mark + kept }

  init(_ reader: inout OctetReader) throws(EnvelopeError) {
    guard let mark = reader.take(Self.markCount), let kept = reader.take(reader.left) else { throw .tooShort }
    (self.mark, self.kept) = (Array(mark), Array(kept))
  }
}
