internal import Octets

/// The head of an HTTP/1 request, as far as it tells where the request goes and where the next one begins
/// (RFC 9112 3 and 6).
public struct RequestHead: Sendable, Equatable {
  /// What follows the head.
  public enum Body: Sendable, Equatable {
    /// So many octets.
    case octets(Int)
    /// Chunks, each with its size in front of it.
    case chunked
    /// Something whose end only the server knows.
    case unknown
  }

  /// The host without its port; an IPv6 address without its brackets. `nil` for a request without one, as of HTTP/1.0.
  public let host: [UInt8]?
  /// The port that a proxy is asked for; `nil` if the request is for the server itself.
  public let port: UInt16?
  /// Whether a proxy is asked to open a tunnel to the host (RFC 9110 9.3.6).
  public let isTunnel: Bool
  /// What follows.
  public let body: Body
  /// How many octets the head has.
  public let length: Int

  /// What the octets so far turned out to be.
  public enum Reading: Sendable, Equatable {
    /// A whole head.
    case request(RequestHead)
    /// A request that is too long, or names two hosts.
    case malformed
    /// So far a request; more octets are needed.
    case needsMore
    /// Something else than HTTP.
    case notHTTP
  }

  /// Which first words are a request's.
  public enum Methods: Sendable {
    /// The web's: other protocols begin with words too.
    case usual
    /// Any word: where one request was, what follows is another.
    case any
  }

  /// The longest head that is waited for.
  public static let longest = 16 << 10
  private static let longestMethod = 32

  private static let usual: [StaticString] = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE", "PROPFIND", "PROPPATCH", "MKCOL",
    "COPY", "MOVE", "LOCK", "UNLOCK", "REPORT", "SEARCH",
  ]

  /// Reads the octets of a request.
  public static func read(_ octets: [UInt8], methods: Methods = .usual) -> Reading {
    guard let method = method(of: octets, methods) else { return .notHTTP }
    guard let lineEnd = octets.firstIndex(of: 0x0A), method < lineEnd else { return more(octets) }
    var fields = Fields()
    var start = lineEnd + 1
    while let end = octets[start...].firstIndex(of: 0x0A) {
      var line = octets[start..<end]
      if line.last == 0x0D { line = line.dropLast() }
      start = end + 1
      if line.isEmpty {
        return request(target: octets[(method + 1)..<lineEnd], isTunnel: isConnect(octets[..<method]), fields, start)
      }
      fields.add(line)
    }
    return more(octets)
  }

  private static func more(_ octets: [UInt8]) -> Reading {
    octets.count > longest ? .malformed : .needsMore
  }

  /// The length of the first word, as far as it came; `nil` if it is not a request's.
  private static func method(of octets: [UInt8], _ methods: Methods) -> Int? {
    let word = octets.prefix { $0 != 0x20 }
    switch methods {
    case .any:
      let isWord = word.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2D || $0 == 0x5F }
      return isWord && word.count <= longestMethod && !(word.isEmpty && !octets.isEmpty) ? word.count : nil
    case .usual:
      let isWhole = word.count < octets.count
      let isUsual = usual.contains { candidate in
        let candidate = candidate.description.utf8
        return isWhole ? candidate.elementsEqual(word) : candidate.starts(with: word)
      }
      return isUsual ? word.count : nil
    }
  }

  private static func isConnect(_ method: ArraySlice<UInt8>) -> Bool {
    method.elementsEqual("CONNECT".utf8)
  }

  /// The target decides before the Host field does (RFC 9112 3.2.2).
  private static func request(
    target rest: ArraySlice<UInt8>, isTunnel: Bool, _ fields: Fields, _ length: Int
  ) -> Reading {
    let target = rest.prefix { $0 != 0x20 && $0 != 0x0D }
    let named: Authority?
    if isTunnel {
      named = Authority(target, port: 443)
    } else if let absolute = authority(ofAbsolute: target) {
      named = absolute
    } else {
      // Two Host fields are invalid (RFC 9112 3.2); which one a server would take is anybody's guess.
      guard fields.hosts.count <= 1 else { return .malformed }
      named = fields.hosts.first.map { Authority($0, port: nil) }
    }
    let host = named.flatMap { $0.host.isEmpty ? nil : Array($0.host) }
    let body: Body = isTunnel ? .octets(0) : fields.body
    return .request(RequestHead(host: host, port: named?.port, isTunnel: isTunnel, body: body, length: length))
  }

  private static func authority(ofAbsolute target: ArraySlice<UInt8>) -> Authority? {
    for (scheme, port) in [("http://", 80), ("https://", 443)] as [(StaticString, UInt16)] {
      let length = scheme.utf8CodeUnitCount
      guard target.prefix(length).lazy.map({ $0.asciiLowercased }).elementsEqual(scheme.description.utf8) else {
        continue
      }
      let authority = target.dropFirst(length).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      let behindUser = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] }
      return Authority(behindUser ?? authority, port: port)
    }
    return nil
  }
}

/// The fields of a head that say where it goes and how long its body is.
private struct Fields {
  private(set) var hosts: [ArraySlice<UInt8>] = []
  private var lengths: [ArraySlice<UInt8>] = []
  private var codings: [ArraySlice<UInt8>] = []

  mutating func add(_ line: ArraySlice<UInt8>) {
    if let value = value(of: line, named: "host") { hosts.append(value) }
    if let value = value(of: line, named: "content-length") { lengths.append(value) }
    if let value = value(of: line, named: "transfer-encoding") { codings.append(value) }
  }

  /// A coding counts before a length (RFC 9112 6.3).
  var body: RequestHead.Body {
    if let last = codings.last {
      return last.suffix(7).lazy.map({ $0.asciiLowercased }).elementsEqual("chunked".utf8) ? .chunked : .unknown
    }
    guard let first = lengths.first else { return .octets(0) }
    guard lengths.allSatisfy({ $0.elementsEqual(first) }), !first.isEmpty, first.count <= 15,
      first.allSatisfy({ (0x30...0x39).contains($0) })
    else { return .unknown }
    return .octets(first.reduce(0) { $0 * 10 + Int($1 - 0x30) })
  }

  private func value(of line: ArraySlice<UInt8>, named name: StaticString) -> ArraySlice<UInt8>? {
    let length = name.utf8CodeUnitCount
    guard line.count > length, line[line.startIndex + length] == UInt8(ascii: ":") else { return nil }
    guard line.prefix(length).lazy.map({ $0.asciiLowercased }).elementsEqual(name.description.utf8) else { return nil }
    var value = line.dropFirst(length + 1)
    while let first = value.first, first == 0x20 || first == 0x09 { value = value.dropFirst() }
    while let last = value.last, last == 0x20 || last == 0x09 { value = value.dropLast() }
    return value
  }
}

/// A host and its port (RFC 3986 3.2).
private struct Authority {
  let host: ArraySlice<UInt8>
  let port: UInt16?

  /// - Parameter port: the port of an authority that names none.
  init(_ text: ArraySlice<UInt8>, port: UInt16?) {
    let isBracketed = text.first == UInt8(ascii: "[")
    host = isBracketed ? text.dropFirst().prefix { $0 != UInt8(ascii: "]") } : text.prefix { $0 != UInt8(ascii: ":") }
    guard port != nil else {
      self.port = nil
      return
    }
    let rest = text.dropFirst(host.count + (isBracketed ? 2 : 0))
    self.port = rest.first == UInt8(ascii: ":") ? UInt16(String(decoding: rest.dropFirst(), as: UTF8.self)) : port
  }
}
