package import NDEF

// The one file here that knows the product: it lays the two readings side by side.

/// What the two readings disagree on, or `nil`.
package func disagreement(on octets: [UInt8]) -> String? {
  let plain = plainRecords(of: octets)
  let ours = try? NDEFMessage(decoding: octets)
  guard ours?.records.map(PlainRecord.init) == plain else { return "records of \(octets)" }
  guard let ours else { return nil }
  for record in ours.records {
    let payload = record.payload
    if record.isWellKnown("U") {
      if case .uri(let uri) = record.content {
        if uri.uri != plainURI(of: payload) { return "URI of \(payload)" }
      } else if plainURI(of: payload) != nil {
        return "URI of \(payload)"
      }
    } else if record.isWellKnown("T") {
      if case .text(let text) = record.content {
        guard let plain = plainText(of: payload), plain == (text.language, text.text) else {
          return "text of \(payload)"
        }
      } else if plainText(of: payload) != nil {
        return "text of \(payload)"
      }
    }
  }
  return nil
}

extension PlainRecord {
  /// The same record as the product has it.
  package init(_ record: NDEFRecord) {
    self.init(tnf: Int(record.tnf), type: record.type, id: record.id, payload: record.payload)
  }
}
