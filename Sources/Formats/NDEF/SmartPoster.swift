/// A URI with what is to be known about it (Smart Poster RTD 1.0): a whole message in one payload.
public struct SmartPoster: Equatable, Sendable {
  /// The NFC Forum type.
  public static let type: [UInt8] = [0x53, 0x70]  // Sp

  /// What a reader is asked to do with the URI.
  public enum Action: Equatable, Sendable {
    case open, save, edit
    case reserved(UInt8)

    /// The octet that stands for the action.
    public var octet: UInt8 {
      switch self {
      case .open: 0
      case .save: 1
      case .edit: 2
      case .reserved(let octet): octet
      }
    }

    /// The action an octet stands for.
    public init(_ octet: UInt8) {
      switch octet {
      case 0: self = .open
      case 1: self = .save
      case 2: self = .edit
      default: self = .reserved(octet)
      }
    }
  }

  /// A picture or film that shows what the poster is about.
  public struct Icon: Equatable, Sendable {
    /// Its media type, `image/…` or `video/…`.
    public var mediaType: String
    /// The picture.
    public var octets: [UInt8]

    /// Makes an icon.
    public init(mediaType: String, octets: [UInt8]) {
      self.mediaType = mediaType
      self.octets = octets
    }
  }

  /// The one URI.
  public var uri: URIRecord
  /// Titles, at most one for each language.
  public var titles: [TextRecord]
  /// What to do with the URI, if it says.
  public var action: Action?
  /// The size of what the URI leads to, in octets, if it says.
  public var size: UInt32?
  /// The media type of what the URI leads to, if it says.
  public var mediaType: String?
  /// Pictures.
  public var icons: [Icon]

  /// Makes a poster.
  public init(
    _ uri: URIRecord, titles: [TextRecord] = [], action: Action? = nil, size: UInt32? = nil, mediaType: String? = nil,
    icons: [Icon] = []
  ) {
    self.uri = uri
    self.titles = titles
    self.action = action
    self.size = size
    self.mediaType = mediaType
    self.icons = icons
  }

  /// Reads the payload of a Smart Poster. Records of other types are passed over, so also a poster inside the poster:
  /// nothing nests.
  public init(decoding payload: [UInt8]) throws(PayloadError) {
    var parts = Parts()
    var cursor = NDEFCursor()
    while let view = try cursor.nextInside(payload) {
      let record = NDEFRecord(view, in: payload.span)
      do {
        try parts.add(record)
      } catch {
        throw PayloadError(error.cause, at: view.firstPayloadPiece.lowerBound + error.offset)
      }
    }
    guard parts.uriRecords <= 1 else { throw PayloadError(.severalURIs(parts.uriRecords), at: 0) }
    guard let uri = parts.uri else { throw PayloadError(.noURI, at: 0) }
    self.init(
      uri, titles: parts.titles, action: parts.action, size: parts.size, mediaType: parts.mediaType, icons: parts.icons)
  }

  private struct Parts {
    var uri: URIRecord?
    var uriRecords = 0
    var titles: [TextRecord] = []
    /// The languages of the titles, which are compared without regard to case (BCP 47, 2.1.1). A set, since a hostile
    /// poster may have thousands.
    var languages: Set<String> = []
    var action: Action?
    var size: UInt32?
    var mediaType: String?
    var icons: [Icon] = []

    mutating func add(_ record: NDEFRecord) throws(PayloadError) {
      if record.isWellKnown("U") {
        uriRecords += 1
        // A URI that readers must discard is none (URI RTD 1.0, 3.2.3).
        if let good = try? URIRecord(decoding: record.payload) { uri = good }
      } else if record.isWellKnown("T") {
        try add(title: TextRecord(decoding: record.payload))
      } else if record.isWellKnown("act") {
        try SmartPoster.check("action", record.payload, has: 1)
        action = Action(record.payload[0])
      } else if record.isWellKnown("s") {
        try SmartPoster.check("size", record.payload, has: 4)
        size = record.payload.reduce(0) { $0 << 8 | UInt32($1) }
      } else if record.isWellKnown("t") {
        guard let type = String(validating: record.payload, as: UTF8.self) else { throw PayloadError(.notUTF8, at: 0) }
        mediaType = type
      } else if let icon = Icon(record) {
        icons.append(icon)
      }
    }

    private mutating func add(title: TextRecord) throws(PayloadError) {
      guard languages.insert(title.language.lowercased()).inserted else {
        throw PayloadError(.sameLanguageTwice(title.language), at: 0)
      }
      titles.append(title)
    }
  }

  private static func check(_ part: String, _ payload: [UInt8], has count: Int) throws(PayloadError) {
    guard payload.count == count else {
      throw PayloadError(.wrongLength(of: part, must: count, is: payload.count), at: 0)
    }
  }

  /// The message that the poster is: the URI first, then the titles, then the rest.
  public var message: NDEFMessage {
    var records = [uri.record]
    for title in titles { records.append(title.record) }
    if let action {
      records.append(NDEFRecord(checked: .wellKnown, type: Array("act".utf8), payload: [action.octet]))
    }
    if let size {
      let octets = [UInt8(size >> 24), UInt8(size >> 16 & 0xFF), UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF)]
      records.append(NDEFRecord(checked: .wellKnown, type: Array("s".utf8), payload: octets))
    }
    if let mediaType {
      records.append(NDEFRecord(checked: .wellKnown, type: Array("t".utf8), payload: Array(mediaType.utf8)))
    }
    for icon in icons where !icon.mediaType.isEmpty && icon.mediaType.utf8.count <= 0xFF {
      records.append(NDEFRecord(checked: .media, type: Array(icon.mediaType.utf8), payload: icon.octets))
    }
    return NDEFMessage(records)
  }

  /// The record that carries this poster.
  public var record: NDEFRecord {
    NDEFRecord(checked: .wellKnown, type: Self.type, payload: message.encoded())
  }
}

extension SmartPoster.Icon {
  init?(_ record: NDEFRecord) {
    guard record.typeNameFormat == .media, let type = String(validating: record.type, as: UTF8.self) else { return nil }
    let lower = type.lowercased()
    guard lower.hasPrefix("image/") || lower.hasPrefix("video/") else { return nil }
    self.init(mediaType: type, octets: record.payload)
  }
}

extension NDEFCursor {
  /// The next record of a message that is itself a payload.
  mutating func nextInside(_ payload: [UInt8]) throws(PayloadError) -> NDEFRecordView? {
    do {
      return try next(in: payload.span)
    } catch {
      throw PayloadError(.innerMessage(error.cause), at: error.offset)
    }
  }
}
