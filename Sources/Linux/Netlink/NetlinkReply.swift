package struct NetlinkReply: Sendable {
  package let type: UInt16
  package let flags: UInt16
  /// The number of the request that it answers.
  package let sequence: UInt32
  package let content: ArraySlice<UInt8>

  /// NLMSG_ERROR (netlink(7)): an error, or with the number zero an acknowledgement.
  package static let error: UInt16 = 2
  /// NLMSG_DONE: the end of a list.
  package static let done: UInt16 = 3

  /// The `errno` of an error message, zero for an acknowledgement, `nil` for other messages.
  package var errorNumber: Int32? {
    guard type == Self.error, content.count >= 4 else { return nil }
    return -Int32(bitPattern: native(content.prefix(4)))
  }

  /// Reads the messages of one datagram; what is cut short is left out.
  package static func messages(in datagram: [UInt8]) -> [NetlinkReply] {
    var messages: [NetlinkReply] = []
    var offset = 0
    while offset + 16 <= datagram.count {
      let length = Int(native(datagram[offset..<(offset + 4)]))
      guard length >= 16, offset + length <= datagram.count else { break }
      messages.append(
        NetlinkReply(
          type: UInt16(truncatingIfNeeded: native(datagram[(offset + 4)..<(offset + 6)])),
          flags: UInt16(truncatingIfNeeded: native(datagram[(offset + 6)..<(offset + 8)])),
          sequence: native(datagram[(offset + 8)..<(offset + 12)]),
          content: datagram[(offset + 16)..<(offset + length)]))
      offset += (length + 3) & ~3
    }
    return messages
  }

  /// The attributes behind the protocol's own header of this length.
  package func attributes(behind header: Int) -> [(kind: UInt16, content: ArraySlice<UInt8>)] {
    var attributes: [(kind: UInt16, content: ArraySlice<UInt8>)] = []
    var rest = content.dropFirst(header)
    while rest.count >= 4 {
      let length = Int(native(rest.prefix(2)))
      guard length >= 4, length <= rest.count else { break }
      let kind = UInt16(truncatingIfNeeded: native(rest.dropFirst(2).prefix(2))) & 0x3FFF
      attributes.append((kind, rest.dropFirst(4).prefix(length - 4)))
      rest = rest.dropFirst((length + 3) & ~3)
    }
    return attributes
  }
}

/// A number of up to four octets in the order of this machine.
package func native(_ octets: ArraySlice<UInt8>) -> UInt32 {
  var value: UInt32 = 0
  for octet in octets { value = value << 8 | UInt32(octet) }
  let unused = UInt32(4 - octets.count) * 8
  // Read as if the largest came first; a machine of the other order turns it round.
  return UInt32(bigEndian: 1) == 1 ? value : (value << unused).byteSwapped
}

/// A number whose largest octet comes first.
package func number(_ octets: ArraySlice<UInt8>) -> UInt32 {
  octets.reduce(0) { $0 << 8 | UInt32($1) }
}
