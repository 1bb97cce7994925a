/// What a browser gets: a value that any server can send.
package struct WebPage: Equatable, Sendable {
  package let status: Int
  package let type: String
  package let body: [UInt8]
  /// How long a browser may keep it, in seconds; 0 for not at all.
  package let freshFor: Int

  package init(status: Int = 200, type: String, body: [UInt8], freshFor: Int = 0) {
    self.status = status
    self.type = type
    self.body = body
    self.freshFor = freshFor
  }
}
