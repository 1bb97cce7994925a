import Octets
import PostgresMailbox
import PrivatePostgres
import SyncProtocol

/// A server with the schema, and what the tests send there.
struct MailboxTrial {
  let server: PrivatePostgres

  init() throws {
    server = try PrivatePostgres()
  }

  static func device(_ number: UInt64) -> DeviceID { DeviceID(halves: SyncHalves(high: 7, low: number)) }
  static func owner(_ number: UInt64) -> OwnerID { OwnerID(halves: SyncHalves(high: 9, low: number)) }

  /// What each device of a trial shows.
  static let token = [UInt8](repeating: 0x7A, count: 32)

  /// SQL by which a device shows who it is, without an answer.
  static func entry(_ device: DeviceID) -> String {
    "DO $$ BEGIN PERFORM focuskey.enter('\(device.text)', '\\x\(HexText.text(of: token))'); END $$; "
  }

  /// A household with its login.
  func household(_ login: String, owner: OwnerID) throws -> MailboxAddress {
    let address = try MailboxAddress(server.address())
    let login = try PostgresMailbox.prepare(address, login: login, password: "its own")
    _ = try PostgresMailbox(at: login).found(owner)
    return login
  }

  /// A login that was made before.
  func login(_ login: String) throws -> MailboxAddress {
    try MailboxAddress(server.address()).login(login, password: "its own")
  }

  /// Envelopes as the mailbox sees them: what is in them it cannot judge.
  static func envelopes(_ numbers: ClosedRange<UInt64>, of device: DeviceID, _ owner: OwnerID, mark: UInt64 = 0)
    -> [Envelope]
  {
    numbers.map { number in
      Envelope(
        header: EnvelopeHeader(owner: owner, device: device, number: number, epoch: .first),
        chain: ChainLink(halves: SyncHalves(high: number, low: mark)),
        box: [1] + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 200))
    }
  }
}
