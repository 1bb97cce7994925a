internal import FocusLinks
internal import ServiceContract
internal import SiteAssociation

/// Explains a site's file and a link: the file's faults, the deciding rule, what devices do then.
struct LinkExplainer: Sendable {
  let table: RouteTable

  func answer(association: String, url: String, domain: String?, app: String?) -> JSONValue {
    let report = AssociationReport(reading: Array(association.utf8))
    let forecaster = LinkForecaster(table: table) { uri in
      guard let address = WebAddress(uri) else { return nil }
      return switch report.links.decision(for: address, app: app).outcome {
      case .match: .taken
      case .excluded: .excluded
      case .noMatch: .notTaken
      }
    }
    let explanation = WebAddress(url).map { address in
      report.links.explanation(for: address, domain: domain.map { AssociatedDomain($0) }, app: app).json
    }
    return .members([
      "ok": true, "sound": .bool(report.isSound),
      "findings": .array(report.findings.map { finding in finding.json }),
      "explanation": explanation,
      "forecast": url.isEmpty ? nil : forecaster.forecast(uri: url, capacity: nil).json(in: table),
    ])
  }
}
