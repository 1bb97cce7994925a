/// An entry of a profile's list of sites: a domain with all its subdomains, or a part of one; `!` before it makes an
/// exception.
public struct SiteEntry: Sendable, Hashable {
  /// Whether it says what is not meant.
  public let isException: Bool
  /// The domain.
  public let host: SiteName
  /// The part of it; `nil` where the whole site is meant.
  public let path: SitePath?

  /// An entry as a person writes it: `reddit.com`, `youtube.com/shorts`, `!youtube.com/watch`.
  public init(_ written: String) throws(SiteEntryError) {
    // A whole site as the wire has its name, which nearly every entry is.
    let isMarked = written.utf8.first == UInt8(ascii: "!")
    if let host = SiteName(wire: isMarked ? written.utf8.dropFirst() : written.utf8[...]) {
      (self.host, path, isException) = (host, nil, isMarked)
      return
    }
    var rest = Substring(written.trimmedOfBlanks)
    isException = rest.first == "!"
    if isException { rest = rest.dropFirst() }
    let end = rest.unicodeScalars.firstIndex(where: Self.endsHost)
    host = try SiteName(String(rest[..<(end ?? rest.endIndex)]))
    guard let end else {
      path = nil
      return
    }
    path = try SitePath(written: rest[end...])
  }

  /// Whether more than a domain is written there.
  public static func namesPart(_ written: String) -> Bool { written.unicodeScalars.contains(where: endsHost) }

  private static func endsHost(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "?" || scalar == "#" }

  /// An entry.
  public init(host: SiteName, path: SitePath? = nil, isException: Bool = false) {
    self.host = host
    self.path = path
    self.isException = isException
  }

  /// The site or its part, in one spelling for all that mean the same; an exception's mark is not in it.
  public var name: String { host.text + (path?.text ?? "") }

  /// Whether an address is in it: a host, and the decoded segments of a path.
  public func covers(_ host: SiteName, _ segments: [[UInt8]]) -> Bool {
    host.isAtOrBelow(self.host) && (path?.covers(segments) ?? true)
  }

  /// The segments of an address in it; where any segment will do, one that no entry names.
  public var example: [[UInt8]] {
    (path?.segments ?? []).map { segment in if case .named(let octets) = segment { octets } else { [] } }
  }

  /// Whether all that is in the other entry is in this one.
  public func covers(_ other: SiteEntry) -> Bool {
    guard other.host.isAtOrBelow(host) else { return false }
    guard let path else { return true }
    return other.path.map { path.covers($0) } ?? false
  }

  /// The entry that decides about an address; `nil` where none covers it.
  ///
  /// The longest domain decides, of one domain's the longest path, of those as long the one that names more of its
  /// segments; of two that are the same that which is not an exception.
  public static func deciding(
    on host: SiteName, _ segments: [[UInt8]], among entries: some Sequence<SiteEntry>
  ) -> SiteEntry? {
    var best: SiteEntry?
    for entry in entries where entry.covers(host, segments) {
      if let known = best, !known.yields(to: entry) { continue }
      best = entry
    }
    return best
  }

  /// What is in both, as an entry of this one's kind; `nil` where nothing is.
  public func common(with other: SiteEntry) -> SiteEntry? {
    let isNearer = host.isAtOrBelow(other.host)
    guard isNearer || other.host.isAtOrBelow(host) else { return nil }
    let (mine, others) = (path?.segments ?? [], other.path?.segments ?? [])
    var segments = mine.count > others.count ? mine : others
    for (index, (one, another)) in zip(mine, others).enumerated() {
      guard one == another || one == .any || another == .any else { return nil }
      segments[index] = one == .any ? another : one
    }
    return SiteEntry(
      host: isNearer ? host : other.host, path: segments.isEmpty ? nil : SitePath(segments: segments),
      isException: isException)
  }

  /// Whether the other one decides about an address that is in both.
  func yields(to other: SiteEntry) -> Bool {
    let (own, theirs) = (host.octets.count, other.host.octets.count)
    if own != theirs { return own < theirs }
    let (mine, others) = (path?.segments ?? [], other.path?.segments ?? [])
    if mine.count != others.count { return mine.count < others.count }
    for (one, another) in zip(mine, others) where (one == .any) != (another == .any) { return one == .any }
    return isException && !other.isException
  }
}

/// Why a text is not an entry of a list of sites.
public enum SiteEntryError: Error, Equatable, Sendable {
  /// Its domain is none.
  case name(SiteNameFault)
  /// A question mark and what follows.
  case query(String)
  /// A number sign and what follows.
  case fragment(String)
  /// A segment that leads up, or nowhere.
  case dots(String)
  /// Two slashes follow each other.
  case twoSlashes(String)
  /// A slash with nothing behind it.
  case nothingAfterSlash
  /// A star for a part of a segment.
  case partOfSegment(String)
  /// A letter that no path has.
  case letter
  /// More than any path has.
  case tooLong
  /// What another program blocks, and FocusKey does not; why.
  case foreign(String)

  /// What a person is told.
  public var sentence: String {
    switch self {
    case .name: "a site is a domain such as example.org, or !example.org for an exception"
    case .query(let path):
      "a path has no query: only host and path are compared, never what follows ? (\(path))"
    case .fragment(let path): "a path has no fragment: what follows # is never compared (\(path))"
    case .dots(let path): "a path has no . or .. segments: browsers resolve them before they ask (\(path))"
    case .twoSlashes(let path): "a path has one slash between segments (\(path))"
    case .nothingAfterSlash: "a path needs a segment after its slash; the whole site is written without a slash"
    case .partOfSegment(let part): "* stands for one whole segment between slashes, not for a part of one (\(part))"
    case .letter: "a path has no spaces, control characters or backslashes"
    case .foreign(let why): why
    case .tooLong: "a path has at most 32 segments and 1,000 bytes"
    }
  }
}
