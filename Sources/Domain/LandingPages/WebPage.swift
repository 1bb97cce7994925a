/// What a browser gets: a value that any server can send.
package struct WebPage: Equatable, Sendable {
  /// The status of HTTP.
  package let status: Int
  /// The media type.
  package let type: String
  /// The octets.
  package let body: [UInt8]
  /// How long a browser may keep it, in seconds; 0 for not at all.
  package let freshFor: Int

  /// Makes a page.
  package init(status: Int = 200, type: String, body: [UInt8], freshFor: Int = 0) {
    self.status = status
    self.type = type
    self.body = body
    self.freshFor = freshFor
  }
}
