/// Tells keys that mean something from those that terminals write as several octets.
///
/// An arrow is an escape and what follows it, and so is a letter that is pressed together with Alt. A busy computer
/// hands over several keys at once, or half of one: what is a key is told by what was read, and never by how much of
/// it came at a time.
package struct TypedKeys {
  /// How far a key is that has begun with an escape.
  private enum Place {
    case between
    case escape
    /// What names a key after `ESC [`, up to its last octet (ECMA-48, 5.4).
    case sequence(isFirst: Bool)
    /// The number of octets that are left: of `ESC O P`, and of a letter with Alt that is longer than one octet.
    case last(Int)
  }

  private var place = Place.between

  package init() {}

  /// Whether a key has begun that may go on: an escape is the Escape key when nothing follows.
  package var isWaiting: Bool {
    if case .between = place { false } else { true }
  }

  /// - Returns: the octets that are keys of their own; arrows and their like are none.
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

  /// Nothing came for a while.
  ///
  /// - Returns: the Escape key where it was pressed alone.
  package mutating func settle() -> [UInt8] {
    defer { place = .between }
    if case .escape = place { return [0x1B] }
    return []
  }
}
