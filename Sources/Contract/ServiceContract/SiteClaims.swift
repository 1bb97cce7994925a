internal import SiteAssociation

/// The two files with which a site claims its links for apps, ready to be served.
package struct SiteClaims: Sendable {
  /// What Apple's devices read; `nil` if no app for them is named.
  let association: [UInt8]?
  /// What Android reads; `nil` if no app for it is named.
  let assetLinks: [UInt8]?

  init(_ definition: SiteDefinition) {
    func content(of path: String) -> [UInt8]? {
      definition.files.first { file in file.path == path }.map { file in Array(file.content.utf8) }
    }
    association = content(of: ".well-known/apple-app-site-association")
    assetLinks = content(of: ".well-known/assetlinks.json")
  }

  init(reading octets: [UInt8], path: String) throws(Failure) {
    let document = try renaming(
      { (error: JSONError) in Failure.configuration(error, at: path) }, JSONDocument(octets, grammar: .json5))
    do throws(JSONShapeError) {
      self.init(try SiteDefinition(document))
    } catch {
      throw .configuration(error, at: path)
    }
  }

  /// Reads the definition that a configuration names, or else the one that ships.
  package init(definition path: String?) throws(Failure) {
    guard let path else {
      try self.init(reading: Array(Self.shippedDefinition.utf8), path: "")
      return
    }
    let octets = try renaming({ Failure.unreadableConfiguration($0, at: path) }, Files.read(path, limit: 1 << 20))
    try self.init(reading: octets, path: path)
  }

  /// Who may claim the links of focuskey.app; a test compares it with `aasa/focuskey.json5`.
  static let shippedDefinition = """
    {
      domain: "focuskey.app",
      apple: { team: "F0CU5K3Y42", apps: ["app.focuskey.FocusKey"], oldestIOS: 14 },
      android: {
        package: "app.focuskey",
        fingerprints: [
          "7D:1A:0C:55:9E:42:B3:6F:08:D4:21:F7:5B:C9:30:8E:64:AF:12:9B:E5:73:0D:C6:48:1F:BA:97:E0:26:5C:D1",
        ],
      },
    }
    """
}
