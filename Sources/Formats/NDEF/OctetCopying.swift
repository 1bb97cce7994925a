// The few places where octets move in bulk. The standard library has no safe bulk copy from a `Span` yet, and octet by
// octet costs five times as much on a card's message, so these few lines are unsafe inside and safe outside: each
// compares lengths before it copies.

extension OutputSpan where Element == UInt8 {
  /// Appends all of `octets`; they must fit.
  @inline(__always)
  #if compiler(<6.3)
  @_lifetime(self: copy self)
  #endif
  mutating func append(copying octets: Span<UInt8>) {
    precondition(octets.count <= freeCapacity, "the bytes do not fit")
    unsafe octets.withUnsafeBufferPointer { source in
      unsafe withUnsafeMutableBufferPointer { target, written in
        // `freeCapacity` was compared above, so that the target has room for the source behind what is written.
        _ = unsafe target.extracting(written..<written &+ source.count).initialize(fromContentsOf: source)
        written &+= source.count
      }
    }
  }

  /// Appends the letters of a literal; they must fit.
  @inline(__always)
  #if compiler(<6.3)
  @_lifetime(self: copy self)
  #endif
  mutating func append(_ text: StaticString) {
    // A literal of letters lives as long as the program.
    append(copying: unsafe Span(_unsafeStart: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension Span where Element == UInt8 {
  @inline(__always)
  func copy(_ range: Range<Int>) -> [UInt8] {
    if range.isEmpty { return [] }
    return unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
  }
}

extension String {
  /// A text of `capacity` octets of UTF-8 that `fill` writes. Octets that are not UTF-8 would be repaired, so they must
  /// have been looked at.
  @inline(__always)
  init(utf8Capacity capacity: Int, _ fill: (inout OutputSpan<UInt8>) -> Void) {
    unsafe self.init(unsafeUninitializedCapacity: capacity) { buffer in
      // The span covers the buffer and does not outlive it; `finalize` says how much of it was written.
      var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
      fill(&output)
      return unsafe output.finalize(for: buffer)
    }
  }

  /// Hands over the text as UTF-8 in place; only a text that came from elsewhere is copied first.
  @inline(__always)
  func withOctets<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let result = unsafe utf8.withContiguousStorageIfAvailable { letters in
      // The buffer stays as long as this closure runs, and a span cannot leave it.
      body(unsafe Span(_unsafeElements: letters))
    }
    return result ?? body(Array(utf8).span)
  }
}

#if compiler(<6.3)
// As the standard library has them from Swift 6.3 on.
extension Array {
  init(capacity: Int, _ fill: (inout OutputSpan<Element>) -> Void) {
    unsafe self.init(unsafeUninitializedCapacity: capacity) { buffer, count in
      var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
      fill(&output)
      unsafe count = output.finalize(for: buffer)
    }
  }

  mutating func append(addingCapacity more: Int, _ fill: (inout OutputSpan<Element>) -> Void) {
    append(contentsOf: Array(capacity: more, fill))
  }
}
#endif
