extension RouteTable {
  /// Reads a link.
  ///
  /// - Parameters:
  ///   - text: the link, as it is on a card or was handed in.
  ///   - knowsProfile: whether there is a profile of that name; without it every name is taken.
  /// - Returns: what the link says.
  /// - Throws: ``LinkError`` with the part of the text that it is about.
  public func parse(
    _ text: String, knowsProfile: (String) -> Bool = { _ in true }
  ) throws(LinkError) -> FocusLink {
    try parse(text.utf8.span, knowsProfile: knowsProfile)
  }

  /// Reads a link from its octets.
  public func parse(
    _ octets: Span<UInt8>, knowsProfile: (String) -> Bool = { _ in true }
  ) throws(LinkError) -> FocusLink {
    guard !octets.isEmpty else { throw LinkError(.empty, 0..<0) }
    guard octets.count <= Self.longestLink else {
      throw LinkError(.tooLong(octets: octets.count), Self.longestLink..<octets.count)
    }
    let start = try startOfPath(octets)
    try checkOctets(octets, from: start)
    let end = endOfPath(octets, from: start)
    let segments = try segments(of: octets, from: start, to: end)
    guard let number = trie.route(for: segments, in: octets) else {
      throw LinkError(.unknownPath("/" + LinkOctets.text(octets, segments ?? end..<end)), start..<end)
    }
    let route = routes[number]
    var fields = LinkFields()
    if let segments { try readPath(octets, segments, of: route, into: &fields, knowsProfile) }
    if end < octets.count {
      try readQuery(octets, end + 1..<octets.count, of: route, into: &fields, knowsProfile)
    }
    return route.read(fields)
  }

  // MARK: Scheme and host

  /// Skips scheme and host; returns where the path begins, with or without its slash.
  private func startOfPath(_ octets: Span<UInt8>) throws(LinkError) -> Int {
    let schemeEnd = schemeEnd(octets)
    guard schemeEnd < octets.count, schemeEnd > 0 else { throw LinkError(.noScheme, 0..<octets.count) }
    let scheme = 0..<schemeEnd
    let isOurs =
      LinkOctets.part(octets, scheme, equalsAnyCase: Self.ourScheme)
      || LinkOctets.part(octets, scheme, equalsAnyCase: Self.longScheme)
    let isSecure = LinkOctets.part(octets, scheme, equalsAnyCase: Self.secureScheme)
    guard isOurs || isSecure || LinkOctets.part(octets, scheme, equalsAnyCase: Self.insecureScheme) else {
      throw LinkError(.foreignScheme(LinkOctets.text(octets, scheme)), scheme)
    }
    let start = schemeEnd + 3
    guard start <= octets.count, octets[schemeEnd + 1] == LinkOctets.slash, octets[schemeEnd + 2] == LinkOctets.slash
    else { throw LinkError(.missingSlashes, schemeEnd..<min(start, octets.count)) }
    if isOurs { return start }
    let hostEnd = try checkHost(octets, from: start)
    guard isSecure else { throw LinkError(.insecureScheme, scheme) }
    return hostEnd
  }

  private static let ourScheme = Array(scheme.utf8)
  /// The app's own links are often written with it. It is read, but never printed.
  private static let longScheme = Array("focuskey.app".utf8)
  private static let secureScheme = Array("https".utf8)
  private static let insecureScheme = Array("http".utf8)

  /// Where the scheme ends: at its colon (RFC 3986, 3.1), or at the link's end if it has none.
  private func schemeEnd(_ octets: Span<UInt8>) -> Int {
    guard LinkOctets.isLetter(octets[0]) else { return octets.count }
    for position in octets.indices {
      let octet = octets[position]
      if octet == UInt8(ascii: ":") { return position }
      guard
        LinkOctets.isLetter(octet) || LinkOctets.isDigit(octet) || octet == UInt8(ascii: "+")
          || octet == UInt8(ascii: "-") || octet == UInt8(ascii: ".")
      else { break }
    }
    return octets.count
  }

  private func checkHost(_ octets: Span<UInt8>, from start: Int) throws(LinkError) -> Int {
    var end = start
    var colon: Int?
    while end < octets.count {
      let octet = octets[end]
      if octet == LinkOctets.slash || octet == UInt8(ascii: "?") || octet == UInt8(ascii: "#") { break }
      if octet == UInt8(ascii: "@") { throw LinkError(.userInfo, start..<end + 1) }
      if octet == UInt8(ascii: ":"), colon == nil { colon = end }
      end += 1
    }
    let host = start..<(colon ?? end)
    guard hostOctets.contains(where: { ours in LinkOctets.part(octets, host, equalsAnyCase: ours) }) else {
      throw LinkError(.foreignHost(LinkOctets.text(octets, host)), host)
    }
    if let colon { throw LinkError(.port, colon..<end) }
    return end
  }

  // MARK: Path

  /// Checks what comes after the host: characters, escapes, fragment.
  private func checkOctets(_ octets: Span<UInt8>, from start: Int) throws(LinkError) {
    var position = start
    var isASCII = true
    while position < octets.count {
      let octet = octets[position]
      if octet == LinkOctets.percent {
        guard position + 2 < octets.count, LinkOctets.hexValue(octets[position + 1]) != nil,
          LinkOctets.hexValue(octets[position + 2]) != nil
        else { throw LinkError(.badEscape, position..<min(position + 3, octets.count)) }
        let (decoded, next) = LinkOctets.decoded(octets, at: position)
        guard decoded >= 0x20, decoded != 0x7F else { throw LinkError(.controlCharacter, position..<next) }
        position = next
        continue
      }
      if octet == UInt8(ascii: "#") { throw LinkError(.fragment, position..<octets.count) }
      guard LinkOctets.mayStand(octet) else {
        throw LinkError(.illegalCharacter(Unicode.Scalar(octet)), position..<position + 1)
      }
      if octet >= 0x80 { isASCII = false }
      position += 1
    }
    if !isASCII {
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: octets)
      } catch {
        throw LinkError(.notUTF8, error.byteOffsets)
      }
    }
  }

  private func endOfPath(_ octets: Span<UInt8>, from start: Int) -> Int {
    LinkOctets.first(UInt8(ascii: "?"), in: octets, start..<octets.count)
  }

  /// The octets between the first slash and the end of the path, without a slash at the end, which means nothing on
  /// devices either; `nil` if there are none.
  private func segments(of octets: Span<UInt8>, from start: Int, to end: Int) throws(LinkError) -> Range<Int>? {
    var first = start
    var last = end
    if first < last, octets[first] == LinkOctets.slash { first += 1 }
    guard first < last else { return nil }
    if octets[last - 1] == LinkOctets.slash { last -= 1 }
    var position = first
    while position <= last {
      let segmentEnd = LinkOctets.first(LinkOctets.slash, in: octets, position..<last)
      if position == segmentEnd { throw LinkError(.emptySegment, position - 1..<segmentEnd + 1) }
      let segment = position..<segmentEnd
      if octets[position] == UInt8(ascii: ".") || octets[position] == LinkOctets.percent,
        LinkOctets.part(octets, segment, equals: ".".utf8) || LinkOctets.part(octets, segment, equals: "..".utf8)
      {
        throw LinkError(.dotSegment, segment)
      }
      position = segmentEnd + 1
    }
    return first..<last
  }

  private func readPath(
    _ octets: Span<UInt8>, _ segments: Range<Int>, of route: Route, into fields: inout LinkFields,
    _ knowsProfile: (String) -> Bool
  ) throws(LinkError) {
    var position = segments.lowerBound
    for segment in route.path.segments {
      let end = LinkOctets.first(LinkOctets.slash, in: octets, position..<segments.upperBound)
      if case .parameter(let parameter) = segment {
        try read(octets, position..<end, as: parameter, into: &fields, knowsProfile)
      }
      position = end + 1
    }
  }

  // MARK: Query

  private func readQuery(
    _ octets: Span<UInt8>, _ query: Range<Int>, of route: Route, into fields: inout LinkFields,
    _ knowsProfile: (String) -> Bool
  ) throws(LinkError) {
    var position = query.lowerBound
    var hasMirror = false
    guard position < query.upperBound else { return }
    while position <= query.upperBound {
      let end = LinkOctets.first(UInt8(ascii: "&"), in: octets, position..<query.upperBound)
      let nameEnd = LinkOctets.first(UInt8(ascii: "="), in: octets, position..<end)
      let name = position..<nameEnd
      guard let parameter = route.parameter(octets, name) else {
        // The card's own number and counter say who taps, not what is asked.
        if LinkMirror.isParameter(octets, name, value: min(nameEnd + 1, end)..<end) {
          guard !hasMirror else { throw LinkError(.repeatedParameter(LinkMirror.name), position..<end) }
          hasMirror = true
          position = end + 1
          continue
        }
        throw LinkError(.unknownParameter(LinkOctets.text(octets, name), route: route.name), name)
      }
      guard !fields.has(parameter) else { throw LinkError(.repeatedParameter(parameter.name), position..<end) }
      guard nameEnd + 1 < end else { throw LinkError(.emptyValue(parameter.name), position..<end) }
      try read(octets, nameEnd + 1..<end, as: parameter, into: &fields, knowsProfile)
      position = end + 1
    }
  }

  private func read(
    _ octets: Span<UInt8>, _ value: Range<Int>, as parameter: LinkParameter, into fields: inout LinkFields,
    _ knowsProfile: (String) -> Bool
  ) throws(LinkError) {
    if case .minutes(let allowed) = parameter.kind {
      fields.minutes = try number(octets, value, allowed, of: parameter)
      return
    }
    let text = try text(octets, value)
    if parameter.kind == .profile, !knowsProfile(text) { throw LinkError(.unknownProfile(text), value) }
    fields.set(parameter, text)
    if parameter.kind == .deed, fields.deed == nil {
      let expected = TaskDeed.allCases.map { deed in deed.rawValue }
      throw LinkError(.unknownWord(parameter: parameter.name, value: text, expected: expected), value)
    }
  }

  /// A number has digits alone and no leading zero, so that each has only one spelling.
  private func number(
    _ octets: Span<UInt8>, _ value: Range<Int>, _ allowed: ClosedRange<Int>, of parameter: LinkParameter
  ) throws(LinkError) -> Int {
    var number = 0
    for position in value {
      guard LinkOctets.isDigit(octets[position]), position == value.lowerBound || number > 0 else {
        throw LinkError(.badNumber(parameter: parameter.name, value: LinkOctets.text(octets, value)), value)
      }
      // Beyond nine digits nothing is allowed anyway, and the number would not fit some day.
      if number < 1_000_000_000 { number = number * 10 + Int(octets[position] - UInt8(ascii: "0")) }
    }
    guard allowed.contains(number) else {
      throw LinkError(
        .numberOutOfRange(parameter: parameter.name, value: LinkOctets.text(octets, value), allowed: allowed), value)
    }
    return number
  }

  /// A text with its escapes decoded. A plus sign is a plus sign: RFC 3986 knows no other meaning.
  private func text(_ octets: Span<UInt8>, _ range: Range<Int>) throws(LinkError) -> String {
    let text: String
    if LinkOctets.first(LinkOctets.percent, in: octets, range) == range.upperBound {
      do throws(UTF8.ValidationError) {
        text = String(copying: try UTF8Span(validating: octets.extracting(range)))
      } catch {
        throw LinkError(.notUTF8, range)
      }
    } else {
      var decoded: [UInt8] = []
      decoded.reserveCapacity(range.count)
      var position = range.lowerBound
      while position < range.upperBound {
        let (octet, next) = LinkOctets.decoded(octets, at: position)
        decoded.append(octet)
        position = next
      }
      guard let valid = String(validating: decoded, as: UTF8.self) else { throw LinkError(.notUTF8, range) }
      text = valid
    }
    if text.hasControlCharacter { throw LinkError(.controlCharacter, range) }
    return text
  }
}

extension Route {
  fileprivate func parameter(_ octets: Span<UInt8>, _ name: Range<Int>) -> LinkParameter? {
    for parameter in parameters where LinkOctets.part(octets, name, equals: parameter.name.utf8) { return parameter }
    return nil
  }
}

extension String {
  var hasControlCharacter: Bool {
    var isBehindC2 = false
    for octet in utf8 {
      if octet < 0x20 || octet == 0x7F || isBehindC2 && octet < 0xA0 { return true }
      isBehindC2 = octet == 0xC2
    }
    return false
  }
}
