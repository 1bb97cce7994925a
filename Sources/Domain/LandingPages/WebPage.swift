/// What a browser gets: a value that any server can send.
public struct WebPage: Equatable, Sendable {
  /// The status of HTTP.
  public let status: Int
  /// The media type.
  public let type: String
  /// The octets.
  public let body: [UInt8]
  /// How long a browser may keep it, in seconds; 0 for not at all.
  public let freshFor: Int

  /// Makes a page.
  public init(status: Int = 200, type: String, body: [UInt8], freshFor: Int = 0) {
    self.status = status
    self.type = type
    self.body = body
    self.freshFor = freshFor
  }
}
