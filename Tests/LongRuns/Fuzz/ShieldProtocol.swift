// rooms: Octets ShieldProtocol

import Octets
import ShieldProtocol

/// Lines as any program of the machine may send them to the helper's socket.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzShieldProtocol(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  var buffer = LineBuffer(longest: 256)
  for piece in octets.split(separator: 0x21, maxSplits: 8, omittingEmptySubsequences: false) {
    buffer.add(piece)
    while let line = buffer.next() {
      if let request = try? ShieldRequest(line: line) {
        // Names and paths are octets that need not be text; what is text comes back the same.
        let isASCII = line.allSatisfy { $0 < 0x80 }
        let again = try? ShieldRequest(line: Array(request.line.utf8)[...])
        precondition(!isASCII || again == request)
      }
      if let answer = ShieldAnswer(line: line) {
        precondition(ShieldAnswer(line: Array(answer.line.utf8)[...]) == answer)
      }
    }
  }
  return 0
}
