/// Something to know about a link or a card before it is written.
public struct LinkFinding: Equatable, Sendable {
  /// How grave it is.
  public enum Level: String, Equatable, Sendable {
    /// The link or card cannot do what it is for.
    case error
    /// It does on some devices, or may not for long.
    case warning
    /// Good to know.
    case info
  }

  /// What it is.
  public enum Kind: Equatable, Sendable {
    /// No record holds a link, and what Android does with the card all the same.
    case noLink(AndroidOffer?)
    /// A record is a link with nothing in it.
    case emptyLink
    /// Beside the link there is something that Android looks at first.
    case offerBeforeLink(AndroidOffer)
    /// A record begins like a link and is not one.
    case malformedURI
    /// A beginning of the URI is named by a code that no specification knows.
    case reservedPrefix(UInt8)
    /// The first record is not the link.
    case linkNotFirst
    /// The link is only in a Smart Poster.
    case smartPosterOnly
    /// The link is the type of a record, not its content.
    case absoluteURI
    /// More links follow; devices take the first.
    case moreLinks(Int)
    /// The Android Application Record is the first record.
    case androidRecordFirst
    /// There is no Android Application Record behind a web link.
    case noAndroidRecord
    /// iPhones offer no links of this scheme.
    case schemeNotOnIPhone(String)
    /// iPhones were seen to follow this scheme, though nothing promises it.
    case schemeUnpromised(String)
    /// `http`.
    case insecure
    /// The site's file gives the path to no app.
    case notAssociated
    /// The site's file keeps the path in the browser.
    case excluded
    /// The host belongs to somebody else.
    case foreignHost(String)
    /// The host only forwards.
    case shortener(String)
    /// A name or password before the host.
    case userInfo
    /// The record spells out what one octet could say.
    case spelledOutPrefix(saves: Int)
    /// Capital letters in scheme or host.
    case capitals(normal: String)
    /// A control character.
    case controlCharacter
    /// A blank or another character that must be escaped.
    case unescaped
    /// Letters beyond ASCII in the host.
    case unicodeHost
    /// Letters beyond ASCII behind the host.
    case unicodePath
    /// A name or value that looks as if it should stay secret.
    case secret(String)
    /// The link is ours, with a fault.
    case faultyLink(LinkError)
    /// The link is ours, in a spelling that is not the canonical one.
    case notCanonical(String)
    /// The message is larger than what the card holds.
    case tooLarge(octets: Int, capacity: Int)
  }

  /// What it is.
  public let kind: Kind
  /// The record it is about, counted from 0; `nil` if it is about the link or the card as a whole.
  public let record: Int?

  /// Makes a finding.
  public init(_ kind: Kind, record: Int? = nil) {
    self.kind = kind
    self.record = record
  }

  /// How grave it is.
  public var level: Level {
    switch kind {
    case .noLink, .emptyLink, .malformedURI, .schemeNotOnIPhone, .userInfo, .controlCharacter, .unescaped, .faultyLink,
      .tooLarge:
      .error
    case .reservedPrefix, .offerBeforeLink, .linkNotFirst, .smartPosterOnly, .absoluteURI, .androidRecordFirst,
      .insecure, .notAssociated,
      .excluded, .foreignHost, .shortener, .capitals, .unicodeHost, .unicodePath, .secret, .spelledOutPrefix:
      .warning
    case .moreLinks, .noAndroidRecord, .schemeUnpromised, .notCanonical: .info
    }
  }
}

extension LinkFinding.Level {
  var order: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .info: 2
    }
  }
}
