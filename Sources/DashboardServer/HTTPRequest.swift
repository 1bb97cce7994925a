/// What a browser asks, as far as anybody here needs to know it.
public struct HTTPRequest: Sendable, Equatable {
  /// The methods that are answered; others are refused before anybody sees them.
  public enum Method: Sendable, Equatable {
    case get, head, post, put, delete
  }

  /// The method.
  public let method: Method
  /// Path and query, as they were sent.
  public let target: String
  /// The header fields, in order; names in small letters.
  public let headers: [(name: String, value: String)]
  /// What was sent along.
  public let body: [UInt8]

  /// The first value of a header field.
  public func header(_ name: String) -> String? {
    headers.first { header in header.name == name }?.value
  }

  /// Two requests are the same when everything in them is.
  public static func == (one: HTTPRequest, other: HTTPRequest) -> Bool {
    one.method == other.method && one.target == other.target && one.body == other.body
      && one.headers.elementsEqual(other.headers) { one, other in one == other }
  }
}

/// What a browser gets.
public struct HTTPAnswer: Sendable {
  /// The status.
  public var status: Int
  /// Header fields beside those that every answer has.
  public var headers: [(name: String, value: String)]
  /// What is sent along.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, type: String, body: [UInt8], headers: [(name: String, value: String)] = []) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    self.body = body
  }

  /// A short text, for refusals.
  public static func plain(_ status: Int, _ text: String) -> HTTPAnswer {
    HTTPAnswer(status: status, type: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
  }
}
