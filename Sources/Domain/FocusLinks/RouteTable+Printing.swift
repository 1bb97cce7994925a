/// How a link is written.
public enum LinkForm: Equatable, Sendable {
  /// `https` with the first host of the table: for cards, because phones open nothing else.
  case web
  /// With our own scheme: for this computer.
  case scheme
}

/// Why what was asked for cannot be written as a link.
public enum PrintError: Error, Equatable, Sendable {
  /// The table has no such route.
  case unknownRoute(String)
  /// A text that must be there is missing.
  case missing(parameter: String)
  /// A text without a character.
  case empty(parameter: String)
  /// A text with a control character.
  case controlCharacter(parameter: String)
  /// `.` and `..` would be taken out of the path by browsers.
  case dots(parameter: String)
  /// A number that no link may carry.
  case numberOutOfRange(parameter: String, allowed: ClosedRange<Int>)
  /// The route has no place for this.
  case unknownParameter(String)
  /// Two texts for one place.
  case repeatedParameter(String)
  /// It is longer than ``RouteTable/longestLink``.
  case tooLong(octets: Int)
}

extension RouteTable {
  /// Writes a link in its canonical form: parameters in the order of the route, all but unreserved characters escaped.
  ///
  /// `parse(print(link)) == link` holds for every link that can be printed.
  public func print(_ link: FocusLink, as form: LinkForm = .web) throws(PrintError) -> String {
    guard let route = route(of: link), let fields = route.write(link) else {
      if case .own(let own) = link { throw .unknownRoute(own.route) }
      throw .unknownRoute("")
    }
    let known = (route.path.parameters + route.parameters).map { parameter in parameter.name }
    for argument in fields.others {
      guard known.contains(argument.name) else { throw .unknownParameter(argument.name) }
      let same = fields.others.filter { other in other.name == argument.name }
      guard same.count == 1 else { throw .repeatedParameter(argument.name) }
    }
    var octets = Array((form == .web ? "https://" + (hosts.first ?? "") : Self.scheme + ":/").utf8)
    try writePath(of: route, fields, into: &octets)
    var separator = UInt8(ascii: "?")
    for parameter in route.parameters {
      guard let text = fields.written(parameter) else { continue }
      try check(text, parameter)
      octets.append(separator)
      octets.append(contentsOf: parameter.name.utf8)
      octets.append(UInt8(ascii: "="))
      write(text, into: &octets)
      separator = UInt8(ascii: "&")
    }
    guard octets.count <= Self.longestLink else { throw .tooLong(octets: octets.count) }
    return String(decoding: octets, as: UTF8.self)
  }

  private func writePath(of route: Route, _ fields: LinkFields, into octets: inout [UInt8]) throws(PrintError) {
    if route.path.segments.isEmpty { octets.append(LinkOctets.slash) }
    for segment in route.path.segments {
      octets.append(LinkOctets.slash)
      switch segment {
      case .word(let word): write(word, into: &octets)
      case .parameter(let parameter):
        guard let text = fields.written(parameter) else { throw .missing(parameter: parameter.name) }
        try check(text, parameter)
        guard text != ".", text != ".." else { throw .dots(parameter: parameter.name) }
        write(text, into: &octets)
      }
    }
  }

  private func check(_ text: String, _ parameter: LinkParameter) throws(PrintError) {
    if case .minutes(let allowed) = parameter.kind {
      guard let number = Int(text), allowed.contains(number) else {
        throw .numberOutOfRange(parameter: parameter.name, allowed: allowed)
      }
    }
    guard !text.isEmpty else { throw .empty(parameter: parameter.name) }
    guard !text.hasControlCharacter else { throw .controlCharacter(parameter: parameter.name) }
  }

  private func write(_ text: String, into octets: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    for octet in text.utf8 {
      if LinkOctets.isUnreserved(octet) {
        octets.append(octet)
      } else {
        octets.append(LinkOctets.percent)
        octets.append(digits[Int(octet >> 4)])
        octets.append(digits[Int(octet & 0xF)])
      }
    }
  }
}
