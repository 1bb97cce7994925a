import CardModels
import ControlSocket
import FocusWire
import Glibc
import LinuxRuntime
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// The tap contract (Product.md 2) as one table: each situation on readers of PC/SC and on boards of libnfc, from the
/// card to what the service makes of it.
@Suite struct TapContractTests {
  @Suite(
    .realParts, .serialized, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"),
    .timeLimit(.minutes(2)))
  struct OverPCSC {
    @Test(arguments: TapRow.all) func holds(_ row: TapRow) async throws { try await TapTrial<PCSCStand>(row).run() }
  }

  @Suite(.realParts, .serialized, .timeLimit(.minutes(2)))
  struct OverLibNFC {
    @Test(arguments: TapRow.all) func holds(_ row: TapRow) async throws { try await TapTrial<LibNFCStand>(row).run() }
  }
}

/// One situation, tried with the real service.
private final class TapTrial<Stand: TapStand> {
  private static var names: [String] { ["Front door", "Window"] }

  private let row: TapRow
  private let stand: Stand
  private let home = TemporaryFolder()
  private var service: RunningService
  /// Whether something is on the first reader.
  private var lies = false

  init(_ row: TapRow) throws {
    self.row = row
    stand = try Stand(readers: row.roles.count)
    let named = zip(zip(stand.marks, Self.names), row.roles).map { reader, role in
      "{ match: \"\(reader.0)\", name: \"\(reader.1)\", role: \"\(role)\" }"
    }.joined(separator: ", ")
    try Files.replace(
      home("config.json5"), with: Array("{ port: 0, readers: { \(stand.configuration) named: [\(named)] } }".utf8))
    // The settings first, so that a card which is there at the start is met by a service that has them.
    service = try Self.start(home, stand)
    var control = try ControlClient(path: home("control.sock"))
    let settings =
      #"{"away":"\#(row.away)ms","profiles":[{"id":"work","question":{"wait":"1s","closes":"30s"}}]}"#
    let answer = try control.ask(Array(#"{"command":"configure","settings":\#(settings)}"#.utf8))
    try #require(try JSONDocument(answer).root["ok"]?.bool == true, "\(String(decoding: answer, as: UTF8.self))")
    service.stop()
    try Files.replace(home("service.log"), with: [])
    if let there = row.there { try lay(there) }
    service = try Self.start(home, stand)
  }

  private static func start(_ home: TemporaryFolder, _ stand: Stand) throws -> RunningService {
    try RunningService(home: home.path, arguments: [], environment: stand.environment)
  }

  func run() async throws {
    for name in Self.names.prefix(row.roles.count) {
      #expect(await eventually { self.log.contains("reader ready: \(name)") }, "\(log)")
    }
    var expected: [String] = []
    for (act, told) in row.steps {
      try await perform(act)
      expected += told
      let isTold = await eventually { self.told.count >= expected.count }
      guard isTold, self.told == expected else {
        Issue.record("after \(act): told \(self.told), expected \(expected)\n\(log)")
        return
      }
    }
    // Nothing comes late.
    try await Task.sleep(for: .milliseconds(200))
    #expect(told == expected, "\(log)")
    service.stop()
  }

  private func perform(_ act: TapAct) async throws {
    switch act {
    case .lay(let number, let reader): try lay(number, on: reader)
    case .layTwo:
      stand.lay([try Self.card(1), try Self.card(2)], on: 0)
      lies = true
    case .lift:
      stand.lift()
      lies = false
      // A service that did not see the card leave could not tell of its coming back; one that sees no reader cannot.
      if try state() != "lost" { try await sees() }
    case .pass(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
    case .trouble:
      stand.trouble()
      try await sees("lost")
    case .recover:
      stand.recover()
      try await sees()
    case .unplug:
      stand.unplug()
      try await sees("lost")
    case .plugIn:
      try stand.plugIn()
      try await sees()
    case .restartBeneath:
      let before = log.components(of: Self.ready)
      try stand.restartBeneath()
      #expect(await eventually { log.components(of: Self.ready) > before }, "\(log)")
      try await sees()
    case .restartService:
      service.kill()
      service = try Self.start(home, stand)
      try await sees()
    case .sleep(let milliseconds, let lifting): try await sleep(milliseconds, lifting)
    case .shake(let number):
      stand.pullWhileReading(andLayAgain: try Self.card(number))
      try lay(number)
    case .moveTooFast(let number):
      stand.pullWhileReading(andLayAgain: nil)
      try lay(number)
      lies = false
      #expect(await eventually { log.contains("card not read") }, "\(log)")
      try await sees()
      stand.behave()
    case .laySpoilt(let number):
      stand.spoilAnAnswer()
      try lay(number)
    }
  }

  private func lay(_ number: UInt8, on reader: Int = 0) throws {
    stand.lay([try Self.card(number)], on: reader)
    if reader == 0 { lies = true }
  }

  /// All programs stand still, and on waking the kernel finds the devices again.
  private func sleep(_ milliseconds: Int, _ lifting: Bool) async throws {
    let frozen = [service.id] + stand.beneath
    for process in frozen { kill(process, SIGSTOP) }
    stand.unplug()
    if lifting {
      stand.lift()
      lies = false
    }
    try await Task.sleep(for: .milliseconds(milliseconds))
    try stand.plugIn()
    for process in frozen.reversed() { kill(process, SIGCONT) }
    try await sees()
  }

  /// Waits until the service sees the first reader as it is.
  private func sees(_ standing: String? = nil) async throws {
    let expected = standing ?? (lies ? "card" : "ready")
    #expect(try await eventually { try state() == expected }, "\(log)")
  }
}

extension TapTrial {
  /// A card whose link asks to focus on Work.
  private static func card(_ number: UInt8) throws -> CardModel {
    let link = Array("focuskey.app/focus/work".utf8)
    let message: [UInt8] = [0xD1, 0x01, UInt8(link.count + 1), 0x55, 0x04] + link
    return .type2(try #require(Type2Card(.ntag213, uid: [4, 1, 2, 3, 4, 5, number], holding: message)))
  }

  private var log: String {
    (try? Files.read(home("service.log"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static var ready: String { "reader ready: \(names[0])" }

  /// How the service sees the first reader.
  private func state() throws -> String? {
    let readers = try JSONDocument(service("status", "--json").output).root["readers"]?.array ?? []
    return readers.first { $0["name"]?.string == Self.names[0] }?["state"]?.string
  }

  /// What came of everything so far, in the table's words.
  private var told: [String] {
    log.split(separator: "\n").compactMap { line in
      // Time, level, words.
      let words = line.split(separator: " ", maxSplits: 2).last ?? ""
      if words.hasPrefix("session-started") { return "started" }
      if words.hasPrefix("session-ended") { return "ended" }
      if words.hasPrefix("question-opened") { return "asked" }
      if words.hasPrefix("refused") { return "refused" }
      let unread = "card not read: Front door: "
      if words.hasPrefix(unread) { return String(words.dropFirst(unread.count)) }
      guard words.hasPrefix("tap-ignored: ") else { return nil }
      return TapIgnored.allCases.first { words.hasSuffix($0.sentence) }?.word
    }
  }
}
