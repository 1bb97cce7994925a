internal import Octets

/// The form in which a rule compares a link: with or without escapes, with or without case.
struct TextForm: Equatable, Sendable {
  let isFolded: Bool
  let isDecoded: Bool

  var index: Int { (isFolded ? 1 : 0) + (isDecoded ? 2 : 0) }
  static let count = 4

  init(isFolded: Bool, isDecoded: Bool) {
    (self.isFolded, self.isDecoded) = (isFolded, isDecoded)
  }

  init(index: Int) {
    self.init(isFolded: index & 1 != 0, isDecoded: index & 2 != 0)
  }
}

struct TextView: Sendable {
  let scalars: [UInt32]
  let head: UInt64

  init(_ scalars: [UInt32]) {
    self.scalars = scalars
    head = TextHead.pack(scalars)
  }

  static let empty = TextView([])
}

/// One part of a link in each of the forms that rules ask for. Forms that are equal share their scalars.
struct TextForms {
  private let plain: TextView
  private let folded: TextView
  private let decoded: TextView
  private let foldedDecoded: TextView

  /// A part that no rule asks for.
  init() { (plain, folded, decoded, foldedDecoded) = (.empty, .empty, .empty, .empty) }

  init(_ octets: ArraySlice<UInt8>, isPath: Bool, needs: TextNeeds, _ part: TextNeeds.Part) {
    let isEscaped = octets.contains(UInt8(ascii: "%"))
    plain = TextView(isPath ? normalizedPath(octets) : octets.map { UInt32($0) })
    // The octets are ASCII here, so that folding is one bit.
    folded =
      needs.containsFolded(part) && octets.contains { $0.asciiLowercased != $0 }
      ? TextView(plain.scalars.map { $0.asciiLowercased }) : plain
    guard isEscaped, needs.containsDecoded(part) else {
      (decoded, foldedDecoded) = (plain, folded)
      return
    }
    let views = [false, true].map { isFolded in
      let text = scalars(of: octets, TextForm(isFolded: isFolded, isDecoded: true))
      return TextView(isPath ? normalizedPath(text) : text)
    }
    (decoded, foldedDecoded) = (views[0], views[1])
  }

  @inline(__always)
  subscript(form: Int) -> TextView {
    switch form {
    case 0: plain
    case 1: folded
    case 2: decoded
    default: foldedDecoded
    }
  }
}

/// Which parts of a link, in which forms, the rules of a file ask for; only those are prepared.
struct TextNeeds: Sendable {
  private var bits: UInt16 = 0

  enum Part: Int {
    case path, query, items, fragment
  }

  mutating func insert(_ part: Part, _ form: TextForm) {
    bits |= 1 << UInt16(part.rawValue * TextForm.count + form.index)
  }

  private func forms(_ part: Part) -> UInt16 { bits >> UInt16(part.rawValue * TextForm.count) & 0xF }

  func contains(_ part: Part) -> Bool { forms(part) != 0 }
  func containsFolded(_ part: Part) -> Bool { forms(part) & 0b1010 != 0 }
  func containsDecoded(_ part: Part) -> Bool { forms(part) & 0b1100 != 0 }
}

struct LinkText {
  let paths: TextForms
  let queries: TextForms
  let fragments: TextForms
  let query: QueryItems

  init(_ address: WebAddress, needs: TextNeeds) {
    func forms(_ octets: ArraySlice<UInt8>, _ part: TextNeeds.Part) -> TextForms {
      guard needs.contains(part) else { return TextForms() }
      return TextForms(octets, isPath: part == .path, needs: needs, part)
    }
    paths = forms(address.pathOctets, .path)
    queries = forms(address.queryOctets ?? [], .query)
    fragments = forms(address.fragmentOctets ?? [], .fragment)
    query = QueryItems(octets: address.queryOctets ?? [])
  }
}

struct QueryItem: Sendable {
  let name: [UInt32]
  let value: TextView
}

/// The items of a query, cut apart when a rule asks for them: most links are decided by their path.
struct QueryItems {
  let octets: ArraySlice<UInt8>

  func items(_ form: TextForm) -> [QueryItem] {
    var items: [QueryItem] = []
    _ = allSatisfy { name, value in
      items.append(QueryItem(name: Self.name(name, form), value: TextView(scalars(of: value, form))))
      return true
    }
    return items
  }

  /// Every repetition of the name must fit; a missing item counts as one without a value.
  func satisfies(_ name: [UInt32], _ pattern: LinkPattern, _ form: TextForm) -> Bool {
    var isMissing = true
    let fits = allSatisfy { itemName, value in
      guard Self.has(itemName, name, form) else { return true }
      isMissing = false
      return pattern.matches(TextView(scalars(of: value, form)))
    }
    return fits && (!isMissing || pattern.matches(.empty))
  }

  /// At least one repetition of the name must be there and fit.
  func has(_ name: [UInt32], _ pattern: LinkPattern, _ form: TextForm) -> Bool {
    !allSatisfy { itemName, value in
      !(Self.has(itemName, name, form) && pattern.matches(TextView(scalars(of: value, form))))
    }
  }

  @inline(__always)
  private static func has(_ octets: ArraySlice<UInt8>, _ name: [UInt32], _ form: TextForm) -> Bool {
    if form.isDecoded, octets.contains(UInt8(ascii: "%")) { return Self.name(octets, form) == name }
    return octets.count == name.count && zip(octets, name).allSatisfy { UInt32($0) == $1 }
  }

  /// Names keep their case.
  private static func name(_ octets: ArraySlice<UInt8>, _ form: TextForm) -> [UInt32] {
    scalars(of: octets, TextForm(isFolded: false, isDecoded: form.isDecoded))
  }

  @inline(__always)
  private func allSatisfy(_ condition: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool) -> Bool {
    var start = octets.startIndex
    while start < octets.endIndex {
      let end = octets[start...].firstIndex(of: UInt8(ascii: "&")) ?? octets.endIndex
      if end > start {
        let equals = octets[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
        guard condition(octets[start..<equals], octets[min(equals + 1, end)..<end]) else { return false }
      }
      start = end + 1
    }
    return true
  }
}

/// A slash before, a slash after unless the path ends with a star, one slash where several follow each other.
func normalizedPath<Path: Collection>(_ path: Path) -> [UInt32] where Path.Element: UnsignedInteger {
  let slash: UInt32 = 0x2F
  let star: UInt32 = 0x2A
  var normal: [UInt32] = []
  normal.reserveCapacity(path.count + 2)
  if path.first.map({ UInt32($0) }) != star { normal.append(slash) }
  var before = normal.isEmpty ? 0 : slash
  for element in path {
    let scalar = UInt32(element)
    guard scalar != slash || before != slash else { continue }
    normal.append(scalar)
    before = scalar
  }
  if before != slash, before != star { normal.append(slash) }
  return normal
}

private func scalars(of octets: ArraySlice<UInt8>, _ form: TextForm) -> [UInt32] {
  var scalars: [UInt32] = []
  scalars.reserveCapacity(octets.count + 2)
  guard form.isDecoded, octets.contains(UInt8(ascii: "%")) else {
    // The octets are ASCII here, so that folding is one bit.
    for octet in octets {
      scalars.append(UInt32(form.isFolded ? octet.asciiLowercased : octet))
    }
    return scalars
  }
  var decoder = UTF8Scalars(octets: PercentText.octets(of: octets))
  while let scalar = decoder.next() {
    scalars.append(form.isFolded ? folded(scalar) : scalar)
  }
  return scalars
}

func hexValue(_ octet: UInt8) -> UInt8? { HexText.value(ofDigit: octet) }

/// Scalars of UTF-8; an octet that belongs to none of them comes as a number in the range of surrogates, which no
/// pattern can name.
private struct UTF8Scalars {
  let octets: [UInt8]
  var at = 0

  init(octets: [UInt8]) { self.octets = octets }

  mutating func next() -> UInt32? {
    guard at < octets.count else { return nil }
    let first = octets[at]
    if first < 0x80 {
      at += 1
      return UInt32(first)
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    var value = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    var isValid = first >= 0xC2 && first <= 0xF4 && at + length <= octets.count
    if isValid {
      for next in octets[(at + 1)..<(at + length)] {
        isValid = isValid && next & 0xC0 == 0x80
        value = value << 6 | UInt32(next & 0x3F)
      }
    }
    if isValid, let scalar = Unicode.Scalar(value), UTF8.width(scalar) == length {
      at += length
      return value
    }
    at += 1
    return 0xDC00 + UInt32(first)
  }
}
