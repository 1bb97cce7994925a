/// What a foot pod tells about once a second (Bluetooth Running Speed and Cadence Service 1.0, 3.1, characteristic
/// 0x2A53).
public struct RunningMeasurement: Equatable, Sendable {
  /// Speed in 1/256 m/s.
  public let speed: UInt16
  /// Steps a minute.
  public let cadence: UInt8
  /// The length of a stride in centimetres, if the sensor measures it.
  public let stride: UInt16?
  /// The way since the sensor began to count, in decimetres, if it does; it goes on from 0 after the highest number.
  public let distance: UInt32?
  /// Whether the sensor takes it for running rather than walking.
  public let isRunning: Bool

  /// Reads the characteristic's value.
  public init(_ bytes: [UInt8]) throws(BodySignalError) {
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
