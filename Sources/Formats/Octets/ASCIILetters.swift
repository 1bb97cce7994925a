extension UnsignedInteger where Self: FixedWidthInteger {
  /// A capital letter of ASCII as a small one; everything else as it is.
  @inlinable
  public var asciiLowercased: Self { 0x41...0x5A ~= self ? self | 0x20 : self }
}
