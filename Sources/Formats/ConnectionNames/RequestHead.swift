/// The first words of an HTTP/1 connection, as far as they tell where it goes (RFC 9112 3.2).
public struct RequestHead: Sendable, Equatable {
  /// The host without its port; an IPv6 address without its brackets.
  public let host: [UInt8]
  /// Whether a proxy is asked to open a tunnel to the host (RFC 9110 9.3.6).
  public let isTunnel: Bool

  /// What the octets so far turned out to be.
  public enum Reading: Sendable, Equatable {
    /// A request to a host.
    case request(RequestHead)
    /// A request without a host, as of HTTP/1.0, or one that names two.
    case unnamed
    /// So far a request; more octets are needed.
    case needsMore
    /// Something else than HTTP.
    case notHTTP
  }

  /// The longest head that is waited for.
  public static let longest = 16 << 10

  private static let methods: [StaticString] = [
    "GET ", "HEAD ", "POST ", "PUT ", "DELETE ", "OPTIONS ", "PATCH ", "CONNECT ", "TRACE ",
  ]

  /// Reads the octets that a client sent first.
  public static func read(_ octets: [UInt8]) -> Reading {
    var begins = false
    var method = 0
    for candidate in methods {
      let length = candidate.utf8CodeUnitCount
      let same = candidate.description.utf8.prefix(octets.count).elementsEqual(octets.prefix(length))
      guard same else { continue }
      begins = true
      if octets.count >= length { method = length }
    }
    guard begins else { return .notHTTP }
    guard method > 0, let lineEnd = octets.firstIndex(of: 0x0A) else { return more(octets) }

    // The target decides before the Host field does (RFC 9112 3.2.2).
    let target = octets[method..<lineEnd].prefix { $0 != UInt8(ascii: " ") && $0 != 0x0D }
    if octets[0] == UInt8(ascii: "C") {
      let host = withoutPort(target)
      return host.isEmpty ? .unnamed : .request(RequestHead(host: Array(host), isTunnel: true))
    }
    if let host = hostOfAbsolute(target) {
      return host.isEmpty ? .unnamed : .request(RequestHead(host: Array(host), isTunnel: false))
    }

    var host: ArraySlice<UInt8>?
    var start = lineEnd + 1
    while let end = octets[start...].firstIndex(of: 0x0A) {
      var line = octets[start..<end]
      if line.last == 0x0D { line = line.dropLast() }
      if line.isEmpty {
        guard let host, !host.isEmpty else { return .unnamed }
        return .request(RequestHead(host: Array(host), isTunnel: false))
      }
      if let value = value(of: line, named: "host") {
        // RFC 9112 3.2: a request with two Host fields is invalid; which one a server would take is anybody's guess.
        if host != nil { return .unnamed }
        host = withoutPort(value)
      }
      start = end + 1
    }
    return more(octets)
  }

  private static func more(_ octets: [UInt8]) -> Reading {
    octets.count > longest ? .unnamed : .needsMore
  }

  private static func value(of line: ArraySlice<UInt8>, named name: StaticString) -> ArraySlice<UInt8>? {
    let length = name.utf8CodeUnitCount
    guard line.count > length, line[line.startIndex + length] == UInt8(ascii: ":") else { return nil }
    guard line.prefix(length).lazy.map({ $0 | 0x20 }).elementsEqual(name.description.utf8) else { return nil }
    var value = line.dropFirst(length + 1)
    while let first = value.first, first == 0x20 || first == 0x09 { value = value.dropFirst() }
    while let last = value.last, last == 0x20 || last == 0x09 { value = value.dropLast() }
    return value
  }

  private static func hostOfAbsolute(_ target: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for scheme: StaticString in ["http://", "https://"] {
      let length = scheme.utf8CodeUnitCount
      guard target.prefix(length).elementsEqual(scheme.description.utf8) else { continue }
      let authority = target.dropFirst(length).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      let behindUser = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] }
      return withoutPort(behindUser ?? authority)
    }
    return nil
  }

  private static func withoutPort(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if authority.first == UInt8(ascii: "[") {
      return authority.dropFirst().prefix { $0 != UInt8(ascii: "]") }
    }
    return authority.prefix { $0 != UInt8(ascii: ":") }
  }
}
