/// A netlink message while it is written: a header, the protocol's own header, attributes (netlink(7), libnetlink(3)).
package struct NetlinkMessage: Sendable {
  /// NLM_F_REQUEST (netlink(7)): it asks the kernel for something.
  package static let request: UInt16 = 0x001
  /// NLM_F_ACK: the kernel says when it is done.
  package static let acknowledge: UInt16 = 0x004
  /// NLM_F_ROOT and NLM_F_MATCH: the answer is the whole list.
  package static let dump: UInt16 = 0x300
  /// NLM_F_CREATE: what is missing is created.
  package static let create: UInt16 = 0x400
  /// NLM_F_APPEND: what is created comes last.
  package static let append: UInt16 = 0x800

  /// The message's octets, whole at any time.
  package private(set) var octets: [UInt8]

  package init(type: UInt16, flags: UInt16, sequence: UInt32, header: [UInt8]) {
    octets = [0, 0, 0, 0]
    append(native: type)
    append(native: flags)
    append(native: sequence)
    append(native: UInt32(0))
    octets += header
    finish()
  }

  package mutating func add(_ attribute: UInt16, _ content: [UInt8]) {
    append(native: UInt16(4 + content.count))
    append(native: attribute)
    octets += content
    finish()
  }

  /// Adds a text with its closing zero.
  package mutating func add(_ attribute: UInt16, text: String) {
    add(attribute, Array(text.utf8) + [0])
  }

  /// Adds a number in the order of the network, as nf_tables and the queue want theirs.
  package mutating func add(_ attribute: UInt16, number: UInt32) {
    add(attribute, bigEndian(number))
  }

  /// Adds an attribute that contains attributes.
  package mutating func nest(_ attribute: UInt16, _ content: (inout NetlinkMessage) -> Void) {
    let start = octets.count
    append(native: UInt16(0))
    append(native: attribute | 0x8000)
    content(&self)
    replace(at: start, native: UInt16(octets.count - start))
    finish()
  }

  private mutating func finish() {
    while octets.count % 4 != 0 { octets.append(0) }
    replace(at: 0, native: UInt32(octets.count))
  }

  private mutating func append(native value: some FixedWidthInteger) {
    octets += nativeOctets(value)
  }

  private mutating func replace(at start: Int, native value: some FixedWidthInteger) {
    let content = nativeOctets(value)
    octets.replaceSubrange(start..<(start + content.count), with: content)
  }
}

package func nativeOctets(_ value: some FixedWidthInteger) -> [UInt8] {
  bigEndian(value.bigEndian)
}

/// A number's octets, the largest first. Each packet of a queue is answered with such numbers.
package func bigEndian(_ value: UInt16) -> [UInt8] {
  [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
}

package func bigEndian(_ value: UInt32) -> [UInt8] {
  [
    UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
    UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value),
  ]
}

package func bigEndian<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
  (0..<(Number.bitWidth / 8)).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}
