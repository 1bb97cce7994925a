import FolderMailbox
import LinuxRuntime
import PostgresMailbox
import PrivatePostgres
import Sealing
import SyncProtocol
import TestSupport

/// One household with a carrier of each kind, and devices that send by it.
struct CarrierTrial {
  let owner = OwnerID(halves: SyncHalves(high: 9 << 32, low: 1))
  let sodium: Sodium
  var ring: KeyRing
  let folder = TemporaryFolder()
  private let server: PrivatePostgres?
  private let address: MailboxAddress?

  init(_ carrier: MailboxCarrier) throws {
    sodium = try Sodium()
    guard let keys = sodium.keys(of: .first, group: sodium.chance(32)) else { throw SealingError.badKey }
    ring = KeyRing(keys)
    switch carrier {
    case .database:
      let server = try PrivatePostgres()
      self.server = server
      let all = try MailboxAddress(server.address())
      let login = try PostgresMailbox.prepare(all, login: "ada", password: "its own")
      _ = try PostgresMailbox(at: login).found(owner)
      address = login
    case .folder:
      (server, address) = (nil, nil)
      try Files.makeFolder(folder("shared"))
    }
  }

  static func device(_ number: UInt64) -> DeviceID { DeviceID(halves: SyncHalves(high: 7, low: number)) }
  static func token(_ number: UInt64) -> [UInt8] { [UInt8](repeating: UInt8(number), count: 32) }
  static func ticket(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }

  /// The mailbox, before it was told who asks.
  func open(_ number: UInt64, with keys: KeyRing? = nil) throws -> any HouseholdMailbox {
    if let address { return try PostgresMailbox(at: address) }
    return try FolderMailbox(
      at: folder("shared"), keeping: folder("kept-\(number)"), of: owner, with: keys ?? ring, by: sodium.functions)
  }

  /// The mailbox of a device that is in.
  func entered(_ number: UInt64, with keys: KeyRing? = nil) throws -> any HouseholdMailbox {
    let mailbox = try open(number, with: keys)
    try mailbox.enter(Self.device(number), token: Self.token(number))
    return mailbox
  }

  /// Devices that are in, the first by itself and each other by its invitation.
  func household(_ count: UInt64) throws -> [any HouseholdMailbox] {
    var mailboxes: [any HouseholdMailbox] = []
    for number in 1...count {
      let mailbox = try open(number)
      if number > 1 { try mailboxes[0].invite(Self.ticket(UInt8(number)), seconds: 60) }
      try mailbox.enroll(
        Self.device(number), key: Self.token(number), token: Self.token(number),
        ticket: number > 1 ? Self.ticket(UInt8(number)) : nil)
      mailboxes.append(mailbox)
    }
    return mailboxes
  }

  /// What a device seals, one envelope after the other.
  func envelopes(
    _ count: Int, after log: inout DeviceLog, text: String = "what happened", with keys: KeyRing? = nil
  ) throws -> [Envelope] {
    try (0..<count).map { place in
      try log.seal(Array("\(text) \(place)".utf8), nonce: sodium.nonce(), with: keys ?? ring, by: sodium.functions)
    }
  }

  func log(of number: UInt64) -> DeviceLog { DeviceLog(owner: owner, head: Head(device: Self.device(number))) }

  /// The ring with the key of another epoch.
  func renewed() throws -> KeyRing {
    guard let epoch = ring.newest.epoch.next, let keys = sodium.keys(of: epoch, group: sodium.chance(32)) else {
      throw SealingError.badKey
    }
    var next = ring
    next.add(keys)
    return next
  }

  /// The files of the folder.
  var files: [String] { (try? Files.names(inFolder: folder("shared"))) ?? [] }
}
