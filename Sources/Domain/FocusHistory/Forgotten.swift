package import FocusSession

extension StraySpan {
  /// The names of the facts from which episodes are read.
  package static let facts = ["stray-ended", "stray-excused", "pledge-taken-back", "session-forgotten"]

  /// The episodes in these facts, without those of forgotten sessions.
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
