// rooms: Spelling Octets NDEF FocusLinks JSONText SiteAssociation
import JSONText
import SiteAssociation

/// Files of any octets, and a link to match: the report and the decision come in bounded time, and agree with their
/// explanations.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  let report = AssociationReport(reading: octets)
  _ = AssetLinksReport(reading: octets)
  // The end of the file serves as a link too.
  let link = String(decoding: octets.suffix(40), as: UTF8.self)
  for text in ["https://example.com/a/b?c=d#e", "https://example.com/" + link, link] {
    guard let address = WebAddress(text) else { continue }
    let decision = report.links.decision(for: address)
    let explanation = report.links.explanation(for: address)
    precondition(explanation.decision == decision)
    if explanation.obstacle == nil, decision.outcome != .noMatch {
      precondition(explanation.trials.contains { trial in trial.took && trial.detail == decision.detail })
    }
  }
  return 0
}
