internal import Octets

/// How a rule wants the link: as it is or without its escapes, with or without the case of letters.
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

/// A text as scalars, with its first ones packed.
struct TextView: Sendable {
  let scalars: [UInt32]
  let head: UInt64

  init(_ scalars: [UInt32]) {
    self.scalars = scalars
    head = TextHead.pack(scalars)
  }

  static let empty = TextView([])
}

/// One `name=value` of a query.
struct QueryItem: Sendable {
  let name: [UInt32]
  let value: TextView
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

  func contains(_ part: Part, _ form: Int) -> Bool {
    bits >> UInt16(part.rawValue * TextForm.count + form) & 1 == 1
  }

  func needs(_ part: Part) -> Bool {
    bits >> UInt16(part.rawValue * TextForm.count) & 0xF != 0
  }
}

/// A link made ready for the rules of one file.
struct LinkText {
  private(set) var paths: [TextView] = []
  private(set) var queries: [TextView] = []
  private let query: QueryItems
  private(set) var fragments: [TextView] = []

  init(_ address: WebAddress, needs: TextNeeds) {
    query = QueryItems(address.queryOctets ?? [])
    if needs.needs(.path) {
      paths = views(.path, needs) { form in
        form.isDecoded
          ? normalizedPath(scalars(of: address.pathOctets[...], form))
          : normalizedPath(address.pathOctets, isFolded: form.isFolded)
      }
    }
    if needs.needs(.query) {
      queries = views(.query, needs) { form in scalars(of: (address.queryOctets ?? [])[...], form) }
    }
    if needs.needs(.fragment) {
      fragments = views(.fragment, needs) { form in scalars(of: (address.fragmentOctets ?? [])[...], form) }
    }
  }

  /// The items of the query in a form.
  func items(_ form: TextForm) -> [QueryItem] { query.items(form) }

  private func views(_ part: TextNeeds.Part, _ needs: TextNeeds, _ make: (TextForm) -> [UInt32]) -> [TextView] {
    var views: [TextView] = []
    views.reserveCapacity(TextForm.count)
    for index in 0..<TextForm.count {
      views.append(needs.contains(part, index) ? TextView(make(TextForm(index: index))) : .empty)
    }
    return views
  }
}

/// The items of a query, cut apart when a rule first asks for them: most links are decided by their path.
private final class QueryItems {
  private let query: [UInt8]
  private var made: [[QueryItem]?] = []

  init(_ query: [UInt8]) {
    self.query = query
  }

  func items(_ form: TextForm) -> [QueryItem] {
    if made.isEmpty { made = [nil, nil, nil, nil] }
    if let known = made[form.index] { return known }
    let items = cut(form)
    made[form.index] = items
    return items
  }

  private func cut(_ form: TextForm) -> [QueryItem] {
    var items: [QueryItem] = []
    let nameForm = TextForm(isFolded: false, isDecoded: form.isDecoded)  // names keep their case
    for part in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true) {
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      let value = equals < part.endIndex ? part[(equals + 1)...] : []
      items.append(
        QueryItem(name: scalars(of: part[..<equals], nameForm), value: TextView(scalars(of: value, form))))
    }
    return items
  }
}

/// The normal form of a path that is compared as it is written.
private func normalizedPath(_ path: [UInt8], isFolded: Bool) -> [UInt32] {
  let slash = UInt8(ascii: "/")
  let star = UInt8(ascii: "*")
  var normal: [UInt32] = []
  normal.reserveCapacity(path.count + 2)
  if path.first != star { normal.append(UInt32(slash)) }
  var before = normal.isEmpty ? 0 : slash
  for octet in path where octet != slash || before != slash {
    // The octets are ASCII here, so that folding is one bit.
    normal.append(UInt32(isFolded && octet >= 0x41 && octet <= 0x5A ? octet | 0x20 : octet))
    before = octet
  }
  if before != slash, before != star { normal.append(UInt32(slash)) }
  return normal
}

/// A slash before, a slash behind unless the path ends with a star, one slash where several follow each other.
func normalizedPath(_ path: [UInt32]) -> [UInt32] {
  let slash: UInt32 = 0x2F
  var normal: [UInt32] = []
  normal.reserveCapacity(path.count + 2)
  if path.first != UInt32(UInt8(ascii: "*")) { normal.append(slash) }
  var before = normal.isEmpty ? 0 : slash
  for scalar in path where scalar != slash || before != slash {
    normal.append(scalar)
    before = scalar
  }
  if before != slash, before != UInt32(UInt8(ascii: "*")) { normal.append(slash) }
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
  var decoder = UTF8Scalars(octets: unescaped(octets))
  while let scalar = decoder.next() {
    scalars.append(form.isFolded ? folded(scalar) : scalar)
  }
  return scalars
}

/// Resolves `%XX`; what only looks like an escape stays.
private func unescaped(_ octets: ArraySlice<UInt8>) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(octets.count)
  var at = octets.startIndex
  while at < octets.endIndex {
    if octets[at] == UInt8(ascii: "%"), at + 2 < octets.endIndex, let high = hexValue(octets[at + 1]),
      let low = hexValue(octets[at + 2])
    {
      result.append(high << 4 | low)
      at += 3
    } else {
      result.append(octets[at])
      at += 1
    }
  }
  return result
}

func hexValue(_ octet: UInt8) -> UInt8? {
  switch octet {
  case 0x30...0x39: octet - 0x30
  case 0x41...0x46: octet - 0x41 + 10
  case 0x61...0x66: octet - 0x61 + 10
  default: nil
  }
}

/// Scalars of UTF-8; an octet that belongs to none comes as a number in the range of surrogates, which no pattern can
/// name.
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
