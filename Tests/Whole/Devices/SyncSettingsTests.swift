import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// Settings that are the same on all devices, where their owner chose that.
@Suite(.realParts, .serialized) struct SyncSettingsTests {
  private let household: TrialHousehold
  private static let shared = "port: 0, sync: { settings: true }"

  init() throws { household = try TrialHousehold() }

  /// A service in the household, the first of which begins it.
  private func service(_ name: String, _ configuration: String = shared) throws -> RunningService {
    let home = try household.home(name, configuration)
    let words = name == "desk" ? ["init", household.server.address()] : ["join", try household.invite()]
    let done = try BuiltProgram.focuskey.run(["sync"] + words + ["--name", name, "--home", home])
    try #require(done.exitCode == 0, "\(done.errors)")
    return try household.service(name)
  }

  /// What a service keeps of one list.
  private func list(_ service: RunningService, _ name: String) -> [String: JSONNode] {
    var found: [String: JSONNode] = [:]
    for line in (try? service(name, "list", "--json").lines) ?? [] {
      guard let one = try? JSONDocument(line).root, let id = one["id"]?.string else { continue }
      found[id] = one
    }
    return found
  }

  private func name(_ service: RunningService, _ profile: String) -> String? {
    list(service, "profile")[profile]?["name"]?.string
  }

  private func sharing(_ service: RunningService) -> JSONNode? {
    (try? service("sync", "status", "--json")).flatMap { try? JSONDocument($0.output).root["settings"] }
  }

  private func waiting(_ service: RunningService) -> [String] {
    sharing(service)?["waiting"]?.array?.compactMap { $0.string } ?? ["?"]
  }

  private func add(_ profile: String, to service: RunningService) throws {
    let file = "\(service.home)/more.json5"
    try Files.replace(file, with: Array("{ profiles: [{ \(profile) }] }".utf8))
    let done = try service("profile", "import", file)
    #expect(done.exitCode == 0, "\(done.errors)")
  }

  /// Nothing is said once all is quiet.
  private func staysQuiet(_ services: [RunningService]) async throws {
    #expect(await eventually { services.allSatisfy { $0.pending == 0 && waiting($0).isEmpty } })
    let before = services.map { $0.head(of: "desk") + $0.head(of: "laptop") + $0.head(of: "tablet") }
    try await Task.sleep(for: .seconds(1))
    #expect(services.map { $0.head(of: "desk") + $0.head(of: "laptop") + $0.head(of: "tablet") } == before)
  }

  @Test func whatChangesOnOneChangesOnAll() async throws {
    let desk = try service("desk")
    let laptop = try service("laptop")
    // Who did not choose it keeps what is there.
    let tablet = try service("tablet", "port: 0")
    #expect(await eventually { desk.line == "live" && laptop.line == "live" && tablet.line == "live" })
    #expect(try desk("profile", "edit", "work", "--set", "{ name: 'Deep work' }").exitCode == 0)
    #expect(await eventually { name(laptop, "work") == "Deep work" })
    // And back, another item of the same household.
    #expect(try laptop("profile", "edit", "study", "--set", "{ name: 'Reading' }").exitCode == 0)
    #expect(await eventually { name(desk, "study") == "Reading" })
    try add("id: 'paint', blocks: { sites: ['example.org'] }", to: laptop)
    #expect(await eventually { list(desk, "profile")["paint"] != nil })
    #expect(try desk("profile", "remove", "paint").exitCode == 0)
    #expect(await eventually { list(laptop, "profile")["paint"] == nil })
    #expect(sharing(desk)?["shared"]?.bool == true && sharing(desk)?["keys"]?.bool == false)
    #expect(try laptop("sync", "status").output.contains("Settings are shared"))
    #expect(sharing(tablet)?["shared"]?.bool == false)
    #expect(name(tablet, "work") != "Deep work" && name(tablet, "study") != "Reading")
    try await staysQuiet([desk, laptop])

    // While one is off, both change something: the later word counts, and a restart says nothing twice.
    laptop.stop()
    #expect(try desk("profile", "edit", "work", "--set", "{ name: 'Desk work' }").exitCode == 0)
    #expect(await eventually { desk.pending == 0 })
    desk.stop()
    let again = try household.service("laptop")
    #expect(await eventually { name(again, "work") == "Desk work" })
    #expect(try again("profile", "edit", "work", "--set", "{ name: 'Laptop work' }").exitCode == 0)
    #expect(await eventually { again.pending == 0 })
    let desk2 = try household.service("desk")
    #expect(await eventually { name(desk2, "work") == "Laptop work" })
    try await staysQuiet([desk2, again])
  }

  @Test func aSessionKeepsWhatItUsesUntilItEnds() async throws {
    let desk = try service("desk")
    let laptop = try service("laptop")
    #expect(await eventually { desk.line == "live" && laptop.line == "live" })
    try desk.hurry("work")
    try add("id: 'other'", to: desk)
    #expect(await eventually { list(laptop, "profile")["other"] != nil && waiting(laptop).isEmpty })
    #expect(try laptop("start", "work").exitCode == 0 && laptop.state == "focusing")
    // Looser there: not here, not yet. What the session does not use changes at once.
    let site = "{ blocks: { sites: ['example.org'] } }"
    #expect(try desk("profile", "edit", "work", "--set", site).exitCode == 0)
    #expect(try desk("profile", "edit", "other", "--set", "{ name: 'Free' }").exitCode == 0)
    #expect(await eventually { name(laptop, "other") == "Free" })
    #expect(waiting(laptop) == ["profile/work"])
    #expect(try laptop("sync", "status").output.contains("profile/work"))
    #expect(list(laptop, "profile")["work"]?["blocks"]?["categories"] != nil)
    // A restart lets go of nothing.
    laptop.kill()
    let again = try household.service("laptop")
    #expect(await eventually { again.line == "live" })
    #expect(again.state == "focusing" && waiting(again) == ["profile/work"])
    #expect(list(again, "profile")["work"]?["blocks"]?["categories"] != nil)
    #expect(try again("stop").exitCode == 0)
    #expect(await eventually { (try? again("confirm").exitCode) == 0 })
    #expect(await eventually { list(again, "profile")["work"]?["blocks"]?["categories"] == nil })
    #expect(list(again, "profile")["work"]?["blocks"]?["sites"]?.array?.count == 1)
    try await staysQuiet([desk, again])
  }

  /// The later word is the one that was given later, not the one that arrives later.
  @Test func whatIsChangedWhileTheServerIsAwayCountsFromThen() async throws {
    let desk = try service("desk")
    let laptop = try service("laptop")
    #expect(await eventually { desk.line == "live" && laptop.line == "live" })
    try await staysQuiet([desk, laptop])
    household.server.stop()
    #expect(await eventually { desk.line == "offline" && laptop.line == "offline" })
    #expect(try desk("profile", "edit", "work", "--set", "{ name: 'Earlier' }").exitCode == 0)
    #expect(try laptop("profile", "edit", "work", "--set", "{ name: 'Later' }").exitCode == 0)
    #expect(try laptop("profile", "remove", "study").exitCode == 0)
    try household.server.start()
    for service in [laptop, desk, laptop] { #expect(try service("sync", "now").exitCode == 0) }
    #expect(await eventually { name(desk, "work") == "Later" && list(desk, "profile")["study"] == nil })
    try await staysQuiet([desk, laptop])
    #expect(name(laptop, "work") == "Later")
    // The rest of what is kept here is as it was.
    #expect(list(desk, "profile").count == 2 && list(laptop, "profile").count == 2)
  }

  @Test func whoJoinsLaterTakesOverWhatIsAgreedOn() async throws {
    let desk = try service("desk")
    let laptop = try service("laptop")
    #expect(await eventually { desk.line == "live" && laptop.line == "live" })
    try add("id: 'paint'", to: laptop)
    #expect(try laptop("profile", "remove", "study").exitCode == 0)
    #expect(try laptop("profile", "edit", "work", "--set", "{ name: 'Deep work' }").exitCode == 0)
    #expect(await eventually { name(desk, "work") == "Deep work" && laptop.pending == 0 })
    // What a device said that is put out and forgotten is still agreed on.
    laptop.stop()
    #expect(try desk("sync", "revoke", "laptop").exitCode == 0)
    #expect(try desk("sync", "forget", "--device", "laptop", "--yes").exitCode == 0)
    let tablet = try service("tablet")
    #expect(await eventually { name(tablet, "work") == "Deep work" && list(tablet, "profile")["paint"] != nil })
    #expect(list(tablet, "profile").keys.contains("study") == false)
    try await staysQuiet([desk, tablet])
    #expect(list(desk, "profile").keys.sorted() == list(tablet, "profile").keys.sorted())
  }

  /// What a backup brings back is not the person's last word.
  @Test func aRestoredLogTakesOverWhatIsAgreedOn() async throws {
    let desk = try service("desk")
    var laptop = try service("laptop")
    #expect(await eventually { desk.line == "live" && laptop.line == "live" })
    try await staysQuiet([desk, laptop])
    laptop.stop()
    let (log, backup) = ("\(laptop.home)/focuskey.sqlite", household.folder("backup.sqlite"))
    try Files.replace(backup, with: try Files.read(log))
    laptop = try household.service("laptop")
    #expect(try laptop("profile", "edit", "work", "--set", "{ name: 'Deep work' }").exitCode == 0)
    try laptop.hurry("study")
    #expect(try laptop("start", "study").exitCode == 0 && laptop("stop").exitCode == 0)
    #expect(await eventually { (try? laptop("confirm").exitCode) == 0 })
    #expect(await eventually { name(desk, "work") == "Deep work" && laptop.pending == 0 })
    laptop.stop()
    for rest in ["-wal", "-shm"] { try? Files.remove(log + rest) }
    try Files.replace(log, with: try Files.read(backup))
    laptop = try household.service("laptop")
    #expect(await eventually { name(laptop, "work") == "Deep work" })
    try await staysQuiet([desk, laptop])
    #expect(name(desk, "work") == "Deep work")
  }

  @Test func secretKeysOfCardsAreSharedOnlyWhereBothSaySo() async throws {
    let keys = "port: 0, sync: { settings: true, keys: true }"
    let desk = try service("desk", keys)
    let laptop = try service("laptop", keys)
    let tablet = try service("tablet")
    let all = [desk, laptop, tablet]
    #expect(await eventually { all.allSatisfy { $0.line == "live" } })
    let zero = String(repeating: "0", count: 32)
    let card = #"[{"uid":"04DE5F1EACC040","metaKey":"\#(zero)","fileKey":"\#(zero)"}]"#
    try Files.replace("\(desk.home)/signing-cards.json", with: Array(card.utf8))
    #expect(try desk("key", "add", "signet", "--uid", "04DE5F1EACC040").exitCode == 0)
    // The card as it is registered is a setting; what its taps are checked with is a secret.
    #expect(await eventually { list(laptop, "key")["signet"] != nil && list(tablet, "key")["signet"] != nil })
    func secrets(_ service: RunningService) -> String {
      (try? Files.read("\(service.home)/signing-cards.json")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    #expect(await eventually { secrets(laptop).contains("04DE5F1EACC040") })
    #expect(secrets(tablet).isEmpty && waiting(tablet).isEmpty)
    #expect(sharing(laptop)?["keys"]?.bool == true && sharing(tablet)?["keys"]?.bool == false)
    try await staysQuiet(all)
  }
}
