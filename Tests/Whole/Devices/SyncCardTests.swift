import CardModels
import Glibc
import JSONText
import LinuxRuntime
import NDEF
import Octets
import PrivatePostgres
import RealParts
import SyncProtocol
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// Joining by a card that is carried between two computers: a real pcscd, a reader without hardware, a real database.
@Suite(
  .realParts, .serialized, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"),
  .timeLimit(.minutes(2)))
struct SyncCardTests {
  private let household: TrialHousehold
  private let daemon: PrivatePCSCD
  private let reader = VirtualReader(.acr122U)

  init() throws {
    household = try TrialHousehold()
    daemon = try PrivatePCSCD()
    try daemon.plug(reader)
  }

  private func run(_ words: String..., home: String, input: String = "") throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(
      ["sync"] + words + ["--home", household.folder(home)], input: Array(input.utf8),
      environment: TrialEnvironment.lines(["PCSCLITE_CSOCK_NAME": daemon.socketPath]))
  }

  private func answer(_ words: String..., home: String) throws -> JSONNode {
    let done = try BuiltProgram.focuskey.run(
      ["sync"] + words + ["--json", "--home", household.folder(home)],
      environment: TrialEnvironment.lines(["PCSCLITE_CSOCK_NAME": daemon.socketPath]))
    #expect(done.exitCode == 0, "\(words): \(done.errors)")
    return try JSONDocument(done.output).root
  }

  private func begin() throws {
    #expect(try run("init", household.server.address(), "--name", "desk", home: "desk").exitCode == 0)
  }

  private func lay(_ chip: Chip, _ number: UInt8 = 1) throws {
    reader.pull()
    reader.place(.type2(try #require(Type2Card(chip, uid: [4, 0x11, 0x22, 0x33, 0x44, 0x55, number]))))
  }

  /// The message on the card, without a reader.
  private func message() throws -> [UInt8]? {
    var table = CardOnTheTable(try #require(reader.card))
    return try table.read(.everything).message.octets
  }

  /// Puts a message on the card as another writer would.
  private func put(_ octets: [UInt8]) throws {
    let done = try BuiltProgram.keytool.run(
      ["write", "--hex", HexText.text(of: octets), "--force"],
      environment: TrialEnvironment.lines(["PCSCLITE_CSOCK_NAME": daemon.socketPath]))
    #expect(done.exitCode == 0, "\(done.errors)")
  }

  private func refused(
    _ words: String..., home: String, code: Int32, _ part: String, line: SourceLocation = #_sourceLocation
  ) throws {
    let done = try BuiltProgram.focuskey.run(
      ["sync"] + words + ["--home", household.folder(home)],
      environment: TrialEnvironment.lines(["PCSCLITE_CSOCK_NAME": daemon.socketPath]))
    #expect(done.exitCode == code && done.output.isEmpty, "\(done.exitCode): \(done.errors)", sourceLocation: line)
    let said = done.errors.split(separator: "\n").filter { !$0.hasSuffix("Put the card on the reader.") }
    #expect(said.count == 1 && done.errors.contains(part), "\(done.errors)", sourceLocation: line)
  }

  @Test func aCardLetsAComputerIn() throws {
    try begin()
    try lay(.ntag215)
    let digits = try #require(try answer("join", "card", home: "laptop")["digits"]?.string)
    #expect(digits.utf8.count == 6)
    let asked = try #require(try message())
    // The key that opens the answer is not on the card, and running it again asks the same.
    #expect(try answer("join", "card", home: "laptop")["digits"]?.string == digits && message() == asked)
    let secret = try JSONDocument(Files.read(household.folder("laptop/sync-joining.json"))).root["secret"]?.string
    #expect(!HexText.text(of: asked).contains(try #require(secret)))
    // A person who sees other digits writes nothing.
    let wrong = digits == "000000" ? "000001" : "000000"
    try refused("invite", "--card", "--digits", wrong, home: "desk", code: 77, "another computer's request")
    try refused("invite", "--card", home: "desk", code: 64, "the digits that the new computer shows")
    #expect(try message() == asked)
    let typed = "\(digits.prefix(3)) \(digits.suffix(3))\n"
    let invited = try run("invite", "--card", home: "desk", input: typed)
    #expect(invited.exitCode == 0 && invited.output.contains("focuskey sync join card"), "\(invited.errors)")
    let sealed = try #require(try message())
    let note = try JSONDocument(Files.read(household.folder("desk/sync.json"))).root
    let (key, login) = (note["keys"]?.array?.first?["group"]?.string, note["password"]?.string)
    #expect(!HexText.text(of: sealed).contains(try #require(key)))
    #expect(!sealed.contains(subsequence: Array(try #require(login).utf8)))
    let joined = try answer("join", "card", "--name", "laptop", home: "laptop")
    #expect(joined["erased"]?.bool == true && joined["devices"]?.array?.count == 2)
    #expect(try message() == nil)
    #expect(!Files.exists(household.folder("laptop/sync-joining.json")))
    #expect(try run("now", home: "desk").exitCode == 0)
    // A copy of the card lets nobody in: not there, and not where the key is not.
    try put(sealed)
    try refused("join", "card", home: "other", code: 65, "for another computer")
    try refused("join", "card", home: "laptop", code: 77, "in a household already")
    try refused("invite", "--card", "--digits", digits, home: "desk", code: 66, "no computer asks")
    #expect(try household.server.sql("SELECT count(*) FROM focuskey.device") == "2\n")
    #expect(!Files.exists(household.folder("other/sync.json")))
  }

  @Test func aSmallCardLeavesTheAddressToThePerson() throws {
    try begin()
    try lay(.ntag213)
    let digits = try #require(try answer("join", "card", home: "laptop")["digits"]?.string)
    let invited = try answer("invite", "--card", "--digits", digits, home: "desk")
    #expect(try invited["form"]?.string == "minimal" && (message() ?? []).count <= 137)
    let url = try #require(invited["url"]?.string)
    try refused("join", "card", home: "laptop", code: 64, "--url")
    try refused("join", "card", "--url", "nonsense", home: "laptop", code: 64, "cannot be used")
    try refused(
      "join", "card", "--url", household.server.address(), home: "laptop", code: 64, "the password is not the one")
    // The address of another household's login.
    let strangers = try TrialStranger(household)
    try refused("join", "card", "--url", strangers.address, home: "laptop", code: 77, "another household")
    #expect(!Files.exists(household.folder("laptop/sync.json")))
    let joined = try answer("join", "card", "--url", url, "--name", "laptop", home: "laptop")
    #expect(joined["erased"]?.bool == true && joined["devices"]?.array?.count == 2)
    // What was sealed with an older key could never be read with the one key that fits.
    #expect(try run("revoke", "laptop", home: "desk").exitCode == 0)
    let next = try #require(try answer("join", "card", home: "tablet")["digits"]?.string)
    let asked = try message()
    try refused("invite", "--card", "--digits", next, home: "desk", code: 1, "use an NTAG215")
    #expect(try message() == asked)
  }

  @Test func whatIsWrongWithACardIsOneClearLine() throws {
    try refused("invite", "--card", home: "desk", code: 66, "in no household")
    try begin()
    try lay(.ntag215)
    try refused("invite", "--card", "--digits", "123456", home: "desk", code: 66, "no computer asks")
    // A card of the person's own stays as it is.
    let key = try NDEFMessage([URIRecord("https://focuskey.app/focus/work").record]).encoded()
    try put(key)
    try refused("join", "card", home: "laptop", code: 1, "holds something else")
    #expect(try message() == key)
    try lay(.ntag215, 2)
    let digits = try #require(try answer("join", "card", home: "laptop")["digits"]?.string)
    try refused("join", "card", home: "tablet", code: 1, "another computer's request")
    let asked = try #require(try message())
    for count in [1, 20, 36] {
      let record = try ExternalRecord(
        KeyCard.recordType, payload: Array(KeyCard.request(publicKey: Array(1...32)).octets.prefix(count)))
      try put(NDEFMessage([record.record]).encoded())
      try refused("join", "card", home: "laptop", code: 65, "damaged")
      try refused("invite", "--card", "--digits", digits, home: "desk", code: 65, "damaged")
    }
    // An answer in which one bit is not what it was.
    try put(asked)
    _ = try answer("invite", "--card", "--digits", digits, home: "desk")
    var sealed = try #require(try message())
    sealed[sealed.count - 9] ^= 1
    try put(sealed)
    try refused("join", "card", home: "laptop", code: 65, "for another computer")
    #expect(!Files.exists(household.folder("laptop/sync.json")))
    // It was carried for too long.
    sealed[sealed.count - 9] ^= 1
    try put(sealed)
    _ = try household.server.sql("UPDATE focuskey.ticket SET expires = now() - interval '1 second'")
    try refused("join", "card", home: "laptop", code: 1, "used or is over")
    #expect(!Files.exists(household.folder("laptop/sync.json")))
    reader.pull()
    try refused("join", "card", "--timeout", "1s", home: "laptop", code: 75, "no card came")
    try refused("join", "card", "--reader", "nobody", home: "laptop", code: 69, "no reader has this name")
  }

  @Test func aRunningServiceLendsItsReader() throws {
    try begin()
    let laptop = try RunningService(home: try household.home("laptop", ""))
    let card = try laptop("sync", "join", "card", "--reader", "simulated", "--json")
    #expect(card.exitCode == 0, "\(card.errors)")
    let digits = try #require(try JSONDocument(card.output).root["digits"]?.string)
    // The card is carried: the same message on a card at the other's reader.
    let environment = TrialEnvironment.lines()
    let read = try BuiltProgram.keytool.run(
      ["read", "--json", "--reader", "simulated", "--home", household.folder("laptop")], environment: environment)
    let hex = try #require(try JSONDocument(read.output).root["ndef_hex"]?.string)
    let desk = try household.service("desk")
    func keytool(_ words: String..., home: String) throws -> BuiltProgram.Outcome {
      try BuiltProgram.keytool.run(
        words + ["--reader", "simulated", "--home", household.folder(home)], environment: environment)
    }
    #expect(try keytool("write", "--hex", hex, home: "desk").exitCode == 0)
    let invited = try desk("sync", "invite", "--card", "--digits", digits, "--reader", "simulated", "--json")
    #expect(invited.exitCode == 0, "\(invited.errors)")
    let url = try #require(try JSONDocument(invited.output).root["url"]?.string)
    let back = try JSONDocument(try keytool("read", "--json", home: "desk").output).root["ndef_hex"]?.string
    #expect(try keytool("write", "--hex", #require(back), "--force", home: "laptop").exitCode == 0)
    let joined = try laptop("sync", "join", "card", "--reader", "simulated", "--url", url, "--name", "laptop", "--json")
    #expect(joined.exitCode == 0, "\(joined.errors)")
    #expect(try JSONDocument(joined.output).root["erased"]?.bool == true)
  }
}

/// Another household in the same database.
private struct TrialStranger {
  let address: String

  init(_ household: TrialHousehold) throws {
    let done = try BuiltProgram.focuskey.run(
      ["sync", "init", household.server.address(), "--home", household.folder("stranger")])
    #expect(done.exitCode == 0, "\(done.errors)")
    let note = try JSONDocument(Files.read(household.folder("stranger/sync.json"))).root
    address = "\(note["url"]?.string ?? "") password='\(note["password"]?.string ?? "")'"
  }
}

extension [UInt8] {
  fileprivate func contains(subsequence: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: subsequence) }
  }
}
