internal import Octets

/// A host and its port (RFC 3986 3.2).
struct Authority: Equatable {
  private let host: [UInt8]
  let port: UInt16?

  var name: [UInt8]? { host.isEmpty ? nil : host }

  /// `nil` for what servers read in different ways: marks that no host has, and something else than a port behind it.
  ///
  /// - Parameter port: the port of an authority that names none.
  init?(_ text: [UInt8], port: UInt16?) {
    let isBracketed = text.first == UInt8(ascii: "[")
    host = Array(
      isBracketed ? text.dropFirst().prefix { $0 != UInt8(ascii: "]") } : text.prefix { $0 != UInt8(ascii: ":") })
    let rest = text.dropFirst(host.count + (isBracketed ? 2 : 0))
    let digits = rest.dropFirst()
    guard host.allSatisfy(Self.isOfHost), rest.isEmpty || rest.first == UInt8(ascii: ":"),
      digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    self.port = port == nil ? nil : digits.isEmpty ? port : UInt16(String(decoding: digits, as: UTF8.self))
  }

  func at(_ port: UInt16) -> Authority { Authority(host: host, port: port) }

  private init(host: [UInt8], port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Letters, digits and the marks of RFC 3986's names and addresses; other scripts' octets stand for themselves.
  static func isOfHost(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x80...0xFF: true
    default: "-._~%!$&'()*+,;=:".utf8.contains(octet)
    }
  }
}

/// The target of a request (RFC 9112 3.2).
enum RequestTarget {
  /// A path at the server, or something else without a host.
  case relative
  case absolute(Authority)
  /// An address whose host servers read in different ways.
  case broken

  init(_ text: [UInt8]) {
    let scheme = text.prefix { $0 != UInt8(ascii: ":") }.map { $0.asciiLowercased }
    guard let first = scheme.first, (0x61...0x7A).contains(first),
      scheme.allSatisfy({ (0x61...0x7A).contains($0) || (0x2B...0x39).contains($0) }),
      text.dropFirst(scheme.count).starts(with: "://".utf8)
    else {
      self = .relative
      return
    }
    let authority = text.dropFirst(scheme.count + 3).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
    let user = authority.dropLast(host.count).dropLast()
    let isSecure = scheme == Array("https".utf8) || scheme == Array("wss".utf8)
    guard user.allSatisfy(Authority.isOfHost), let named = Authority(Array(host), port: isSecure ? 443 : 80) else {
      self = .broken
      return
    }
    // What is asked for with HTTP is the web's, whatever the scheme.
    let isOfWeb = isSecure || scheme == Array("http".utf8) || scheme == Array("ws".utf8)
    self = .absolute(isOfWeb ? named : named.at(80))
  }
}
