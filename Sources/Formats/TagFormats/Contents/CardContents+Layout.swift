extension CardContents {
  /// Reads a layout into these contents: a card without a layout is unformatted, one with a faulty one is damaged.
  ///
  /// - Throws: only ``LayoutError/cutShort(at:needed:)``, so that a reader can fetch what is missing and try again.
  mutating func fill(_ read: (inout CardContents) throws(LayoutError) -> Void) throws(LayoutError) {
    do {
      try read(&self)
    } catch .cutShort(let at, let needed) {
      throw .cutShort(at: at, needed: needed)
    } catch .notFormatted {
      message = .unformatted
    } catch {
      message = .damaged(error)
    }
  }

  mutating func take(_ walk: TLVWalk, of image: [UInt8]) {
    capacity = walk.capacity
    warnings += walk.warnings
    guard let place = walk.message else {
      message = .missing
      return
    }
    message = place.count == 0 ? .empty : .octets(place.octets(in: image))
  }
}

extension WriteBarrier {
  /// What the write access of a capability container says: 0 is free, F is never, anything else is a password or
  /// somebody's own rule.
  static func ofContainer(_ access: UInt8, never: UInt8 = 0xF) -> [WriteBarrier] {
    switch access {
    case 0: []
    case never: [.readOnly]
    default: [.restricted(access)]
    }
  }
}

extension Array<Range<Int>> {
  /// Ascending ranges, with those that touch made one.
  init(joining ranges: [Range<Int>]) {
    self = ReservedOctets(ranges).ranges
  }
}
