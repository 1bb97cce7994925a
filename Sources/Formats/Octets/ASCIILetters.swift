extension UInt8 {
  /// A capital letter of ASCII as a small one; everything else as it is.
  @inlinable
  public var asciiLowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
