/// The form of a picture or a sound, by how it begins: what a file is called says nothing about what it is.
public enum MediaForm: String, CaseIterable, Sendable {
  case png
  case jpeg = "jpg"
  case gif
  case webp
  case mp3
  case ogg
  case wav
  case m4a

  /// The form of a file's content; `nil` for what no card shows or plays. Drawings that can hold scripts (SVG) are not
  /// shown.
  public init?(_ octets: some RandomAccessCollection<UInt8>) {
    let head = Array(octets.prefix(16))
    func has(_ text: String, at place: Int) -> Bool {
      let wanted = Array(text.utf8)
      return head.count >= place + wanted.count && head[place..<(place + wanted.count)].elementsEqual(wanted)
    }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
      self = .gif
    } else if has("RIFF", at: 0), has("WEBP", at: 8) {
      self = .webp
    } else if has("RIFF", at: 0), has("WAVE", at: 8) {
      self = .wav
    } else if has("OggS", at: 0) {
      self = .ogg
    } else if has("ftyp", at: 4), ["M4A ", "M4B ", "mp42", "mp41", "isom", "iso2"].contains(where: { has($0, at: 8) }) {
      self = .m4a
    } else if has("ID3", at: 0) || Self.isFrame(head) {
      self = .mp3
    } else {
      return nil
    }
  }

  /// Whether these octets begin a frame of MPEG's layer III.
  private static func isFrame(_ head: [UInt8]) -> Bool {
    guard head.count >= 4, head[0] == 0xFF, head[1] & 0xE6 == 0xE2 else { return false }
    let isReserved = head[1] & 0x18 == 0x08 || head[2] & 0x0C == 0x0C
    return !isReserved && head[2] & 0xF0 != 0xF0 && head[2] & 0xF0 != 0
  }

  /// Whether it is looked at; sounds are listened to.
  public var isPicture: Bool {
    switch self {
    case .png, .jpeg, .gif, .webp: true
    case .mp3, .ogg, .wav, .m4a: false
    }
  }

  /// What a browser is told that it is.
  public var type: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .mp3: "audio/mpeg"
    case .ogg: "audio/ogg"
    case .wav: "audio/wav"
    case .m4a: "audio/mp4"
    }
  }
}
