internal import CZlib

/// Packs octets with zlib, and unpacks them.
package enum PackedOctets {
  /// As gzip packs: for browsers, once for each file. `nil` where that makes it no smaller, or zlib is missing.
  package static func gzip(_ content: [UInt8]) -> [UInt8]? {
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: content.count) { buffer, count in
      count = unsafe focuskey_gzip(content, content.count, buffer.baseAddress, buffer.count)
    }
    return packed.isEmpty ? nil : packed
  }

  /// Packs in zlib's own format; `nil` where zlib is missing.
  package static func pack(_ plain: [UInt8]) -> [UInt8]? {
    // What cannot be made smaller grows by less than this (zlib's own bound is smaller).
    let most = plain.count + plain.count / 1000 + 64
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      count = unsafe focuskey_pack(plain, plain.count, buffer.baseAddress, buffer.count)
    }
    return packed.isEmpty ? nil : packed
  }

  /// Unpacks what ``pack(_:)`` packed, if it has `count` octets; `nil` otherwise or without zlib.
  package static func unpack(_ packed: [UInt8], count wanted: Int) -> [UInt8]? {
    let plain = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      count = unsafe focuskey_unpack(packed, packed.count, buffer.baseAddress, wanted)
    }
    return plain.count == wanted ? plain : nil
  }
}
