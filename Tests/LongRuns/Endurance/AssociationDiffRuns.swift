import JSONText
import SiteAssociation
import TestSupport

/// A million links drawn from the rules of two versions of a file, in all shapes that sites have: each that opens in
/// one version only is among the changes, unless the comparison says that it is not whole.
func associationDifferences(_ isShort: Bool) throws -> String {
  var dice = Dice(seed: 0x4449_4646)
  let wanted = isShort ? 10_000 : 1_000_000
  var links = 0
  var differing = 0
  var pairs = 0
  var unfinished = 0
  var slowest = Duration.zero
  while links < wanted {
    for shape in AssociationShape.allCases where shape != .thousands || pairs.isMultiple(of: 50) {
      let pair = shape.pair(&dice)
      let files = try [pair.before, pair.after].map { try JSONDocument($0.text).root }
      let (before, after) = (AppLinks(files[0]), AppLinks(files[1]))
      var compared: AssociationDiff?
      let time = ContinuousClock().measure {
        compared = AssociationDiff(before: before, after: after, host: "example.com")
      }
      guard let diff = compared else { continue }
      slowest = max(slowest, time)
      // A loaded machine may be slow, but not by orders of magnitude.
      try hold(time < .seconds(5), "\(time) for \(shape)")
      pairs += 1
      if !diff.isComplete { unfinished += 1 }
      let count = shape == .thousands ? 200 : 1_000
      links += count
      for round in 0..<count {
        let link = AssociationShape.link(for: files[round % 2], besides: files[1 - round % 2], &dice)
        guard let address = WebAddress(link) else { throw Broken("not a link: \(link)") }
        let old = before.decision(for: address, app: AssociationShape.app)
        let new = after.decision(for: address, app: AssociationShape.app)
        guard (old.outcome == .match) != (new.outcome == .match) else { continue }
        differing += 1
        let isTold = diff.changes.contains { change in
          change.app == AssociationShape.app && (old.outcome == .match ? change.before == old : change.after == new)
        }
        try hold(isTold || !diff.isComplete, "\(link) is not told: \(pair.before.text) and \(pair.after.text)")
      }
    }
  }
  return
    "\(links) links on \(pairs) pairs of files, \(differing) differ and are told, \(unfinished) pairs not compared "
    + "wholly, the slowest comparison took \(slowest)"
}
