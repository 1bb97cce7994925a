import LinuxRuntime
import PhoneTaps
import TestSupport
import Testing

@testable import PhoneDoor

/// The file with the phones.
@Suite struct PhoneBookTests {
  private static let book = PhoneBook(
    desk: PhoneName("desk")!, port: 4367, hosts: ["desk.local", "192.0.2.7"],
    phones: [
      Phone(name: PhoneName("anna")!, way: .page, key: [UInt8](1...32), counter: 7, pairedAt: 1_800_000_000),
      Phone(
        name: PhoneName("bert")!, way: .shortcut, key: [UInt8](repeating: 0xFF, count: 32), isRevoked: true,
        pairedAt: 1_800_000_001),
    ])

  @Test func whatIsWrittenIsRead() throws {
    let folder = TemporaryFolder()
    #expect(try PhoneBook.read(folder("phones.json")) == nil)
    try Files.replace(folder("phones.json"), with: Self.book.octets)
    #expect(try PhoneBook.read(folder("phones.json")) == Self.book)
  }

  @Test(arguments: ["", "{", #"{"desk":"a b"}"#, #"{"desk":"a","port":0,"hosts":[],"phones":[]}"#])
  func aDamagedFileIsNoEmptyBook(text: String) throws {
    let folder = TemporaryFolder()
    try Files.replace(folder("phones.json"), with: Array(text.utf8))
    #expect(throws: PhoneDoorError.self) { try PhoneBook.read(folder("phones.json")) }
  }

  @Test(arguments: [
    (PhoneRefusal.stale(seconds: 120), "120 seconds ahead"), (.stale(seconds: -91), "91 seconds behind"),
  ])
  func aRefusalSaysByHowMuch(refusal: PhoneRefusal, words: String) {
    #expect(refusal.sentence.contains(words))
  }
}
