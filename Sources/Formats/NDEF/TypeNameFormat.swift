/// What the TYPE field of a record means: the three low bits of its first octet (TNF).
public enum TypeNameFormat: UInt8, Sendable, CaseIterable {
  /// No type, no identifier, no payload.
  case empty = 0
  /// A type of the NFC Forum: `U`, `T`, `Sp` and so on.
  case wellKnown = 1
  /// A media type (RFC 2046), such as `text/vcard`.
  case media = 2
  /// A URI that names the payload's format. It is not the content.
  case absoluteURI = 3
  /// A type of somebody's own, written `domain:name`.
  case external = 4
  /// A payload of which nothing is said.
  case unknown = 5
  /// A middle or last chunk. Reading merges chunks, so that no record of a message carries it.
  case unchanged = 6
  /// Not given out yet; to be read as ``unknown`` and never written.
  case reserved = 7
}
