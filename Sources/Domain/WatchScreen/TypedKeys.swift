/// Separates plain keys from escape sequences (arrows, Alt), however the octets are split.
package struct TypedKeys {
  /// How far an escape sequence has been read.
  private enum Place {
    case between
    case escape
    /// What names a key after `ESC [`, up to its last octet (ECMA-48, 5.4).
    case sequence(isFirst: Bool)
    /// Octets left of `ESC O P`, or of an Alt letter that is longer than one octet.
    case last(Int)
  }

  private var place = Place.between

  package init() {}

  /// Whether a key is unfinished: a lone escape is the Escape key if nothing follows.
  package var isWaiting: Bool {
    if case .between = place { false } else { true }
  }

  /// Returns the octets that are keys of their own; arrows and the like are dropped.
  package mutating func take(_ octets: some Sequence<UInt8>) -> [UInt8] {
    octets.compactMap { take($0) }
  }

  private mutating func take(_ octet: UInt8) -> UInt8? {
    switch (place, octet) {
    case (.between, 0x1B): place = .escape
    case (.between, _): return octet
    // Escape twice: the first one was pressed alone.
    case (.escape, 0x1B): return 0x1B
    case (.escape, UInt8(ascii: "[")): place = .sequence(isFirst: true)
    case (.escape, UInt8(ascii: "O")): place = .last(1)
    case (.escape, 0xC0..<0xE0): place = .last(1)
    case (.escape, 0xE0..<0xF0): place = .last(2)
    case (.escape, 0xF0...): place = .last(3)
    case (.escape, _): place = .between
    // The function keys of Linux's own console (console_codes(4)): `ESC [ [ A`.
    case (.sequence(isFirst: true), UInt8(ascii: "[")): place = .last(1)
    case (.sequence, 0x20...0x3F): place = .sequence(isFirst: false)
    // Cut off by the next key.
    case (.sequence, 0x1B), (.last, 0x1B): place = .escape
    case (.sequence, _): place = .between
    case (.last(let left), _): place = left > 1 ? .last(left - 1) : .between
    }
    return nil
  }

  /// Called when nothing came for a while; returns the Escape key if it was pressed alone.
  package mutating func settle() -> [UInt8] {
    defer { place = .between }
    if case .escape = place { return [0x1B] }
    return []
  }
}
