// rooms: BodySignals

import BodySignals

/// Whatever a Bluetooth sensor sends, one notification after the other: the first byte of each piece is its length and
/// which characteristic it comes from, the second the tenths of seconds that it came after the one before.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBodySignals(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var stream = SensorStream()
  var minutes = ActiveMinutes()
  var (place, now, moved) = (0, Int64(0), Int64(0))
  while place + 1 < bytes.count {
    let head = bytes[place]
    now += Int64(bytes[place + 1]) * 100
    let end = min(bytes.count, place + 2 + Int(head & 15))
    let value = Array(bytes[(place + 2)..<end])
    place = end
    var span: ActiveSpan?
    if head & 0x80 != 0 {
      minutes.exclude(lasting: Int64(head) * 1000, until: now)
    } else if head & 0x40 == 0 {
      if let read = try? HeartRateMeasurement(value) { span = stream.take(read, at: now) }
    } else {
      if let read = try? RunningMeasurement(value) { span = stream.take(read, at: now) }
    }
    guard let span else { continue }
    precondition(span.from < span.to && span.to == now && span.to - span.from <= SensorStream.longestGap)
    moved += span.to - span.from
    _ = minutes.add(span)
    // Never more than was seen, and never more than went by.
    precondition(Int64(minutes.minutes) * ActiveMinutes.minute <= min(moved, now))
  }
  return 0
}
