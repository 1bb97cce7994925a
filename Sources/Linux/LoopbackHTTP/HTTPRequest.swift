package struct HTTPRequest: Sendable, Equatable {
  /// The methods that are answered; others are refused before anybody sees them.
  package enum Method: Sendable, Equatable {
    case get, head, post, put, delete
    /// Asks a proxy for a way to a host; only a server that stands in for others hears it.
    case connect
  }

  package let method: Method
  /// Path and query, as they were sent.
  package let target: String
  /// The header fields, in order; names in small letters.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]
  /// The address that it came from.
  package var peer = ""

  /// The path, as it was sent.
  package var path: String {
    target.firstIndex(where: { $0 == "?" || $0 == "#" }).map { String(target[..<$0]) } ?? target
  }

  /// The first value of a name in the query, escapes resolved; `nil` if it is missing or not a text.
  package func query(_ name: String) -> String? {
    guard let mark = target.firstIndex(of: "?") else { return nil }
    for item in target[target.index(after: mark)...].prefix(while: { $0 != "#" }).split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.first.map({ $0.elementsEqual(name) }) ?? false { return parts.count == 2 ? Self.resolved(parts[1]) : "" }
    }
    return nil
  }

  private static func resolved(_ text: Substring) -> String? {
    var octets: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let octet = rest.popFirst() {
      guard octet == UInt8(ascii: "%") else {
        octets.append(octet == UInt8(ascii: "+") ? 0x20 : octet)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2 else { return nil }
      octets.append(UInt8(digits[0] << 4 | digits[1]))
      rest = rest.dropFirst(2)
    }
    return String(validating: octets, as: UTF8.self)
  }

  /// The values of the cookies of a name: there may be several, for several paths.
  package func cookies(_ name: String) -> [String] {
    headers.filter { $0.name == "cookie" }.flatMap { $0.value.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isIt = parts.first.map { $0.drop(while: { $0 == " " }).elementsEqual(name) } ?? false
      return isIt && parts.count == 2 ? String(parts[1]) : nil
    }
  }

  package func header(_ name: String) -> String? {
    headers.first { header in header.name == name }?.value
  }

  package static func == (one: HTTPRequest, other: HTTPRequest) -> Bool {
    one.method == other.method && one.target == other.target && one.body == other.body
      && one.headers.elementsEqual(other.headers) { one, other in one == other }
  }
}

package struct HTTPAnswer: Sendable {
  package var status: Int
  /// Header fields beside those that every answer has.
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]
  /// What follows bit by bit, until it ends or the browser leaves.
  package var stream: AsyncStream<[UInt8]>?
  /// What is sent after each element of ``stream``.
  package var separator: [UInt8] = []

  package init(status: Int, type: String, body: [UInt8], headers: [(name: String, value: String)] = []) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    self.body = body
  }

  /// An answer that goes on: each element is sent as soon as it is there, and the separator after it.
  package init(type: String, stream: AsyncStream<[UInt8]>, separator: [UInt8] = []) {
    self.init(status: 200, type: type, body: [], headers: [("Cache-Control", "no-store")])
    self.stream = stream
    self.separator = separator
  }

  package static func plain(_ status: Int, _ text: String) -> HTTPAnswer {
    HTTPAnswer(status: status, type: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
  }
}
