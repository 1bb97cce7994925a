/// A picture or a sound of a card.
///
/// In markup it is `<img src="FILE" alt="NAME">` or `<sound src="FILE" alt="NAME">`, in exactly this form, with a file
/// that is called by its content: no name of a stranger's ever becomes a path.
public struct CardMedia: Equatable, Sendable {
  /// The file in the deck's folder: 32 hexadecimal digits and the ending of its form.
  public let file: String
  /// What it was called where it came from.
  public let name: String
  /// Which parts of a picture are hidden.
  public let mask: PictureMask?

  /// The most bytes of a name.
  static let longestName = 200

  /// Something to look at or to listen to; `nil` where `file` is not one of our names.
  public init?(file: String, name: String, mask: PictureMask? = nil) {
    guard Self.form(of: file) != nil else { return nil }
    self.file = file
    self.name = Self.plain(name)
    self.mask = mask
  }

  /// A name as markup has it.
  static func plain(_ name: String) -> String {
    let plain = DeckBuilder.plain(name).utf8.map { Self.isPlain($0) ? $0 : UInt8(ascii: "_") }
    var kept = plain.prefix(Self.longestName)
    // A character of several bytes stays whole.
    while let last = kept.last, plain.count > kept.count, last >= 0x80 { kept.removeLast() }
    return String(decoding: kept, as: UTF8.self)
  }

  /// The form of a file by its name; `nil` for a name that is not one of ours.
  public static func form(of file: String) -> MediaForm? {
    let octets = Array(file.utf8)
    guard octets.count > 33, octets[32] == UInt8(ascii: "."), isHex(octets[..<32]) else { return nil }
    return MediaForm(rawValue: String(decoding: octets[33...], as: UTF8.self))
  }

  /// Whether these are digits of a hexadecimal number, as we write them.
  public static func isHex(_ octets: some Collection<UInt8>) -> Bool {
    octets.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// It in a card's markup.
  public var markup: String {
    let isPicture = Self.form(of: file)?.isPicture ?? false
    let hidden = mask.map { " mask=\"\($0.text)\"" } ?? ""
    return isPicture ? "<img src=\"\(file)\" alt=\"\(name)\"\(hidden)>" : "<sound src=\"\(file)\" alt=\"\(name)\">"
  }

  /// The tag in a card's text.
  var text: String {
    if Self.form(of: file)?.isPicture != true { return "[sound: \(name)]" }
    return mask?.hides == true ? "[picture: \(name), partly hidden]" : "[picture: \(name)]"
  }

  /// Reads a tag of clean markup, `<` and `>` included; `nil` for anything else.
  init?(tag: ArraySlice<UInt8>) {
    for word in Self.beginnings where tag.starts(with: word.utf8) {
      var rest = tag.dropFirst(word.utf8.count)
      guard let file = Self.value(&rest), rest.starts(with: " alt=\"".utf8) else { return nil }
      rest = rest.dropFirst(6)
      guard let name = Self.value(&rest) else { return nil }
      var mask: PictureMask?
      if rest.starts(with: " mask=\"".utf8) {
        rest = rest.dropFirst(7)
        guard let text = Self.value(&rest), let read = PictureMask(text) else { return nil }
        mask = read
      }
      guard rest.elementsEqual(">".utf8), name.utf8.count <= Self.longestName, name.utf8.allSatisfy(Self.isPlain),
        let form = Self.form(of: file), form.isPicture == (word == "<img src=\""), form.isPicture || mask == nil
      else { return nil }
      self.file = file
      self.name = name
      self.mask = mask
      return
    }
    return nil
  }

  private static let beginnings = ["<img src=\"", "<sound src=\""]

  static func begins(_ octets: ArraySlice<UInt8>) -> Bool { beginnings.contains { octets.starts(with: $0.utf8) } }

  /// The longest tag that is looked at.
  static let longestTag = 6000

  private static func value(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  private static func isPlain(_ octet: UInt8) -> Bool {
    octet >= 0x20 && octet != 0x7F && !"\"<>&".utf8.contains(octet)
  }

  /// The files that clean markup names.
  public static func files(in markup: String) -> [String] { all(in: markup).map(\.file) }

  /// The pictures and sounds of clean markup.
  static func all(in markup: String) -> [CardMedia] {
    var found: [CardMedia] = []
    guard markup.utf8.contains(UInt8(ascii: "=")) else { return found }
    let octets = Array(markup.utf8)
    for start in octets.indices where octets[start] == UInt8(ascii: "<") && begins(octets[start...]) {
      guard let end = octets[start...].prefix(longestTag).firstIndex(of: UInt8(ascii: ">")) else { continue }
      if let media = CardMedia(tag: octets[start...end]) { found.append(media) }
    }
    return found
  }
}

/// What of a collection's pictures and sounds is here: the file of each name.
public struct MediaNames: Sendable {
  private var files: [String: String] = [:]
  /// What a deck that is here shows, by its name in markup.
  private var shown: [String: String] = [:]

  /// None.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { files.isEmpty && shown.isEmpty }

  /// Notes what the cards of a deck show, for those of a package that comes without it.
  public mutating func note(shownBy cards: [Card]) {
    for card in cards {
      for media in CardMedia.all(in: card.title) + CardMedia.all(in: card.content) { shown[media.name] = media.file }
    }
  }

  /// Takes what others show where nothing of that name came along.
  public mutating func complete(with others: MediaNames) {
    shown.merge(others.shown) { mine, _ in mine }
  }

  /// Notes the file that has the content of that name.
  public mutating func note(_ file: String, for name: String) { files[name] = file }

  /// The picture or sound by the name that a field writes; `nil` if it is not here.
  func media(named written: String, isPicture: Bool, mask: PictureMask? = nil) -> CardMedia? {
    let name = files[written] == nil ? Self.decoded(written) : written
    guard let file = files[name] ?? shown[CardMedia.plain(name)], CardMedia.form(of: file)?.isPicture == isPicture
    else { return nil }
    return CardMedia(file: file, name: name, mask: mask)
  }

  private static func decoded(_ name: String) -> String {
    let octets = Array(name.utf8)
    var plain: [UInt8] = []
    var at = 0
    while at < octets.count {
      if octets[at] == UInt8(ascii: "%"), at + 2 < octets.count,
        let octet = UInt8(String(decoding: octets[(at + 1)...(at + 2)], as: UTF8.self), radix: 16)
      {
        plain.append(octet)
        at += 3
      } else {
        plain.append(octets[at])
        at += 1
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
