/// Why a memory cannot be read as a tag. Every place is an offset into the memory, counted from its first octet.
public enum LayoutError: Error, Equatable, Sendable {
  /// The image ends before an octet that must be there.
  case cutShort(at: Int, needed: Int)
  /// Something other than NDEF's mark is where a formatted tag has it.
  case notFormatted(at: Int, found: UInt8)
  /// A layout of a major version that this program does not know.
  case unknownVersion(major: UInt8, minor: UInt8, at: Int)
  /// A lock or memory control TLV must be three octets long.
  case controlLength(Int, at: Int)
  /// A TLV reaches past the end of the data area.
  case beyondArea(type: UInt8, at: Int, end: Int)
  /// The length FFFF is reserved.
  case reservedLength(at: Int)
  /// A checksum does not fit the octets it covers.
  case checksum(found: UInt16, computed: UInt16, at: Int)
  /// A field holds a value that the specification excludes.
  case invalidField(TagField, value: Int, at: Int)
  /// The message is announced longer than the file or the blocks that hold it.
  case messageBeyondRoom(length: Int, room: Int, at: Int)
  /// The capability container names a file that is not there.
  case missingFile(UInt16)
}

/// The fields that ``LayoutError/invalidField(_:value:at:)`` names.
public enum TagField: Equatable, Sendable {
  /// The length of the capability container itself.
  case containerLength
  /// How many octets one read may ask for.
  case maximumRead
  /// How many octets one write may carry.
  case maximumWrite
  /// A TLV of the capability container.
  case containerTLV
  /// The identifier of the NDEF file.
  case fileIdentifier
  /// The size of the NDEF file.
  case fileSize
  /// The flag that says whether a write was under way.
  case writeFlag
}

/// What is odd about a memory that can be read all the same.
public enum LayoutWarning: Equatable, Sendable {
  /// A length below 255 in the three-octet form; only the short form is allowed.
  case longLengthForm(at: Int)
  /// The sector trailer says that there is no application directory, and there is one.
  case directoryNotAnnounced
  /// The second directory of a large card does not fit its checksum; the sectors that it names are left out.
  case secondDirectoryUnreadable
  /// The trailer of the first message sector does not say which version of NDEF it holds.
  case sectorNotMarked(at: Int)
}
