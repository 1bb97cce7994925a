internal import JSONText

enum JSONDump {
  /// More than any card's dump needs.
  private static let limits = JSONLimits(octets: 4 << 20, depth: 16)
  /// Names of which every such dump has at least one.
  private static let marks = ["\"Created\"", "\"FileType\"", "\"\(KeytoolFile.memory)\""].map { Array($0.utf8) }

  /// The dump; `nil` for anything else, also for JSON of another kind.
  static func dump(in octets: [UInt8]) throws(DumpError) -> CardDump? {
    guard octets.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == 0x7B else { return nil }
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(octets, limits: limits)
    } catch {
      guard marks.contains(where: { octets.holds($0) }) else { return nil }
      throw .notJSON(at: error.place.offset)
    }
    let root = document.root
    if root["Created"]?.string != nil || root["FileType"]?.string != nil { return try ProxmarkFile(root).dump() }
    if root[KeytoolFile.memory] != nil { return try KeytoolFile(root).dump() }
    return nil
  }
}
