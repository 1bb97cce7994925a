import Octets
import Testing

@Suite struct LineBufferTests {
  @Test("Lines come out whole, whatever the pieces in which they came.")
  func pieces() {
    let text = Array("status\ncommit\n\nsite a.example\nre".utf8)
    for size in 1...text.count {
      var buffer = LineBuffer(longest: 20)
      var lines: [String] = []
      for start in stride(from: 0, to: text.count, by: size) {
        buffer.add(text[start..<min(start + size, text.count)])
        while buffer.hasLine, let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        #expect(buffer.next() == nil && !buffer.isTooLong)
      }
      #expect(lines == ["status", "commit", "", "site a.example"])
    }
  }

  @Test("A line that is too long is refused, with its end and without.")
  func tooLong() {
    var open = LineBuffer(longest: 4)
    open.add([1, 2, 3, 4, 5])
    #expect(open.next() == nil && open.isTooLong)
    var ended = LineBuffer(longest: 4)
    ended.add([1, 2, 3, 4, 5, 0x0A])
    #expect(ended.next() == nil && ended.isTooLong)
  }

  @Test("Only capital letters of ASCII become small.")
  func lowercase() {
    for octet in UInt8.min ... .max {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet)
      #expect(octet.asciiLowercased == (isCapital ? octet + 32 : octet))
    }
  }
}
