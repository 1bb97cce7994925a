import Requests
import Sets
import Testing

@Suite struct SensorRequestsTests {
  @Test func writesWhatIsKnownOfASensor() throws {
    let plain = try #require(ChosenSensor(address: "c0:11:22:33:44:55"))
    #expect(SensorRequests.add(plain).json.text == #"{"address":"C0:11:22:33:44:55","command":"sensor-add"}"#)
    let strap = try #require(ChosenSensor(address: "C0:11:22:33:44:55", name: "Strap", rest: 58, most: 184))
    #expect(
      SensorRequests.add(strap).json.text
        == #"{"address":"C0:11:22:33:44:55","command":"sensor-add","max":184,"name":"Strap","rest":58}"#)
  }

  @Test(arguments: [
    (#"{"command":"sensor-add","address":"C0:11"}"#, "Bluetooth address"),
    (#"{"command":"sensor-add","address":"C0:11:22:33:44:55","rest":20}"#, "30"),
    (#"{"command":"sensor-scan","seconds":121}"#, "120"), (#"{"command":"sensor-remove","address":"x"}"#, "Bluetooth"),
  ])
  func refusesAndSaysWhy(_ line: String, _ words: String) throws {
    let table = RequestTable([
      SensorRequests.add.answer { _, _ in .null }, SensorRequests.scan.answer { _, _ in .null },
      SensorRequests.remove.answer { _, _ in .null },
    ])
    let item = JSONItem(try JSONDocument(Array(line.utf8)).root)
    let request = try #require(table[item.node["command"]?.string ?? ""])
    let fault = #expect(throws: JSONShapeError.self) { try request.deed(item) }
    #expect(fault?.message.contains(words) == true)
  }
}
