public import JSONText

/// How much a finding matters.
public enum FindingLevel: String, Sendable {
  /// The file, or a part of it, cannot do what it says.
  case error
  /// It works otherwise than it looks, or not everywhere.
  case warning
  /// Worth knowing.
  case info
}

/// What a finding rests on.
public enum FindingBasis: String, Sendable {
  /// The maker of the system documents it.
  case documented
  /// Seen in public records of what the maker's own tools or services do.
  case observed
  /// Concluded, or known only from how the system is built; it may change with any release.
  case inferred
}

/// Something that a person should know about a file.
public struct Finding<Kind: FindingKind>: Sendable {
  /// What was found.
  public let kind: Kind
  /// Where, as a path in the document.
  public let pointer: JSONPointer
  /// Where in the text; `nil` if the whole file is meant.
  public let place: JSONPlace?
  /// What was found, and what a device will do with it.
  public let message: String
  /// What to do.
  public let fix: String?
  /// What the finding rests on.
  public let basis: FindingBasis
  /// The likely cause of a text that is not JSON.
  public let hint: JSONHint?

  /// How much it matters: what its kind says, or less where a kind is only likely.
  public let level: FindingLevel

  init(
    _ kind: Kind, at pointer: JSONPointer, place: JSONPlace?, _ message: String, fix: String? = nil,
    basis: FindingBasis, hint: JSONHint? = nil, level: FindingLevel? = nil
  ) {
    self.kind = kind
    self.level = level ?? kind.level
    self.pointer = pointer
    self.place = place
    self.message = message
    self.fix = fix
    self.basis = basis
    self.hint = hint
  }
}

extension Array {
  /// The findings from the first line to the last; those without a place concern the whole file and come first.
  func inOrderOfPlaces<Kind>() -> [Finding<Kind>] where Element == Finding<Kind> {
    let order = indices.sorted { one, other in
      (self[one].place?.offset ?? -1, one) < (self[other].place?.offset ?? -1, other)
    }
    return order.map { self[$0] }
  }
}

/// The kinds of findings of one sort of file. The raw value is the name that programs print.
public protocol FindingKind: RawRepresentable<String>, Sendable, Equatable {
  var level: FindingLevel { get }
}
