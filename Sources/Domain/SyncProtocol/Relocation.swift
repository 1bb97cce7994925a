internal import Octets

/// Where a household is from now on: one device moved it, and tells each other, by the carrier before, how to follow.
/// With nobody in it, it says that its sender is there.
package struct Relocation: Hashable, Sendable {
  /// Identifies the move by its time, so that of two the later one counts (``HybridTime/bits``).
  package var since: UInt64
  package var carrier: MailboxCarrier
  /// For each device the place, sealed to it alone: ``Place``.
  package var boxes: [DeviceID: [UInt8]]

  package init(since: UInt64, carrier: MailboxCarrier, boxes: [DeviceID: [UInt8]] = [:]) {
    (self.since, self.carrier, self.boxes) = (since, carrier, boxes)
  }

  private static let database: UInt8 = 1
  private static let folder: UInt8 = 2

  /// Time (8), carrier (1), count (2), then device (16), length (2) and box of each, in order.
  var octets: [UInt8] {
    let kind = carrier == .database ? Self.database : Self.folder
    let front = BigEndian.octets(of: since) + [kind] + BigEndian.octets(of: UInt16(truncatingIfNeeded: boxes.count))
    return boxes.sorted { $0.key < $1.key }.reduce(front) { octets, one in
      octets + one.key.octets + BigEndian.octets(of: UInt16(truncatingIfNeeded: one.value.count)) + one.value
    }
  }

  init(_ reader: inout OctetReader) throws(EnvelopeError) {
    guard let since = reader.wide(), let kind = reader.number(octets: 1), let count = reader.number(octets: 2) else {
      throw .tooShort
    }
    var boxes: [DeviceID: [UInt8]] = [:]
    for _ in 0..<count {
      guard let device = reader.identity(DeviceID.self), let box = reader.block(lengthOctets: 2) else {
        throw .tooShort
      }
      boxes[device] = Array(box.rest)
    }
    self.init(since: since, carrier: UInt8(kind) == Self.folder ? .folder : .database, boxes: boxes)
  }

  /// Where a household is, and what lets one device in.
  package struct Place: Hashable, Sendable {
    /// The folder or the database's address, without the password.
    package var url: String
    package var password: String
    /// What this device shows the first time; empty where it is not asked for.
    package var token: [UInt8]

    package init(url: String, password: String, token: [UInt8]) {
      (self.url, self.password, self.token) = (url, password, token)
    }

    /// Version (1), address and password as texts, token: what is sealed to a device's public key.
    package var octets: [UInt8] { [1] + shortText(url) + shortText(password) + token }

    /// Reads ``octets``; `nil` where a later version wrote it.
    package init?(octets: [UInt8]) {
      var reader = OctetReader(octets)
      guard reader.number(octets: 1) == 1, let url = reader.shortText(), let password = reader.shortText() else {
        return nil
      }
      self.init(url: url, password: password, token: Array(reader.rest))
    }
  }
}
