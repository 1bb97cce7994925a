import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// `oneCardEndsAll`: a card that signs its taps ends sessions on other computers too, where their owner chose that.
@Suite(.realParts) struct SyncOneCardTests {
  private let household: TrialHousehold
  /// NXP's AN12196: a signed tap with counter 61 by the card 04DE5F1EACC040, all keys zero.
  private static let uid = "04DE5F1EACC040"
  private static let signed =
    "https://focuskey.app/focus/deep?picc_data=EF963FF7828658A599F3041510671E88&cmac=94EED9EE65337086"

  init() throws { household = try TrialHousehold() }

  /// A service in the household whose card ends a session of its own.
  private func service(_ name: String, _ sync: String) throws -> RunningService {
    let zero = String(repeating: "0", count: 32)
    let card = "signingCards: [{ uid: '\(Self.uid)', metaKey: '\(zero)', fileKey: '\(zero)' }]"
    let home = try household.home(name, "port: 0, \(sync) \(card)")
    let link = name == "desk" ? "" : try household.invite()
    let words = name == "desk" ? ["init", household.server.address()] : ["join", link]
    let done = try BuiltProgram.focuskey.run(["sync"] + words + ["--name", name, "--home", home])
    #expect(done.exitCode == 0, "\(done.errors)")
    let service = try household.service(name)
    try Files.replace(
      "\(home)/settings.json5",
      with: Array(
        """
        { profiles: [{ id: 'deep', end: 'key', proof: 'sun', question: { wait: '0s', closes: '60s' } }],
          keys: [{ id: 'signet', uid: '\(Self.uid)', proof: 'sun' }] }
        """.utf8))
    for list in ["profile", "key"] {
      let outcome = try service(list, "import", "\(home)/settings.json5")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    // Nothing that only a card ends begins where no card was ever proven and there is no other way out.
    #expect(try service("recovery-code").exitCode == 0)
    return service
  }

  @Test func aSignedTapEndsWhereItsOwnerChoseThat() async throws {
    let desk = try service("desk", "")
    let laptop = try service("laptop", "sync: { oneCardEndsAll: true },")
    let tablet = try service("tablet", "")
    for service in [desk, laptop, tablet] {
      #expect(await eventually { service.line == "live" })
      let started = try service("start", "deep")
      #expect(started.exitCode == 0 && service.state == "focusing", "\(started.errors)")
    }
    #expect(try desk("stop").exitCode == 0)
    let tap = try desk("tap", "--link", Self.signed, "--uid", Self.uid)
    #expect(tap.exitCode == 0 && desk.state == "idle", "\(tap.output) \(tap.errors)")
    #expect(await eventually { laptop.state == "idle" }, "\(laptop.sync)")
    #expect(await eventually { tablet.head(of: "desk") == desk.head(of: "desk") && desk.pending == 0 })
    #expect(try tablet("sync", "now").exitCode == 0)
    #expect(tablet.state == "focusing", "nobody chose that there")
    // The same tap is worth nothing once more, on any of them.
    #expect(try laptop("start", "deep").exitCode == 0)
    #expect(try laptop("stop").exitCode == 0)
    let again = try laptop("tap", "--link", Self.signed, "--uid", Self.uid)
    #expect(again.exitCode == 1 && laptop.state == "focusing", "\(again.errors)")
  }
}
