internal import FocusLinks
internal import Octets

/// A card that signs its taps (NTAG 424 DNA, secure unique NFC message), and the keys with which its taps are checked.
package struct SigningCard: Sendable, Equatable {
  package var uid: [UInt8]
  /// The key of the encrypted UID and counter; not needed if the link has them in the clear.
  package var metaKey: [UInt8]?
  /// The key of the code.
  package var fileKey: [UInt8]
  /// The parameter from whose value to the code all is covered; `nil` if the link is not covered.
  package var covers: String?

  /// A card whose code covers no part of its link.
  package init(uid: [UInt8], metaKey: [UInt8], fileKey: [UInt8]) {
    self.uid = uid
    self.metaKey = metaKey
    self.fileKey = fileKey
  }

  package init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("uid", "metaKey", "fileKey", "covers")
    uid = try Self.octets(try members.required("uid"), count: 7)
    fileKey = try Self.octets(try members.required("fileKey"), count: 16)
    metaKey = if let key = members["metaKey"] { try Self.octets(key, count: 16) } else { nil }
    covers = if let name = members["covers"] { MirroredValues.plain(try name.string()) } else { nil }
  }

  private static func octets(_ item: JSONItem, count: Int) throws(JSONShapeError) -> [UInt8] {
    let octets = try? HexText.octets(of: item.string())
    guard let octets, octets.count == count else { throw item.refusal("write \(count * 2) hex digits") }
    return octets
  }
}
