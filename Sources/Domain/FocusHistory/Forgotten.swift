package import FocusSession

extension StraySpan {
  /// The facts that tell which episodes there are.
  package static let facts = ["stray-ended", "stray-excused", "pledge-taken-back", "session-forgotten"]

  /// The episodes that these facts tell of, without those of sessions that are forgotten.
  package static func all(of facts: some Sequence<Fact>) -> [StraySpan] {
    var strays: [StraySpan] = []
    var forgotten: [ForgottenSession] = []
    for fact in facts {
      if let stray = StraySpan(fact) { strays.append(stray) }
      if let began = StraySpan.excused(by: fact), let index = strays.lastIndex(where: { $0.mark == began }) {
        strays[index].excuse()
      }
      if let session = fact.forgottenSession { forgotten.append(session) }
    }
    return forgotten.isEmpty ? strays : strays.filter { stray in !forgotten.contains { $0.holds(stray.began) } }
  }
}
