internal import CommandShell
internal import JSONText
internal import LandingPages
internal import LinuxRuntime
internal import Requests
internal import SiteAssociation

extension CommandContext {
  /// The links of a file; one that devices cannot read is bad data here, because nothing can be compared with it.
  func appLinks(in source: AssociationSource) async throws(Failure) -> AppLinks {
    let report = AssociationReport(reading: try await source.octets(self))
    if let fault = report.fault {
      throw Failure.notJSON(source.name, fault, help: "keytool aasa validate").showing(report.text, at: fault.place)
    }
    return report.links
  }

  /// What a site's file says to Android; one that is not JSON is bad data here.
  func assetLinks(in source: AssociationSource) async throws(Failure) -> AssetLinks {
    let report = AssetLinksReport(reading: try await source.octets(self, at: SitePages.assetLinksPath))
    if let fault = report.fault {
      throw Failure.notJSON(source.name, fault, help: "keytool assetlinks validate")
        .showing(report.text, at: fault.place)
    }
    return report.links
  }

  /// The definition that a site's files are made from.
  func siteDefinition(inFile name: String) throws(Failure) -> SiteDefinition {
    let octets = try read(file: name, limit: 1 << 20)
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(octets, grammar: .json5)
    } catch {
      throw Failure.badDefinition(name, error.place, error.message, path: nil).showing(octets, at: error.place)
    }
    do throws(JSONShapeError) {
      return try SiteDefinition(document)
    } catch {
      throw Failure.badDefinition(name, error.place, error.message, path: error.pointer.text)
        .showing(octets, at: error.place)
    }
  }

}

extension Failure {
  /// A file that nothing can be compared with: not JSON, or empty.
  static func notJSON(_ name: String, _ fault: JSONError, help: String) -> Failure {
    let place = fault.place
    var details: [(name: String, value: JSONValue)] = [
      ("line", JSONValue(place.line)), ("column", JSONValue(place.column)),
    ]
    if let hint = fault.hint { details.append(("hint", .string(hint.rawValue))) }
    return Failure(
      .badData, kind: fault.cause == .empty ? "file.empty" : "file.not-json",
      what: fault.cause == .empty ? "the file is empty" : "not JSON: \(fault.causeMessage)",
      at: .text("\(name):\(place.line):\(place.column)"), advice: fault.hint?.message ?? "see \(help)", details: details
    )
  }

  fileprivate static func badDefinition(
    _ name: String, _ place: JSONPlace, _ message: String, path: String?
  ) -> Failure {
    Failure(
      .badData, kind: "bad-definition", what: message, at: .text("\(name):\(place.line):\(place.column)"),
      advice: "see keytool aasa generate --help", details: path.map { path in [("path", .string(path))] } ?? [])
  }
}

/// A link that a rule can be compared with.
func webAddress(_ text: String) throws(Failure) -> WebAddress {
  guard let address = WebAddress(text) else {
    // Nobody types the scheme.
    if let dot = text.firstIndex(of: "."), text.first != "/", !text[..<dot].contains("/"), !text.includes("://"),
      WebAddress("https://" + text) != nil
    {
      throw Failure(
        .badData, kind: "not-a-url", what: "the scheme is missing", at: .text(text),
        advice: "did you mean https://\(text)?")
    }
    throw Failure(
      .badData, kind: "not-a-url", what: "not a web address", at: .text(text),
      advice: "write it with scheme and host, such as https://focuskey.app/start")
  }
  return address
}
