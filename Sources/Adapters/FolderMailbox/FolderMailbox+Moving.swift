internal import LinuxRuntime
package import SyncProtocol

/// Moves a household here: the first device to come brings what the others sent.
extension FolderMailbox {
  /// Adds a device of a household that moves here; one that is already here stays as it is.
  package func admit(_ member: HouseholdMember, token: [UInt8]) throws(MailboxError) {
    let look = try look()
    let roster = roster(look)
    let device = member.head.device
    _ = try mustBeIn(roster)
    if !isThere(.device, device, in: look) || device == me && !isKept(.device, device, in: look) {
      try write(.device, 0, member.key, of: device, with: ring.newest)
    }
    // Of a device that came here just now the folder says nothing yet.
    let isKnownToBeOut = roster.devices[device] != nil && roster.isOut(device)
    if member.isRevoked, !isThere(.leave, device, in: look), device != me, !isKnownToBeOut {
      try write(.leave, 0, CarriedLeave(last: member.head.number).octets, of: device, with: ring.newest)
    }
  }

  /// Whether the folder itself has such a file of a device.
  private func isThere(_ kind: CarriedName.Kind, _ device: DeviceID, in look: FolderLook) -> Bool {
    look.records.contains { name in
      name.kind == kind && name.device == device && (look.files[name] ?? []).contains { !$0.hasPrefix(place.kept) }
    }
  }

  /// Whether this home has a copy of such a file of a device.
  private func isKept(_ kind: CarriedName.Kind, _ device: DeviceID, in look: FolderLook) -> Bool {
    look.records.contains { name in
      name.kind == kind && name.device == device && (look.files[name] ?? []).contains { $0.hasPrefix(place.kept) }
    }
  }

  package func isOfHousehold() throws(MailboxError) -> Bool {
    try FolderLook.households(in: place).contains(CarriedName.beginning(of: owner))
  }

  /// Does nothing: a folder asks for no token.
  package func renew(token: [UInt8]) throws(MailboxError) {}

  /// Does nothing: in a folder the key that the devices have counts.
  package func goOn(with epoch: Epoch) throws(MailboxError) {}

  /// Writes what a device sent before the move, sealed with the newest key.
  package func restore(_ envelopes: [Envelope], of device: DeviceID) throws(MailboxError) {
    let look = try look()
    _ = try mustBeIn(roster(look))
    try add(envelopes, of: device, with: ring.newest, in: look)
  }

  /// Writes a device's snapshot from before the move, if its last envelope is here.
  package func restore(_ snapshot: Snapshot) throws(MailboxError) {
    let look = try look()
    _ = try mustBeIn(roster(look))
    let (device, number) = (snapshot.header.device, snapshot.header.number)
    guard let keys = ring[snapshot.header.epoch],
      (look.messages[device] ?? []).contains(where: { ($0.number...$0.last).contains(number) && isWhole($0, in: look) }
      ),
      !(look.snapshots[device] ?? []).contains(where: { $0.number >= number && isWhole($0, in: look) })
    else { return }
    try write(.snapshot, number, snapshot.box, of: device, with: keys)
  }

  /// Copies another folder's membership records, the same octets.
  package func takeRecords(of other: FolderMailbox) throws(MailboxError) {
    let look = try other.look()
    let here = try self.look()
    for name in look.records where name.kind != .end && (name.kind != .ticket || name.device == me) {
      guard let file = (look.files[name] ?? []).first(where: { judge($0, name) == .whole }),
        !(here.files[name] ?? []).contains(where: { !$0.hasPrefix(place.kept) && judge($0, name) == .whole }),
        let octets = place.read(file)
      else { continue }
      try place.keep(octets, as: name)
      try place.write(octets, as: name)
    }
  }
}
