import HexText
import NDEF
import Testing

@Suite struct NDEFMessageTests {
  @Test func aLinkCardReadsAndWritesBack() throws {
    let uri = "https://focuskey.app/start?profile=work"
    let message = NDEFMessage([try URIRecord(uri).record, try AndroidApplication("app.focuskey").record])
    let octets = message.encoded()
    #expect(octets.count == message.encodedCount)
    #expect(try NDEFMessage(decoding: octets) == message)
    #expect(message.records[0].content == .uri(try URIRecord(uri)))
    #expect(try NDEFMessage.firstURI(in: octets.span) == uri)
  }
}
