import SiteAssociation

/// Says what an iPhone does with a link, by the site's apple-app-site-association file.
func siteAssociationExample() -> String {
  let file = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.org.example.app"],"components":[{"/":"/focus/*"}]}]}}"#
  let report = AssociationReport(reading: Array(file.utf8))
  guard report.isSound, let link = WebAddress("https://example.org/focus/work") else { return "not a sound file" }
  let decision = report.links.decision(for: link)
  return "\(decision.outcome.rawValue) by rule \(decision.rule?.index ?? -1)"
}
