// A second reading of the NDEF specification, written for plainness only and knowing nothing of the first: it cuts the
// octets into frames, then judges the list of frames rule by rule, and answers with nothing but "these records" or "no
// message". Tests, endurance runs and fuzzers hold the product against it.

/// A record as the specification describes it.
package struct PlainRecord: Equatable, Sendable {
  package var tnf: Int
  package var type: [UInt8]
  package var id: [UInt8]
  package var payload: [UInt8]

  package init(tnf: Int, type: [UInt8] = [], id: [UInt8] = [], payload: [UInt8] = []) {
    self.tnf = tnf
    self.type = type
    self.id = id
    self.payload = payload
  }
}

/// One header with what follows it: a record, or one chunk of one.
package struct PlainFrame: Sendable {
  package var begins, ends, more, hasIDLength: Bool
  package var tnf: Int
  package var type, id, payload: [UInt8]
}

/// The records of a message, or `nil` if the octets are none.
package func plainRecords(of octets: [UInt8]) -> [PlainRecord]? {
  guard let frames = plainFrames(of: octets), !frames.isEmpty else { return nil }
  // MB on the first frame and on no other, ME on the last and on no other.
  for (index, frame) in frames.enumerated() {
    if frame.begins != (index == 0) { return nil }
    if frame.ends != (index == frames.count - 1) { return nil }
  }
  var records: [PlainRecord] = []
  var open: PlainRecord?
  for frame in frames {
    // A frame that announces another cannot be the last.
    if frame.more && frame.ends { return nil }
    if var record = open {
      // Middle and last chunks: TNF 6, no type, no ID length.
      guard frame.tnf == 6, frame.type.isEmpty, !frame.hasIDLength else { return nil }
      record.payload += frame.payload
      open = record
    } else {
      guard frame.tnf != 6 else { return nil }
      if frame.tnf == 0, !frame.type.isEmpty || !frame.id.isEmpty || !frame.payload.isEmpty { return nil }
      if frame.tnf == 0, frame.more { return nil }
      if (1...4).contains(frame.tnf), frame.type.isEmpty { return nil }
      if frame.tnf == 5 || frame.tnf == 7, !frame.type.isEmpty { return nil }
      open = PlainRecord(tnf: frame.tnf, type: frame.type, id: frame.id, payload: frame.payload)
    }
    if !frame.more, let record = open {
      records.append(record)
      open = nil
    }
  }
  return open == nil ? records : nil
}

/// Cuts octets into frames; `nil` if they end inside one.
package func plainFrames(of octets: [UInt8]) -> [PlainFrame]? {
  var rest = octets[...]
  /// Takes N octets off the front.
  func take(_ count: Int) -> [UInt8]? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
  var frames: [PlainFrame] = []
  while !rest.isEmpty {
    guard let flags = take(1)?.first, let typeLength = take(1)?.first else { return nil }
    let isShort = flags & 0x10 != 0
    guard let lengthOctets = take(isShort ? 1 : 4) else { return nil }
    let payloadLength = lengthOctets.reduce(0) { number, octet in number * 256 + Int(octet) }
    let hasIDLength = flags & 0x08 != 0
    var idLength = 0
    if hasIDLength {
      guard let octet = take(1)?.first else { return nil }
      idLength = Int(octet)
    }
    guard let type = take(Int(typeLength)), let id = take(idLength), let payload = take(payloadLength) else {
      return nil
    }
    frames.append(
      PlainFrame(
        begins: flags & 0x80 != 0, ends: flags & 0x40 != 0, more: flags & 0x20 != 0, hasIDLength: hasIDLength,
        tnf: Int(flags & 0x07), type: type, id: id, payload: payload))
    // What comes after a frame with ME is not a frame of this message, whatever it looks like.
    if flags & 0x40 != 0, !rest.isEmpty { return nil }
  }
  return frames
}

/// The one canonical form of records: no chunks, short wherever it can be, an ID length only for an ID, TNF 7 as 5.
package func plainOctets(of records: [PlainRecord]) -> [UInt8] {
  var octets: [UInt8] = []
  for (index, record) in records.enumerated() {
    let isShort = record.payload.count < 256
    var flags = UInt8(record.tnf == 7 ? 5 : record.tnf)
    if index == 0 { flags += 0x80 }
    if index == records.count - 1 { flags += 0x40 }
    if isShort { flags += 0x10 }
    if !record.id.isEmpty { flags += 0x08 }
    octets.append(flags)
    octets.append(UInt8(record.type.count))
    let length = record.payload.count
    if isShort {
      octets.append(UInt8(length))
    } else {
      octets += [
        UInt8(length / 0x100_0000), UInt8(length / 0x1_0000 % 256), UInt8(length / 256 % 256), UInt8(length % 256),
      ]
    }
    if !record.id.isEmpty { octets.append(UInt8(record.id.count)) }
    octets += record.type + record.id + record.payload
  }
  return octets
}
