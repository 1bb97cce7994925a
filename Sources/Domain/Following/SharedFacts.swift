package import FocusSession

extension Fact {
  /// Whether other devices are told of it. What only the fold here needs, and digests of recovery codes, which only
  /// work here, stay here.
  package var isShared: Bool {
    switch body {
    case .key(.codeMade), .key(.codeUsed), .sync(.breakElsewhere), .sync(.exitElsewhere), .sync(.breakFollowed),
      .sync(.visitElsewhere):
      false
    case .sessionStarted, .layerAdded, .layerRemoved, .blocksAdded, .sessionExtended, .questionOpened,
      .questionAnswered, .breakStarted, .breakNoticed, .breakEnded, .sessionEnded, .emergencyOpened,
      .emergencyCancelled,
      .attempted, .bypassed, .promiseKept, .scheduleNoticed, .scheduleSkipped, .startPlanned, .startUnplanned,
      .clockJumped, .clockTrusted, .clockCorrected, .serviceStarted, .key, .guard, .learn, .move,
      .plan, .pledge, .gate, .visit, .sync(.cardSigned):
      true
    }
  }
}
