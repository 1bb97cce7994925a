internal import Octets

/// The head of an HTTP/1 request, as far as it tells where the request goes and where the next one begins
/// (RFC 9112 3 and 6).
package struct RequestHead: Sendable, Equatable {
  package enum Body: Sendable, Equatable {
    case octets(Int)
    /// Chunks, each with its size in front of it.
    case chunked
    /// Something whose end only the server knows.
    case unknown
  }

  /// The host without its port; an IPv6 address without its brackets. `nil` for a request without one, as of HTTP/1.0.
  package let host: [UInt8]?
  /// The port that a proxy is asked for; `nil` if the request is for the server itself.
  package let port: UInt16?
  /// The host of the Host field where the target names another one: servers differ in which of the two they take.
  package let otherHost: [UInt8]?
  /// Whether a proxy is asked to open a tunnel to the host (RFC 9110 9.3.6).
  package let isTunnel: Bool
  package let body: Body
  package let length: Int

  package enum Reading: Sendable, Equatable {
    case request(RequestHead)
    /// A request that is too long, names two hosts, or one that servers read in different ways.
    case malformed
    case needsMore
    case notHTTP
  }

  /// The longest head that is waited for: four times what the usual servers take.
  package static let longest = 1 << 16

  package static func read(_ octets: [UInt8]) -> Reading {
    var reader = HeadReader()
    var unread = Unread(octets)
    return reader.read(&unread)
  }
}

struct HeadReader: Sendable {
  private var line: [UInt8]?
  private var fields = HeadFields()
  private var length = 0
  /// How much of the first line is known to be text.
  private var checked = 0

  /// The longest first line that is waited for where its first word is none of HTTP's usual ones.
  private static let longestLine = 8 << 10
  private static let usual: [[UInt8]] = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE", "PROPFIND", "PROPPATCH", "MKCOL",
    "COPY", "MOVE", "LOCK", "UNLOCK", "REPORT", "SEARCH",
  ].map { Array($0.utf8) }

  var hasBegun: Bool { line != nil }
  /// In octets.
  var size: Int { (line?.count ?? 0) + fields.size }

  /// Reads lines up to the end of the head.
  mutating func read(_ unread: inout Unread) -> RequestHead.Reading {
    while let next = unread.nextLine() {
      length += next.length
      guard length <= RequestHead.longest else { return .malformed }
      guard line != nil else {
        guard Self.isRequestLine(next.text) else { return .notHTTP }
        line = next.text
        continue
      }
      if next.text.isEmpty { return finish() }
      fields.add(next.text)
    }
    if line == nil, !couldBeRequest(unread.rest) { return .notHTTP }
    return length + unread.count > RequestHead.longest ? .malformed : .needsMore
  }

  /// Words apart by blanks of any kind, as lenient servers accept them.
  private static func words(of line: some Collection<UInt8>) -> [[UInt8]] {
    line.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.map { Array($0) }
  }

  /// Other protocols begin with words too: a word that is none of the usual ones is a request's if the line names HTTP.
  private static func isRequestLine(_ line: [UInt8]) -> Bool {
    let words = words(of: line)
    guard let method = words.first else { return false }
    return usual.contains(method)
      || words.dropFirst().contains { $0.prefix(5).map { $0.asciiLowercased } == Array("http/".utf8) }
  }

  /// Whether a first line that is not whole may become one of a request: it is text, or begins as one.
  private mutating func couldBeRequest(_ octets: ArraySlice<UInt8>) -> Bool {
    guard let first = octets.first else { return true }
    guard first < 0x7F, first >= 0x20 || first == 0x09 else { return false }
    let word = Array(octets.prefix(12).prefix { $0 > 0x20 })
    if octets.count > word.count, Self.usual.contains(word) { return true }
    let new = octets.dropFirst(checked)
    guard new.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }) else { return false }
    checked = octets.count
    return octets.count <= Self.longestLine
  }

  /// The target decides before the Host field does (RFC 9112 3.2.2).
  private func finish() -> RequestHead.Reading {
    let words = Self.words(of: line ?? [])
    let isTunnel = words[0] == Array("CONNECT".utf8)
    let target = words.count > 1 ? words[1] : []
    if isTunnel {
      guard let named = Authority(target, port: 443) else { return .malformed }
      return .request(
        RequestHead(
          host: named.name, port: named.port, otherHost: nil, isTunnel: true, body: .octets(0), length: length))
    }
    // Two Host fields are invalid (RFC 9112 3.2); which one a server would take is anybody's guess.
    guard fields.hosts.count <= 1, !fields.isFolded else { return .malformed }
    var field: Authority?
    if let text = fields.hosts.first {
      field = Authority(text, port: nil)
      guard field != nil else { return .malformed }
    }
    switch RequestTarget(target) {
    case .broken: return .malformed
    case .relative: return request(to: field, or: nil)
    case .absolute(let named): return request(to: named, or: field?.name == named.name ? nil : field?.name)
    }
  }

  private func request(to named: Authority?, or other: [UInt8]?) -> RequestHead.Reading {
    .request(
      RequestHead(
        host: named?.name, port: named?.port, otherHost: other, isTunnel: false, body: fields.body, length: length))
  }
}
