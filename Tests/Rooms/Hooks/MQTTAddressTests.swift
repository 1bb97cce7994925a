import Hooks
import Testing

@Suite struct MQTTAddressTests {
  @Test func anAddressIsTakenApart() throws {
    let address = try #require(MQTTAddress("mqtt://broker.local:1884/focuskey/a%20b"))
    #expect(address.host == "broker.local" && address.port == 1884 && address.topic == "focuskey/a b")
    #expect(MQTTAddress("mqtt://broker/t")?.port == 1883)
    for text in ["mqtt://anna:secret@broker/t", "mqtt://[::1]/t", "mqtt:///t", "http://broker/t", "mqtt://b:99999/t"] {
      #expect(MQTTAddress(text) == nil, "\(text)")
    }
  }
}
