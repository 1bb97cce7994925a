/// The wrapper of a signed file: CMS `SignedData` around the JSON (RFC 5652), as iOS 8 wanted it.
///
/// Only the way to the content is walked; signatures are for nobody to check any more. Definite and indefinite lengths
/// are read, and contents in several pieces, because signing tools write all of these.
enum SignedEnvelope {
  /// `nil` if this is not such a wrapper.
  static func content(of octets: [UInt8]) -> [UInt8]? {
    guard octets.first == Tag.sequence else { return nil }
    var outer = DERWalk(octets: octets, range: 0..<octets.count)
    guard var info = outer.enter(Tag.sequence), info.take(oid: signedData), var explicit = info.enter(Tag.context0),
      var signed = explicit.enter(Tag.sequence), signed.skip(Tag.integer), signed.skip(Tag.set),
      var inner = signed.enter(Tag.sequence), inner.take(oid: plainData), var wrapped = inner.enter(Tag.context0)
    else { return nil }
    var content: [UInt8] = []
    guard wrapped.collectOctets(into: &content, depth: 0) else { return nil }
    return content
  }

  private enum Tag {
    static let integer: UInt8 = 0x02
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    static let context0: UInt8 = 0xA0
  }

  /// 1.2.840.113549.1.7.2
  private static let signedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
  /// 1.2.840.113549.1.7.1
  private static let plainData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
}

/// A place in DER or BER, and the end of what belongs to it.
private struct DERWalk {
  let octets: [UInt8]
  var range: Range<Int>

  /// With an indefinite length the contents reach to the end of this element.
  private func header() -> (tag: UInt8, contents: Range<Int>, next: Int?)? {
    var at = range.lowerBound
    guard at + 2 <= range.upperBound else { return nil }
    let tag = octets[at]
    guard tag & 0x1F != 0x1F else { return nil }  // tags beyond one octet do not occur here
    let first = octets[at + 1]
    at += 2
    if first < 0x80 { return definite(tag, from: at, length: Int(first)) }
    if first == 0x80 { return tag & 0x20 != 0 ? (tag, at..<range.upperBound, nil) : nil }
    let count = Int(first & 0x7F)
    guard count <= 4, at + count <= range.upperBound else { return nil }
    var length = 0
    for octet in octets[at..<(at + count)] { length = length << 8 | Int(octet) }
    return definite(tag, from: at + count, length: length)
  }

  private func definite(_ tag: UInt8, from start: Int, length: Int) -> (UInt8, Range<Int>, Int?)? {
    guard length <= range.upperBound - start else { return nil }
    return (tag, start..<(start + length), start + length)
  }

  mutating func enter(_ tag: UInt8) -> DERWalk? {
    guard let header = header(), header.tag == tag else { return nil }
    // What follows an element of indefinite length is never wanted where we enter one.
    range = (header.next ?? range.upperBound)..<range.upperBound
    return DERWalk(octets: octets, range: header.contents)
  }

  mutating func skip(_ tag: UInt8) -> Bool {
    guard let header = header(), header.tag == tag, let next = header.next else { return false }
    range = next..<range.upperBound
    return true
  }

  mutating func take(oid: [UInt8]) -> Bool {
    guard octets[range].starts(with: oid) else { return false }
    range = (range.lowerBound + oid.count)..<range.upperBound
    return true
  }

  /// Reads one octet string, in one piece or in several.
  mutating func collectOctets(into content: inout [UInt8], depth: Int) -> Bool {
    guard depth < 8, let header = header() else { return false }
    switch header.tag {
    case 0x04:
      content.append(contentsOf: octets[header.contents])
      range = (header.next ?? range.upperBound)..<range.upperBound
      return true
    case 0x24:
      var pieces = DERWalk(octets: octets, range: header.contents)
      while !pieces.range.isEmpty, !octets[pieces.range].starts(with: [0, 0]) {
        guard pieces.collectOctets(into: &content, depth: depth + 1) else { return false }
      }
      let end = header.next ?? min(pieces.range.lowerBound + 2, range.upperBound)
      range = end..<range.upperBound
      return true
    default: return false
    }
  }
}
