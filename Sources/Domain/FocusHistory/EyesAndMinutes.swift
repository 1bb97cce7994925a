internal import Guarding

/// Whether eyes feel worse after longer nights, as far as the answers tell.
package struct EyesAndMinutes: Equatable, Sendable {
  /// With fewer answers nothing is claimed.
  package static let fewest = 14

  package let answers: Int
  /// Kendall's rank correlation of minutes and answers, from -1 to 1; the form that allows for ties (τ-b), because four
  /// answers tie often. `nil` with too few answers, or where all minutes or all answers are the same.
  package let tau: Double?

  package init(_ records: [NightRecord]) {
    let pairs = records.filter(\.report.isNoticed).compactMap { record in
      record.eyes.map { (record.report.used, $0.rawValue) }
    }
    answers = pairs.count
    guard answers >= Self.fewest else {
      tau = nil
      return
    }
    var (score, byMinutes, byEyes) = (0, 0, 0)
    for later in pairs.indices {
      for earlier in 0..<later {
        let minutes = sign(pairs[later].0 == pairs[earlier].0, pairs[later].0 > pairs[earlier].0)
        let eyes = sign(pairs[later].1 == pairs[earlier].1, pairs[later].1 > pairs[earlier].1)
        score += minutes * eyes
        byMinutes += minutes * minutes
        byEyes += eyes * eyes
      }
    }
    tau =
      byMinutes == 0 || byEyes == 0
      ? nil : Double(score) / (Double(byMinutes) * Double(byEyes)).squareRoot()
  }
}

private func sign(_ isSame: Bool, _ isMore: Bool) -> Int { isSame ? 0 : isMore ? 1 : -1 }
