extension Span where Element == UInt8 {
  /// Whether `wanted` is at `position`.
  ///
  /// Eight octets are compared at a time; the last eight may overlap those before them.
  @inlinable
  @inline(__always)
  public func holds(_ wanted: Span<UInt8>, at position: Int) -> Bool {
    guard position >= 0, wanted.count <= count &- position else { return false }
    guard wanted.count >= 8 else {
      for index in 0..<wanted.count where wanted[index] != self[position &+ index] { return false }
      return true
    }
    // "Unsafe" for types with padding; octets have none.
    let (ours, theirs) = unsafe (bytes, wanted.bytes)
    let last = wanted.count &- 8
    var index = 0
    while true {
      // Compares with the bounds; "unsafe" only because not every type may be loaded so. Any eight octets are a UInt64.
      let one = unsafe ours.unsafeLoadUnaligned(fromByteOffset: position &+ index, as: UInt64.self)
      let other = unsafe theirs.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      if one != other { return false }
      if index == last { return true }
      index = Swift.min(index &+ 8, last)
    }
  }
}
