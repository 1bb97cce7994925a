import Octets
import Testing

@Suite struct LineBufferTests {
  @Test("Lines come out whole, whatever the pieces in which they came.")
  func pieces() throws {
    let text = Array("status\ncommit\n\nsite a.example\nre".utf8)
    for size in 1...text.count {
      var buffer = LineBuffer(longest: 20)
      var lines: [String] = []
      for start in stride(from: 0, to: text.count, by: size) {
        buffer.add(text[start..<min(start + size, text.count)])
        while buffer.hasLine, let line = try buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        #expect(try buffer.next() == nil)
      }
      #expect(lines == ["status", "commit", "", "site a.example"])
    }
  }

  @Test("A line that is too long is refused, with its end and without.")
  func tooLong() {
    var open = LineBuffer(longest: 4)
    open.add([1, 2, 3, 4, 5])
    #expect(throws: LineBuffer.TooLong.self) { try open.next() }
    var ended = LineBuffer(longest: 4)
    ended.add([1, 2, 3, 4, 5, 0x0A])
    #expect(throws: LineBuffer.TooLong.self) { try ended.next() }
  }

  @Test("Only capital letters of ASCII become small.")
  func lowercase() {
    for octet in UInt8.min ... .max {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet)
      #expect(octet.asciiLowercased == (isCapital ? octet + 32 : octet))
    }
  }
}
