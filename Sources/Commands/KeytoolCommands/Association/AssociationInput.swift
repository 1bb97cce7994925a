internal import CommandShell
internal import JSONText
internal import SiteAssociation

extension CommandContext {
  /// The links of a file; a file that devices cannot read is bad data here, because nothing can be compared with it.
  func appLinks(inFile name: String) throws(CommandError) -> AppLinks {
    let report = AssociationReport(reading: try read(file: name))
    guard report.root != nil else {
      let finding = report.findings.first { finding in finding.level == .error }
      throw CommandError(
        .badData, kind: finding?.kind.rawValue ?? "file.not-json", what: finding?.message ?? "The file is not JSON.",
        at: .text(name), advice: finding?.fix ?? "see keytool aasa validate", details: finding.map(details) ?? [])
    }
    return report.links
  }

  /// The definition that a site's files are made from.
  func siteDefinition(inFile name: String) throws(CommandError) -> SiteDefinition {
    let octets = try read(file: name, limit: 1 << 20)
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(octets, grammar: .json5)
    } catch {
      throw .badDefinition(name, error.place, error.message, path: nil)
    }
    do throws(JSONShapeError) {
      return try SiteDefinition(document)
    } catch {
      throw .badDefinition(name, error.place, error.message, path: error.pointer.text)
    }
  }

  private func details(_ finding: Finding<AssociationFindingKind>) -> [(name: String, value: JSONValue)] {
    guard let place = finding.place else { return [] }
    var details: [(name: String, value: JSONValue)] = [
      ("line", JSONValue(place.line)), ("column", JSONValue(place.column)),
    ]
    if let hint = finding.hint { details.append(("hint", .string(hint.rawValue))) }
    return details
  }
}

extension CommandError {
  fileprivate static func badDefinition(
    _ name: String, _ place: JSONPlace, _ message: String, path: String?
  ) -> CommandError {
    CommandError(
      .badData, kind: "bad-definition", what: message, at: .text("\(name):\(place.line):\(place.column)"),
      advice: "see keytool aasa generate --help", details: path.map { path in [("path", .string(path))] } ?? [])
  }
}

/// A link that a rule can be compared with.
func webAddress(_ text: String) throws(CommandError) -> WebAddress {
  guard let address = WebAddress(text) else {
    throw CommandError(
      .badData, kind: "not-a-url", what: "not a web address", at: .text(text),
      advice: "write it with scheme and host, such as https://focuskey.app/start")
  }
  return address
}
