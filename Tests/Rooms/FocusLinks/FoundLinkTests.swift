import NDEF
import NDEFModel
import RealParts
import Testing

@testable import FocusLinks

/// The first link of ours on a card, by the quick way and by way of all records.
@Suite struct FoundLinkTests {
  private let table = try! RouteTable(
    hosts: ["focuskey.app", "www.focus.example"], own: [Route(own: "lights", path: "/lights/:room")])

  private func message(_ uri: String) throws -> [UInt8] { NDEFMessage([try URIRecord(uri).record]).encoded() }

  @Test(
    "Both ways give the same for links as they are written, for what is nearly so, and for what else cards carry.",
    .longWork)
  func bothWaysAgree() throws {
    var maker = MessageMaker(seed: 41)
    var outcomes: [String: Int] = [:]
    for round in 0..<20_000 {
      var records = maker.records(atMost: 3)
      let payload = linkPayload(&maker)
      records.insert(
        PlainRecord(tnf: 1, type: [0x55], payload: payload), at: maker.below(4) == 0 ? maker.below(records.count) : 0)
      let whole = maker.encoded(records)
      let octets = round % 3 == 0 ? maker.mutated(whole) : whole
      let quick = FocusLink.first(inMessage: octets, routes: table)
      let plain = FocusLink.first(inRecordsOf: octets, table)
      let agree = quick == plain
      #expect(agree, "round \(round): \(String(describing: plain?.uri.prefix(80)))")
      outcomes[plain.map { found in found.link == nil ? "faulty" : "understood" } ?? "none", default: 0] += 1
    }
    #expect(outcomes.count == 3 && outcomes.values.allSatisfy { count in count > 1000 }, "\(outcomes)")
  }

  /// A link of ours from pieces that fit and pieces that nearly do, letters sometimes damaged.
  private func linkPayload(_ maker: inout MessageMaker) -> [UInt8] {
    let hosts = [
      "focuskey.app/", "focuskey.app/", "focuskey.app/", "www.focus.example/", "focuskey.app", "FocusKey.app/",
      "focuskey.app:443/", "focuskey.app./", "example.org/", "a@focuskey.app/",
    ]
    let words = [
      "start", "start?profile=", "start?minutes=", "focus/", "break", "break?minutes=", "stop", "resume", "status",
      "lights/", "START", "", "start/", "focus//", "start?task=", "start?profile=a&minutes=", "stop?tap=",
    ]
    let values = [
      "", "work", "deep-wo1", "a.b_c~d", ".", "..", ".a", "50", "0", "05", "1440", "1441", "99999", "b%C3%BCro", "büro",
      "a b", "a/b", "work/", "work?", "work#x", "work&minutes=5", "50&profile=work", "work&tap=04A1B2C3D4E5F6x000001",
      "04A1B2C3D4E5F6", "work&picc_data=0011223344556677", "%2e", String(repeating: "a", count: 2100), "a+b", "a%2",
      "&",
    ]
    let uri =
      hosts[maker.below(hosts.count)] + words[maker.below(words.count)]
      + (maker.below(3) == 0 ? "" : values[maker.below(values.count)])
    var octets: [UInt8] = [maker.below(10) == 0 ? UInt8(maker.below(6)) : 4] + Array(uri.utf8)
    if maker.below(6) == 0 { octets[maker.below(octets.count)] = UInt8(maker.below(256)) }
    return octets
  }

  @Test(
    "Every link that we write with a plain value, or none, is found without making records.",
    arguments: [
      .start(profile: nil, minutes: nil, task: nil), .start(profile: "deep-wo1", minutes: nil, task: nil),
      .start(profile: nil, minutes: 50, task: nil), .focus(profile: "study"), .break(minutes: nil),
      .break(minutes: 1440),
      .stop, .resume, .status,
    ] as [FocusLink])
  func plainLinks(_ link: FocusLink) throws {
    let uri = try table.print(link)
    let octets = try message(uri)
    let view = NDEFMessage.firstPlainURI(in: octets.span)
    let quick = view.flatMap { view in table.canonical.link(in: octets.span, view.rest) }
    #expect(quick == link)
    #expect(FocusLink.first(inMessage: octets, routes: table)?.link == link)
    #expect(FocusLink.first(inMessage: octets, routes: table)?.uri == uri)
  }

  @Test("A link with what the card puts in keeps it in its text and asks the same.")
  func mirroredLinks() throws {
    let uri = "https://focuskey.app/focus/work?tap=04A1B2C3D4E5F6x000001"
    let found = try #require(FocusLink.first(inMessage: message(uri), routes: table))
    #expect(found.link == .focus(profile: "work"))
    #expect(found.uri == uri)
  }
}
