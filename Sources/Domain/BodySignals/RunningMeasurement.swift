/// What a foot pod tells about once a second (Bluetooth Running Speed and Cadence Service 1.0, 3.1, characteristic
/// 0x2A53).
package struct RunningMeasurement: Equatable, Sendable {
  /// Speed in 1/256 m/s.
  package let speed: UInt16
  /// Steps a minute.
  package let cadence: UInt8
  /// The length of a stride in centimetres, if the sensor measures it.
  package let stride: UInt16?
  /// The distance so far, in decimetres, if the sensor counts it; it wraps to 0 after the maximum.
  package let distance: UInt32?
  /// Whether the sensor takes it for running rather than walking.
  package let isRunning: Bool

  package init(_ bytes: [UInt8]) throws(BodySignalError) {
    var reader = BodyBytes(bytes)
    let flags = try reader.byte()
    guard flags & 0b1111_1000 == 0 else { throw .unknownFlags(flags) }
    speed = try reader.short()
    cadence = try reader.byte()
    stride = flags & 0b1 == 0 ? nil : try reader.short()
    distance = flags & 0b10 == 0 ? nil : try reader.long()
    isRunning = flags & 0b100 != 0
    guard reader.left == 0 else { throw .tooLong }
  }
}
