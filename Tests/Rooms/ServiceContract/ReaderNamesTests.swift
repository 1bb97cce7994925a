import FocusPorts
import RealParts
import ServiceContract
import Testing

@Suite(.realParts) struct ReaderNamesTests {
  private func reader(_ name: String) -> ReaderName { ReaderName(backend: "pcsc", name: name) }

  @Test("The first entry that matches names a reader, a second reader of the same entry gets a number and keeps it.")
  func names() {
    let names = ReaderNames([
      ReaderEntry(match: "ACR122U", name: "Door", role: .start), ReaderEntry(match: "ACR", name: "Other", role: .desk),
      ReaderEntry(match: "SCL", role: .stop),
    ])
    let (first, second) = (reader("ACS ACR122U 00 00"), reader("ACS ACR122U 01 00"))
    #expect(names.name(of: first).name == "Door")
    #expect(names.name(of: second).name == "Door 2")
    #expect(names.name(of: first).name == "Door")
    #expect(names.device(of: names.name(of: second)) == second)
    #expect(names.role(of: names.name(of: second)) == .start)
    #expect(names.name(of: reader("SCL3711")).name == "SCL3711")
    #expect(names.role(of: reader("SCL3711")) == .stop)
    #expect(names.role(of: reader("never seen")) == .any)
  }

  @Test("A role says what a tap may mean.")
  func roles() {
    #expect(ReaderEntry.Role.any.allows == .all)
    #expect(ReaderEntry.Role.start.allows?.contains(.start) == true)
    #expect(ReaderEntry.Role.start.allows?.contains(.stop) == false)
    #expect(ReaderEntry.Role.stop.allows?.contains(.start) == false)
    #expect(ReaderEntry.Role.desk.allows == nil)
  }
}
