import Glibc
import PostgresMailbox
import PrivatePostgres
import SyncProtocol
import TestSupport

/// A thousand devices that keep a line open to one server, as many as a school has, and one of them says something.
func syncCrowdBenchmarks(_ run: BenchmarkRun) throws {
  let count = run.isSmoke ? 20 : 1000
  var limit = rlimit()
  guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return run.fail("no limit") }
  limit.rlim_cur = limit.rlim_max
  _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  // Each tries whether it hears anything by a second line, one after the other.
  let server = try PrivatePostgres(connections: count + 20)
  let crowd = try Crowd(count, on: server)
  var devices: [PostgresMailbox] = []
  let joined = try milliseconds { for number in 1...count { devices.append(try crowd.enter(number)) } }
  run.report("\(count) devices connected, let in and listening", joined, "ms")
  var times: [Double] = []
  for number in 1...(run.isSmoke ? 3 : 21) {
    // What they still hear of each other's trials.
    for device in devices { while try device.wait(milliseconds: 0) {} }
    let envelope = crowd.envelope(UInt64(number))
    var heard = 0
    times.append(
      try milliseconds {
        _ = try devices[0].push([envelope])
        for device in devices where try device.wait(milliseconds: 10_000) { heard += 1 }
      })
    guard heard == count else { return run.fail("\(heard) of \(count) devices heard it") }
  }
  run.promise("said by one, heard by the last of \(count), median", percentile(times, 50), atMost: 100, "ms")
  run.report("said by one, heard by the last of \(count), p95", percentile(times, 95), "ms")
}

/// A household with many devices.
private struct Crowd {
  private let owner = OwnerID(halves: SyncHalves(high: 1, low: 1))
  private let address: MailboxAddress
  private let first: PostgresMailbox
  private static let token = [UInt8](repeating: 7, count: 32)

  init(_ count: Int, on server: PrivatePostgres) throws {
    address = try PostgresMailbox.prepare(MailboxAddress(server.address()), login: "crowd", password: "its own")
    first = try PostgresMailbox(at: address)
    _ = try first.found(owner)
    try first.enroll(Self.device(0), key: Self.token, token: Self.token, ticket: nil)
  }

  private static func device(_ number: Int) -> DeviceID {
    DeviceID(halves: SyncHalves(high: 2, low: UInt64(number)))
  }

  /// One more device, which listens.
  func enter(_ number: Int) throws -> PostgresMailbox {
    let mailbox = try PostgresMailbox(at: address)
    let ticket = [UInt8](repeating: UInt8(number % 251), count: 16)
    try first.invite(ticket, seconds: 60)
    try mailbox.enroll(Self.device(number), key: Self.token, token: Self.token, ticket: ticket)
    guard try mailbox.listen() else { throw MailboxError.pooled }
    return mailbox
  }

  /// A message of the first device that listens.
  func envelope(_ number: UInt64) -> Envelope {
    Envelope(
      header: EnvelopeHeader(owner: owner, device: Self.device(1), number: number, epoch: .first),
      chain: ChainLink(halves: SyncHalves(high: 3, low: number)), box: [1] + [UInt8](repeating: 9, count: 296))
  }
}
