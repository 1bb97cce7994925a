/// Any URI taken apart at its delimiters (RFC 3986, appendix B), without a judgement: for saying what devices do with
/// links that are not ours.
struct URIParts {
  /// In lower case; empty if there is none.
  let scheme: String
  let userInfo: String?
  /// As it is written, without a port; `nil` where there are no two slashes.
  let host: String?
  let path: String
  let query: String?
  /// Scheme and host as they are written.
  let beginning: String

  init(_ text: String) {
    var rest = text[...]
    var scheme = ""
    if let colon = rest.firstIndex(of: ":"), let first = rest.utf8.first, LinkOctets.isLetter(first),
      rest[..<colon].utf8.allSatisfy(Self.mayStandInScheme)
    {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    self.scheme = scheme
    if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
    var query: String?
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    self.query = query
    guard rest.hasPrefix("//") else {
      host = nil
      userInfo = nil
      path = String(rest)
      beginning = String(text[..<rest.startIndex])
      return
    }
    rest = rest.dropFirst(2)
    let end = rest.firstIndex { letter in letter == "/" || letter == "\\" } ?? rest.endIndex
    var authority = rest[..<end]
    path = String(rest[end...])
    beginning = String(text[..<end])
    var userInfo: String?
    if let at = authority.lastIndex(of: "@") {
      userInfo = String(authority[..<at])
      authority = authority[authority.index(after: at)...]
    }
    self.userInfo = userInfo
    if let colon = authority.firstIndex(of: ":"), !authority.hasPrefix("[") { authority = authority[..<colon] }
    host = String(authority)
  }

  private static func mayStandInScheme(_ octet: UInt8) -> Bool {
    LinkOctets.isLetter(octet) || LinkOctets.isDigit(octet) || octet == UInt8(ascii: "+") || octet == UInt8(ascii: "-")
      || octet == UInt8(ascii: ".")
  }

  /// The names and values of the query, as they are written.
  var queryItems: [(name: String, value: String)] {
    (query ?? "").split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }
}
