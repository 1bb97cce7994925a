package enum MailboxCarrier: String, Sendable {
  /// A database: at once, and only for devices that are in.
  case database
  /// A folder that something else carries from computer to computer, hours late or in any order.
  case folder
}

package struct HouseholdMember: Equatable, Sendable {
  package var head: Head
  /// Its X25519 key.
  package var key: [UInt8]
  /// What was sealed to that key.
  package var sealed: [UInt8]?
  /// Whether it sends nothing any more.
  package var isRevoked: Bool

  package init(head: Head, key: [UInt8], sealed: [UInt8]?, isRevoked: Bool) {
    (self.head, self.key, self.sealed, self.isRevoked) = (head, key, sealed, isRevoked)
  }
}

/// Where a household's sealed envelopes are: what every carrier of them promises. For one thread; a call may wait for
/// seconds.
package protocol HouseholdMailbox: AnyObject {
  var carrier: MailboxCarrier { get }
  var isBroken: Bool { get }
  /// Faults in what the carrier brought, since the members were asked for last.
  var faults: [MailboxFault] { get }
  /// Somebody who is out and has the newest key, because two devices put somebody out before they heard of each other:
  /// another epoch is due. As it was when the members were asked for last.
  var outsider: DeviceID? { get }

  func household() throws(MailboxError) -> OwnerID
  /// Lets in one device that shows the ticket within the time.
  func invite(_ ticket: [UInt8], seconds: Int) throws(MailboxError)
  /// Lets in devices that show a printed sheet's ticket; the sheet before becomes void.
  func keepSheet(_ ticket: [UInt8]) throws(MailboxError)
  /// Puts a device into the household, the first without a ticket; from then on this is that device's mailbox.
  func enroll(_ device: DeviceID, key: [UInt8], token: [UInt8], ticket: [UInt8]?) throws(MailboxError)
  /// Identifies the caller; before that nothing can be read or written.
  func enter(_ device: DeviceID, token: [UInt8]) throws(MailboxError)
  /// `known`: how far each log was read or taken; a folder may have lost what was read from it.
  func members(known: Heads) throws(MailboxError) -> [HouseholdMember]
  /// A page of a device's envelopes after a number. What is in them is not believed: ``DeviceLog`` judges it.
  func pull(_ pull: SyncPlan.Pull, of owner: OwnerID, most: Int) throws(MailboxError) -> [Envelope]
  /// Appends envelopes with consecutive numbers to the own log; returns how far the mailbox has it.
  func push(_ envelopes: [Envelope]) throws(MailboxError) -> UInt64
  func snapshot(of device: DeviceID, _ owner: OwnerID) throws(MailboxError) -> Snapshot?
  /// Replaces what a snapshot covers, but for the last envelope: what comes next has its link.
  func compact(_ snapshot: Snapshot) throws(MailboxError)
  /// The mailbox's clock, in milliseconds since 1970.
  func clock() throws(MailboxError) -> Int64
  func epoch() throws(MailboxError) -> Epoch
  /// Puts a device out and begins an epoch, wholly or not at all.
  ///
  /// - Parameters:
  ///   - sealed: what each device that stays is told.
  ///   - seen: how far each device was read here: what one that is out sends after that counts nowhere.
  /// - Returns: whether a printed sheet is void from now on.
  func revoke(
    _ device: DeviceID, beginning epoch: Epoch, telling sealed: [(device: DeviceID, grant: [UInt8])], after seen: Heads
  ) throws(MailboxError) -> Bool
  /// Tells that this device has kept what was sealed to it.
  func taken(_ sealed: [UInt8], by device: DeviceID) throws(MailboxError)
  /// A device sends nothing more; what it sent stays.
  func retire(_ device: DeviceID) throws(MailboxError)
  /// Deletes a device that is out, with all that it ever sent.
  func forget(_ device: DeviceID) throws(MailboxError)
  /// Takes in a device of a household that was elsewhere before; one that is here already stays as it is.
  ///
  /// - Parameter token: what it shows when it comes.
  func admit(_ member: HouseholdMember, token: [UInt8]) throws(MailboxError)
  /// This device shows its own token from now on, not the one that it was admitted with.
  func renew(token: [UInt8]) throws(MailboxError)
  /// The key of that epoch counts from now on, unless a later one does.
  func goOn(with epoch: Epoch) throws(MailboxError)
  /// Takes what a device sent when the household was elsewhere, sealed with the keys of then; what is here already
  /// stays as it is. Their numbers follow each other.
  func restore(_ envelopes: [Envelope], of device: DeviceID) throws(MailboxError)
  /// Adds a snapshot from the earlier place; its last envelope is here already.
  func restore(_ snapshot: Snapshot) throws(MailboxError)
  /// Deletes the household with all that was ever sent; returns how much of it is left: 0.
  func forget() throws(MailboxError) -> Int
  /// Whether news is heard by ``wait(milliseconds:bell:)``; if not, look from time to time.
  func listen() throws(MailboxError) -> Bool
  /// Waits for news.
  ///
  /// - Parameter bell: a descriptor that ends the waiting when it becomes readable.
  /// - Returns: whether there is any; otherwise the time is over or somebody called it off.
  func wait(milliseconds: Int32, bell: Int32?) throws(MailboxError) -> Bool
}

extension HouseholdMailbox {
  /// Puts out a device of which nothing was read.
  @discardableResult
  package func revoke(
    _ device: DeviceID, beginning epoch: Epoch, telling sealed: [(device: DeviceID, grant: [UInt8])]
  ) throws(MailboxError) -> Bool {
    try revoke(device, beginning: epoch, telling: sealed, after: Heads())
  }

  package func members() throws(MailboxError) -> [HouseholdMember] { try members(known: Heads()) }

  package func pull(_ pull: SyncPlan.Pull, of owner: OwnerID) throws(MailboxError) -> [Envelope] {
    try self.pull(pull, of: owner, most: MailboxPage.most)
  }
}

package enum MailboxPage {
  /// The most envelopes that one call brings.
  package static let most = 2000
}
