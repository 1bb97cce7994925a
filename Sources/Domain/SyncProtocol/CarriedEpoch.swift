internal import Octets

/// What the file of an epoch holds: who is put out, up to where those who are out were read, and what each device that
/// stays is told.
package struct CarriedEpoch: Equatable, Sendable {
  /// Who sends nothing more.
  package var target: DeviceID
  /// The number of the last message that counts of each device that is out; `UInt64.max` of one that left by itself.
  package var seen: [DeviceID: UInt64]
  /// Who stays, each with its grant.
  package var told: [(device: DeviceID, grant: [UInt8])]

  /// An epoch that begins.
  package init(target: DeviceID, seen: [DeviceID: UInt64], told: [(device: DeviceID, grant: [UInt8])]) {
    (self.target, self.seen, self.told) = (target, seen, told)
  }

  /// The same targets and the same grants.
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

  /// Reads ``octets``.
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

/// What the file holds that says that a device was put out where the household was before; one that left by itself says
/// nothing more.
package struct CarriedLeave: Equatable, Sendable {
  /// The number of its last message that counts.
  package var last: UInt64

  /// A device that was put out.
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
