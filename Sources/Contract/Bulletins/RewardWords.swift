package import FocusPorts
package import Rewards
internal import Spelling

extension BulletinBoard {
  /// Returns one bulletin for all that was reached, however much it is.
  package static func reached(_ news: [Achievement]) -> Bulletin? {
    guard let first = news.first else { return nil }
    guard news.count > 1 else {
      return Bulletin(
        .reward, title: "Achievement: \(first.title)", text: "\(counted(first.points, "point")).", urgency: .low)
    }
    let lines = news.prefix(3).map { "\($0.title), \(counted($0.points, "point"))" }
    let rest = news.count > 3 ? ["and \(news.count - 3) more"] : []
    return Bulletin(
      .reward, title: "\(news.count) achievements", text: (lines + rest).joined(separator: "\n"), urgency: .low)
  }
}
