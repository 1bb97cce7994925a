internal import Octets

/// The content of an epoch's file: who is put out, how far they were read, and the grants.
package struct CarriedEpoch: Equatable, Sendable {
  /// The device that is put out and sends nothing more.
  package var target: DeviceID
  /// The last number that counts of each device put out; `UInt64.max` where it left by itself.
  package var seen: [DeviceID: UInt64]
  /// The devices that stay, each with its grant.
  package var told: [(device: DeviceID, grant: [UInt8])]

  package init(target: DeviceID, seen: [DeviceID: UInt64], told: [(device: DeviceID, grant: [UInt8])]) {
    (self.target, self.seen, self.told) = (target, seen, told)
  }

  package static func == (left: CarriedEpoch, right: CarriedEpoch) -> Bool { left.octets == right.octets }

  /// Target (16); count (2), then device (16) and number (8) of each that is out; count (2), then device (16), length
  /// (2) and grant of each that stays.
  package var octets: [UInt8] {
    var octets = target.octets + BigEndian.octets(of: UInt16(truncatingIfNeeded: seen.count))
    for (device, number) in seen.sorted(by: { $0.key < $1.key }) {
      octets += device.octets + BigEndian.octets(of: number)
    }
    octets += BigEndian.octets(of: UInt16(truncatingIfNeeded: told.count))
    for one in told {
      octets += one.device.octets + BigEndian.octets(of: UInt16(truncatingIfNeeded: one.grant.count)) + one.grant
    }
    return octets
  }

  package init?(octets: [UInt8]) {
    var reader = OctetReader(octets)
    guard let target = reader.identity(DeviceID.self), let out = reader.number(octets: 2) else { return nil }
    var seen: [DeviceID: UInt64] = [:]
    for _ in 0..<out {
      guard let device = reader.identity(DeviceID.self), let number = reader.wide() else { return nil }
      seen[device] = number
    }
    guard let count = reader.number(octets: 2) else { return nil }
    var told: [(device: DeviceID, grant: [UInt8])] = []
    for _ in 0..<count {
      guard let device = reader.identity(DeviceID.self), let grant = reader.block(lengthOctets: 2) else { return nil }
      told.append((device, Array(grant.rest)))
    }
    guard reader.isAtEnd else { return nil }
    self.init(target: target, seen: seen, told: told)
  }
}

/// A leave file for a device that was put out before a move; empty if it left by itself.
package struct CarriedLeave: Equatable, Sendable {
  /// The number of its last message that counts.
  package var last: UInt64

  package init(last: UInt64) { self.last = last }

  /// The number (8).
  package var octets: [UInt8] { BigEndian.octets(of: last) }

  /// Reads ``octets``; `nil` of a device that left by itself.
  package init?(octets: [UInt8]) {
    var reader = OctetReader(octets)
    guard let last = reader.wide(), reader.isAtEnd else { return nil }
    self.init(last: last)
  }
}
