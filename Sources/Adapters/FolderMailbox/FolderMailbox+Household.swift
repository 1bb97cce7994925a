internal import LinuxRuntime
package import SyncProtocol

extension FolderMailbox {
  /// Founds the household in a folder that has none yet; returns its id.
  package func found(_ owner: OwnerID) throws(MailboxError) -> OwnerID {
    if !(try FolderLook.households(in: place)).isEmpty { throw .folderTaken(place.path) }
    try place.probe()
    return owner
  }

  /// The household; throws if the folder only has files of another one.
  package func household() throws(MailboxError) -> OwnerID {
    let here = try FolderLook.households(in: place)
    guard here.isEmpty || here.contains(CarriedName.beginning(of: owner)) else { throw .folderTaken(place.path) }
    if try roster(look()).isOver { throw .noHousehold }
    return owner
  }

  func roster(_ look: FolderLook) -> FolderRoster {
    var roster = FolderRoster()
    for name in look.records { if let body = body(of: name, in: look) { roster.take(name, body) } }
    return roster
  }

  /// Identifies the device; a folder keeps no one out, only the key keeps others from reading.
  package func enter(_ device: DeviceID, token: [UInt8]) throws(MailboxError) {
    let roster = roster(try look())
    if roster.isOver { throw .noHousehold }
    guard roster.devices[device] != nil, !roster.forgotten.contains(device) else { throw .unknownDevice }
    if roster.isOut(device) { throw .revoked }
    me = device
  }

  /// Throws if the asking device is not a member any more.
  func mustBeIn(_ roster: FolderRoster) throws(MailboxError) -> DeviceID {
    if roster.isOver { throw .noHousehold }
    guard let me, roster.devices[me] != nil else { throw .unknownDevice }
    if roster.isOut(me) { throw .revoked }
    return me
  }

  /// Adds a device; an invitation's link may arrive before the folder's record of it.
  package func enroll(_ device: DeviceID, key: [UInt8], token: [UInt8], ticket: [UInt8]?) throws(MailboxError) {
    let roster = roster(try look())
    if roster.isOver { throw .noHousehold }
    if let ticket {
      // A device that came in by an old key would be told nothing.
      if roster.epoch > ring.newest.epoch { throw .usedInvitation }
      let known = roster.tickets.first { $0.said.ticket == ticket }?.said
      if known?.isLasting == true {
        guard roster.sheet?.ticket == ticket else { throw .usedInvitation }
      } else {
        if let known, known.expires < Self.now { throw .usedInvitation }
        if roster.devices.values.contains(where: { $0.ticket == ticket }) { throw .usedInvitation }
      }
    } else if !roster.devices.isEmpty {
      throw .needsInvitation
    }
    me = device
    try write(.device, 0, key + (ticket.map { Array($0.prefix(16)) } ?? []), with: ring.newest)
  }

  /// Writes a ticket that lets a device in for that many seconds.
  package func invite(_ ticket: [UInt8], seconds: Int) throws(MailboxError) {
    let look = try look()
    let me = try mustBeIn(roster(look))
    // Own tickets whose time is over are of no use.
    for name in look.records where name.kind == .ticket && name.device == me {
      let said = body(of: name, in: look).flatMap { CarriedTicket(octets: $0) }
      if let said, !said.isLasting, said.expires < Self.now { try drop(name) }
    }
    let said = CarriedTicket(ticket, expires: Self.now + UInt64(max(seconds, 1)) * 1000, isLasting: false)
    try write(.ticket, Self.now, said.octets, with: ring.newest)
  }

  /// Writes the ticket of a printed sheet; the previous sheet is void.
  package func keepSheet(_ ticket: [UInt8]) throws(MailboxError) {
    let roster = roster(try look())
    _ = try mustBeIn(roster)
    let latest = roster.tickets.filter { $0.said.isLasting }.map { $0.made }.max() ?? 0
    let said = CarriedTicket(ticket, expires: .max, isLasting: true)
    try write(.ticket, max(Self.now, latest + 1), said.octets, with: ring.newest)
  }

  /// The epoch whose key counts now, as far as is known here.
  package func epoch() throws(MailboxError) -> Epoch { max(roster(try look()).epoch, ring.newest.epoch) }

  /// Puts a device out: it cannot read what is sent from now on, and its later messages are void.
  package func revoke(
    _ device: DeviceID, beginning epoch: Epoch, telling sealed: [(device: DeviceID, grant: [UInt8])], after seen: Heads
  ) throws(MailboxError) -> Bool {
    let roster = roster(try look())
    _ = try mustBeIn(roster)
    guard roster.present.contains(device) || roster.outsider == device else { throw .unknownDevice }
    guard roster.epoch <= ring.newest.epoch, epoch == ring.newest.epoch.next else { throw .raced }
    let told = Set(sealed.map { $0.device })
    guard told.isSuperset(of: roster.present.filter { $0 != device }) else { throw .raced }
    var lasts: [DeviceID: UInt64] = [:]
    for other in roster.devices.keys where !told.contains(other) {
      lasts[other] = roster.left.contains(other) ? .max : seen[other]?.number ?? 0
    }
    let said = CarriedEpoch(target: device, seen: lasts, told: sealed)
    try write(.epoch, UInt64(epoch.number), said.octets, with: ring.newest)
    return roster.sheet != nil
  }

  /// What was sealed to a device stays in the folder, because only that device can open it.
  package func taken(_ sealed: [UInt8], by device: DeviceID) throws(MailboxError) { taken = sealed }

  /// Ends this device's membership; what it sent stays.
  package func retire(_ device: DeviceID) throws(MailboxError) {
    let roster = roster(try look())
    let me = try mustBeIn(roster)
    guard device == me else { throw .unknownDevice }
    try write(.leave, 0, [], with: ring.newest)
  }

  /// Deletes a device that is out, with all that it ever sent.
  package func forget(_ device: DeviceID) throws(MailboxError) {
    let look = try look()
    let roster = roster(look)
    _ = try mustBeIn(roster)
    guard roster.devices[device] != nil, !roster.forgotten.contains(device), roster.isOut(device) else {
      throw .unknownDevice
    }
    try write(.forgotten, device.halves.low, device.octets, with: ring.newest)
    try removeFiles(look) { $0.device == device && $0.kind != .epoch }
  }

  /// Deletes all but the record of the end; returns how many other files are left: 0.
  package func forget() throws(MailboxError) -> Int {
    let look = try look()
    let device = try mustBeIn(roster(look))
    let last = try write(.end, 0, device.octets, with: ring.newest)
    // With the keys of epochs those who were away can read that it is over.
    func stays(_ name: CarriedName) -> Bool { name == last || name.kind == .epoch }
    try removeFiles(look) { !stays($0) }
    return try self.look().files.keys.filter { !stays($0) }.count
  }

  private func removeFiles(_ look: FolderLook, where isMeant: (CarriedName) -> Bool) throws(MailboxError) {
    for (name, files) in look.files where isMeant(name) {
      for file in files { try place.remove(file) }
      try place.remove("\(place.kept)/\(name.text)")
    }
  }

  /// Removes an own file that is of no use any more.
  func drop(_ name: CarriedName) throws(MailboxError) {
    try place.remove("\(place.kept)/\(name.text)")
    try place.remove("\(place.path)/\(name.text)")
  }

  /// Removes the files of forgotten devices, including those that others wrote.
  func removeForgotten(_ roster: FolderRoster, _ look: FolderLook) throws(MailboxError) {
    if roster.forgotten.isEmpty { return }
    try removeFiles(look) { roster.forgotten.contains($0.device) && $0.kind != .epoch && $0.kind != .forgotten }
  }
}
