/// What ``AssetLinksReport`` can find.
public enum AssetLinksFindingKind: String, FindingKind, CaseIterable {
  // Errors.
  case fileEmpty = "file.empty"
  case fileNotJSON = "file.not-json"
  case rootNotList = "root.not-list"
  case statementNotObject = "statement.not-object"
  case includeWrongType = "include.wrong-type"
  case relationMissing = "relation.missing"
  case relationWrongType = "relation.wrong-type"
  case relationEmpty = "relation.empty"
  case targetMissing = "target.missing"
  case targetNotObject = "target.not-object"
  case targetUnknownNamespace = "target.unknown-namespace"
  case packageMissing = "package.missing"
  case packageMalformed = "package.malformed"
  case fingerprintsMissing = "fingerprints.missing"
  case fingerprintsWrongType = "fingerprints.wrong-type"
  case fingerprintsEmpty = "fingerprints.empty"
  case fingerprintMalformed = "fingerprint.malformed"
  case fingerprintNotSHA256 = "fingerprint.not-sha256"
  case siteMissing = "site.missing"
  case siteMalformed = "site.malformed"
  case dynamicWrongType = "dynamic.wrong-type"
  case dynamicComponentWrongType = "dynamic.component-wrong-type"

  // Warnings.
  case fileBOM = "file.bom"
  case fileUTF16 = "file.utf16"
  case fileDuplicateKey = "file.duplicate-key"
  case rootEmpty = "root.empty"
  case statementUnknownKey = "statement.unknown-key"
  case relationUnknown = "relation.unknown"
  case targetUnknownKey = "target.unknown-key"
  case fingerprintLowerCase = "fingerprint.lower-case"
  case fingerprintRepeated = "fingerprint.repeated"
  case dynamicEmpty = "dynamic.empty"
  case dynamicUnknownKey = "dynamic.unknown-key"
  case dynamicMatchesEverything = "dynamic.matches-everything"
  case dynamicUnreachable = "dynamic.unreachable"
  case dynamicWithoutRelation = "dynamic.without-relation"
  case dynamicRepeated = "dynamic.repeated"
  case dynamicQueryText = "dynamic.query-text"

  // Notes.
  case linksNotGranted = "links.not-granted"
  case dynamicNeedsAndroid15 = "dynamic.needs-android-15"

  /// Kinds are listed from errors to notes, so that the first of each group marks the border.
  public var level: FindingLevel {
    if Self.notes.contains(self) { return .info }
    return Self.warnings.contains(self) ? .warning : .error
  }

  private static let notes = Set(allCases.drop { $0 != .linksNotGranted })
  private static let warnings = Set(allCases.drop { $0 != .fileBOM }).subtracting(notes)
}
