/// What a strap or a watch tells about once a second (Bluetooth Heart Rate Service 1.0, 3.1, characteristic 0x2A37).
package struct HeartRateMeasurement: Equatable, Sendable {
  package enum Contact: Equatable, Sendable {
    /// The sensor cannot tell.
    case unknown
    case none
    case skin
  }

  /// Beats a minute.
  package let rate: UInt16
  package let contact: Contact
  /// Kilojoules since they were last reset, if the sensor counts them.
  package let energy: UInt16?
  /// The times between beats since the last measurement, in 1/1024 s, oldest first.
  package let intervals: [UInt16]

  package init(_ bytes: [UInt8]) throws(BodySignalError) {
    var reader = BodyBytes(bytes)
    let flags = try reader.byte()
    guard flags & 0b1110_0000 == 0 else { throw .unknownFlags(flags) }
    if flags & 1 == 0 { rate = UInt16(try reader.byte()) } else { rate = try reader.short() }
    contact = flags & 0b100 == 0 ? .unknown : flags & 0b10 == 0 ? .none : .skin
    energy = flags & 0b1000 == 0 ? nil : try reader.short()
    var intervals: [UInt16] = []
    if flags & 0b1_0000 != 0 {
      while reader.left > 0 { intervals.append(try reader.short()) }
    }
    guard reader.left == 0 else { throw .tooLong }
    self.intervals = intervals
  }
}
