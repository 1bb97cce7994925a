import LibNFCWire
import Testing

@Suite struct LibNFCWireTests {
  static let card = CardIdentity(
    uid: [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66], family: .isoA(atqa: 0x0344, sak: 0x20, ats: [0x75, 0x77]))
  static let plain = CardIdentity(uid: [1, 2, 3, 4], family: .isoA(atqa: 0x0004, sak: 0x08, ats: []))
  static let felica = CardIdentity(uid: Array(1...8), family: .felica(pmm: [UInt8](repeating: 0xFF, count: 8)))
  static let reports: [DeviceReport] =
    [
      .opening, .ready("pn532_uart:/dev/ttyUSB0"), .ready("two words"), .alive, .card(1, card, atOnce: true),
      .card(.max, plain, atOnce: false), .card(2, felica, atOnce: false), .several, .empty, .trouble(-20),
      .answer(0, .data([])), .answer(7, .refused), .answer(8, .silent), .answer(.max, .gone), .answer(9, .spoilt),
      .answer(.max, .data([UInt8](repeating: 0xA5, count: 264))),
    ] + DeviceError.allCases.map { .failed($0) }
  static let requests: [DeviceRequest] =
    DeviceRequest.Carriage.allCases.map { .exchange(3, card: 1, $0, [0x30, 0x04]) }
    + [.reselect(4, card: 5), .exchange(.max, card: .max, .unanswered, [UInt8](repeating: 0xFF, count: 262))]

  @Test(arguments: reports)
  func everyReportComesBackAsItWas(report: DeviceReport) {
    #expect(DeviceReport(line: report.line) == report)
    #expect(report.line.utf8.count <= DeviceReport.longestLine)
  }

  @Test(arguments: requests)
  func everyRequestComesBackAsItWas(request: DeviceRequest) {
    #expect(DeviceRequest(line: request.line) == request)
    #expect(request.line.utf8.count <= DeviceRequest.longestLine)
  }

  @Test(arguments: [
    "", " ", "ready", "alive now", "card", "card new", "card 1 later A 0411 0044 00 -", "card 1 new A - 0044 00 -",
    "card 1 new A 04 44 00 -", "card 1 new A 04 0044 0 -", "card 1 new B 04", "card 1 new F 0102 0304", "answer",
    "card new A 04 0044 00 -",
    "answer x data -", "answer 1 data", "answer 1 data 0g", "answer 1 data 0:1", "answer 4294967296 gone", "failed",
    "failed somehow", "trouble", "trouble much",
  ])
  func otherLinesAreNoReports(line: String) {
    #expect(DeviceReport(line: line) == nil)
  }

  @Test(arguments: [
    "", "exchange 1 1 framed", "exchange 1 1 framed -", "exchange 1 1 shaken 30", "exchange -1 1 raw 30",
    "exchange 1 1 raw 3", "exchange 1 raw 30", "reselect", "reselect one two", "stop",
    "exchange 1 1 raw \(String(repeating: "00", count: 263))",
  ])
  func otherLinesAreNoRequests(line: String) {
    #expect(DeviceRequest(line: line) == nil)
  }
}
