import NDEF

/// The four messages that every figure about NDEF is given for. They are made here, so that no file of anybody's is
/// needed.
struct NDEFCorpus {
  var uri40: [UInt8]
  var poster: [UInt8]
  var mixed20: [UInt8]
  var blob8k: [UInt8]

  /// The URI in ``uri40``.
  let uri = "https://focuskey.app/start?profile=deep-wo1"

  init() throws {
    uri40 = NDEFMessage([try URIRecord(uri).record]).encoded()
    let titles = [
      try TextRecord("Tap to focus", language: "en"), try TextRecord("Antippen und los", language: "de"),
      try TextRecord("Touchez", language: "fr"),
    ]
    let link = try URIRecord("https://www.focuskey.app/start?profile=study&minutes=50&tag=desk")
    poster = NDEFMessage([SmartPoster(link, titles: titles, action: .open, size: 4096).record]).encoded()
    mixed20 = NDEFMessage(try Self.twentyRecords()).encoded()
    blob8k = NDEFMessage([
      try NDEFRecord(
        .media, type: Array("application/octet-stream".utf8),
        payload: (0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    ]).encoded()
  }

  /// All kinds that cards carry: links, texts in both encodings, posters, media, external types, an identifier, an
  /// Empty record, a long one.
  private static func twentyRecords() throws -> [NDEFRecord] {
    let octets: (Int) -> [UInt8] = { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) } }
    return [
      try URIRecord("https://focuskey.app/start?profile=work").record,
      try TextRecord("Deep work, door closed", language: "en").record,
      try TextRecord("Grüße vom Schreibtisch", language: "de", encoding: .utf16).record,
      try URIRecord("tel:+4930123456").record,
      try URIRecord("mailto:desk@focuskey.app").record,
      SmartPoster(try URIRecord("https://focuskey.app/break?minutes=5"), titles: [try TextRecord("Break")]).record,
      try NDEFRecord(.media, type: Array("text/plain".utf8), payload: Array("a plain note".utf8)),
      try NDEFRecord(
        .media, type: Array("text/vcard".utf8), payload: Array("BEGIN:VCARD\nVERSION:4.0\nFN:Desk\nEND:VCARD".utf8)),
      try NDEFRecord(.external, type: Array("focuskey.app:desk".utf8), payload: octets(24)),
      try URIRecord("urn:epc:id:sgtin:0614141.112345.400").record.identified(by: Array("tag-1".utf8)),
      try NDEFRecord(.absoluteURI, type: Array("https://focuskey.app/schema/1".utf8), payload: octets(16)),
      .empty,
      try NDEFRecord(.unknown, payload: octets(20)),
      try TextRecord("集中の時間です", language: "ja").record,
      try NDEFRecord(.media, type: Array("image/png".utf8), payload: octets(566)),
      try URIRecord("https://www.example.org/a/longer/path/with?several=query&items=in&it=1").record,
      try NDEFRecord(.external, type: Array("example.org:counter".utf8), payload: octets(4)),
      try TextRecord("Ende", language: "de-CH").record,
      try NDEFRecord(.wellKnown, type: Array("xyz".utf8), payload: octets(12)),
      try AndroidApplication("app.focuskey.android").record,
    ]
  }
}
