internal import CommandShell
internal import LandingPages
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

  func siteDefinition(inFile name: String) throws(Failure) -> SiteDefinition {
    try definition(inFile: name, help: "keytool aasa generate", namesPath: true) { document throws(JSONShapeError) in
      try SiteDefinition(document)
    }
  }

  /// Reads a JSON5 file. `help` explains its format; `namesPath` adds the path to failures.
  func definition<Definition>(
    inFile name: String, help: String, namesPath: Bool = false,
    _ read: (JSONDocument) throws(JSONShapeError) -> Definition
  ) throws(Failure) -> Definition {
    let octets = try self.read(file: name, limit: 1 << 20)
    func bad(_ place: JSONPlace, _ message: String, _ path: String?) -> Failure {
      Failure(
        .badData, kind: "bad-definition", what: message, at: .text("\(name):\(place.line):\(place.column)"),
        advice: "see \(help) --help", details: path.map { [("path", .string($0))] } ?? []
      ).showing(octets, at: place)
    }
    let document = try renaming(
      { (error: JSONError) in bad(error.place, error.message, nil) }, JSONDocument(octets, grammar: .json5))
    return try renaming(
      { (error: JSONShapeError) in bad(error.place, error.message, namesPath ? error.pointer.text : nil) },
      read(document))
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
}

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
