import FocusSession
import SessionRehearsal
import Testing

@testable import HomeTopics

@Suite struct HomeCommandTests {
  private func read(_ text: String, isRetained: Bool = false) throws(HomeRefusal) -> HomeCommand? {
    try HomeCommand.read(Array(text.utf8), isRetained: isRetained)
  }

  private func refusal(_ text: String) -> HomeRefusal? {
    do throws(HomeRefusal) {
      _ = try read(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func whatTightensIsRead() throws {
    #expect(try read(#"{"do":"start"}"#) == .start(nil, minutes: nil))
    #expect(try read(#"{"do":"start","profile":"work","minutes":50}"#) == .start("work", minutes: 50))
    #expect(try read(#"{"minutes":15,"do":"extend"}"#) == .extend(minutes: 15))
    #expect(try read(#"{"do":"add","profile":"study"}"#) == .add("study", minutes: nil))
  }

  @Test(arguments: [
    "stop", "end", "confirm", "keep", "break", "resume", "emergency", "excuse", "hush", "snooze", "override", "tap",
  ])
  func whatLoosensIsRefusedAsSoft(_ word: String) {
    #expect(refusal(#"{"do":"\#(word)"}"#) == .soft)
    #expect(refusal(#"{"do":"\#(word)","minutes":5,"why":["x"]}"#)?.rule == "soft")
  }

  @Test func everythingElseIsRefusedWithItsReason() {
    let said = [
      #"{"do":"strat"}"#: "start", #"{"do":"extend"}"#: "minutes", #"{"do":"extend","minutes":0}"#: "1",
      #"{"do":"start","minutes":1e9}"#: "whole number", #"{"do":"start","minutes":99999}"#: "10080",
      #"{"do":"add"}"#: "profile", #"{"do":"extend","minutes":5,"profile":"work"}"#: "only minutes",
      #"{"do":"start","until":5}"#: "until", #"{"do":"start","do":"start"}"#: "do", "[]": "list", "start": "JSON",
      #"{"do":"start","profile":""}"#: "profile",
    ]
    for (payload, part) in said {
      let refusal = refusal(payload)
      #expect(refusal?.rule == "not-understood", "\(payload)")
      #expect(refusal?.message.contains(part) == true, "\(payload): \(refusal?.message ?? "")")
    }
    let long = #"{"do":"start","profile":""# + String(repeating: "a", count: 1024) + #""}"#
    #expect(refusal(long) == .tooLong)
  }

  /// What a broker kept may be from last week.
  @Test func aMessageThatWasKeptIsIgnored() throws {
    #expect(try read(#"{"do":"start"}"#, isRetained: true) == nil)
    #expect(try read(#"{"do":"stop"}"#, isRetained: true) == nil)
    #expect(try read("", isRetained: true) == nil)
    #expect(try read("") == nil)
  }

  @Test func nothingIsAddedToNothing() throws {
    let add = try #require(try read(#"{"do":"add","profile":"study"}"#))
    #expect(throws: HomeRefusal.nothingToAddTo) { try add.command(in: .idle) }
    #expect(try add.command(in: .focusing) == .ask(.start(StartRequest(profile: "study")), by: .soft))
  }

  @Test func aStormIsLookedAtInPart() throws {
    var pace = CommandPace()
    var looked = 0
    var told = 0
    for moment in Int64(0)..<5000 {
      do throws(HomeRefusal) {
        if try pace.admits(at: moment) { looked += 1 }
      } catch {
        #expect(error == .tooMany)
        told += 1
      }
    }
    #expect(looked == 14)
    #expect(told <= looked, "said once until the next that is looked at")
    #expect(try pace.admits(at: 60_000))
  }
}

/// Messages of somebody who wants the session to end. `Fuzz/HomeTopics` makes others.
@Suite struct HostileHomeTests {
  private static let settings = Settings(
    profiles: [
      Profile(policy: Policy(profile: "work", switchTo: ["study"])), Profile(policy: Policy(profile: "study")),
    ], keys: [Key(id: "desk", uid: CardUID([4, 1, 2, 3, 4, 5, 6]))])

  /// How strict a desk is: what may only grow.
  private struct Strictness {
    let state: Status.State
    let session: SessionID?
    let layers: Set<String>
    let end: Timestamp?
    let hasEnd: Bool
    let question: Timestamp?

    init(_ desk: Desk) {
      let status = desk.machine.status(at: desk.now)
      state = status.state
      session = status.session
      layers = Set(status.layers.map { $0.text })
      end = status.plannedEnd
      hasEnd = status.plannedEnd != nil
      question = status.question?.closesAt
    }

    func isKept(by after: Strictness) -> Bool {
      guard state != .idle else { return after.state != .onBreak }
      let isAsLong = end.map { end in after.end.map { $0 >= end } ?? true } ?? !after.hasEnd
      let isAsStrict = after.state == state || (state == .onBreak && after.state == .focusing)
      return after.session == session && isAsStrict && layers.isSubset(of: after.layers) && isAsLong
        && (after.question == question || after.state == .focusing && state == .onBreak)
    }
  }

  @Test func hostileMessagesLoosenNothing() {
    var forger = HomeForger(state: 16)
    var done = 0
    var desk = Desk(Self.settings)
    for turn in 0..<30_000 {
      if turn % 50 == 0 { desk = Self.desk(turn / 50 % 4) }
      let before = Strictness(desk)
      let payload = forger.next()
      do throws(HomeRefusal) {
        guard let command = try HomeCommand.read(payload, isRetained: forger.chance(8) == 0) else { continue }
        desk.give(try command.command(in: before.state))
        done += 1
      } catch {
        #expect(!error.message.isEmpty)
      }
      let after = Strictness(desk)
      #expect(before.isKept(by: after), "\(String(decoding: payload, as: UTF8.self)): \(before) \(after)")
    }
    #expect(done > 1000, "\(done) of them were asked of the session")
  }

  private static func desk(_ kind: Int) -> Desk {
    var desk = Desk(settings)
    guard kind > 0 else { return desk }
    desk.give(.ask(.start(StartRequest(profile: "work", minutes: kind == 3 ? 60 : nil)), by: .localUser))
    desk.pass(.minutes(30))
    if kind == 1 { desk.give(.ask(.stop, by: .localUser)) }
    if kind == 2 { desk.give(.ask(.takeBreak(minutes: 5), by: .localUser)) }
    return desk
  }
}

/// Makes messages: right ones, loosening ones, and both with something changed.
private struct HomeForger {
  var state: UInt64

  mutating func chance(_ count: UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ (mixed >> 31)) % count
  }

  private mutating func one(of words: [String]) -> String { words[Int(chance(UInt64(words.count)))] }

  mutating func next() -> [UInt8] {
    let wish = one(of: [
      "start", "extend", "add", "stop", "confirm", "break", "emergency", "resume", "keep", "start\\u0000", "STOP", "",
    ])
    var members = ["\"do\":\"\(wish)\""]
    if chance(2) == 0 { members.append("\"profile\":\"\(one(of: ["work", "study", "sleep", "", "../x", "wörk"]))\"") }
    if chance(2) == 0 {
      members.append("\"minutes\":\(one(of: ["1", "15", "-5", "0", "1e3", "10080", "9e99", "null"]))")
    }
    if chance(6) == 0 { members.append("\"do\":\"\(one(of: ["stop", "start"]))\"") }
    if chance(6) == 0 { members.swapAt(0, members.count - 1) }
    var payload = Array(("{" + members.joined(separator: ",") + "}").utf8)
    guard chance(3) == 0 else { return payload }
    for _ in 0...chance(3) {
      let place = Int(chance(UInt64(payload.count)))
      switch chance(3) {
      case 0: payload[place] = UInt8(chance(256))
      case 1: payload.remove(at: place)
      default: payload.insert(UInt8(chance(256)), at: place)
      }
      if payload.isEmpty { return [0] }
    }
    return payload
  }
}
