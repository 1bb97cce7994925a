/// What a DESFire, an NTAG 413 DNA or an NTAG 424 DNA tells of one of its files (command F5, GetFileSettings).
///
/// The octets are: kind of file, option, two with the access conditions, three with the size (the lowest first), and
/// where the option's bit 40 is set, what is to be laid over the file when it is read ("secure dynamic messaging"; data
/// sheet NT4H2421Gx, "GetFileSettings").
public struct Type4FileSettings: Equatable, Sendable {
  /// The condition that everybody fulfils.
  public static let everybody: UInt8 = 0xE
  /// The condition that nobody fulfils.
  public static let nobody: UInt8 = 0xF

  /// The number of the capability container's file, in the layouts of AN11004 and of the NTAG 4xx.
  static let containerNumber: UInt8 = 0x01
  /// The number of the message's file in those layouts.
  static let messageNumber: UInt8 = 0x02

  /// The settings as the card tells them.
  public let octets: [UInt8]

  /// Reads the answer of a card; `nil` if it is none of a file with data.
  public init?(_ octets: [UInt8]) {
    // Kinds 00 and 01 are data files.
    guard octets.count >= 7, octets[0] <= 0x01 else { return nil }
    self.octets = octets
  }

  /// Bits 1 and 0 say whether data go plain (0), bit 6 whether something is laid over them.
  public var option: UInt8 { octets[1] }
  /// Whose key reads and writes.
  public var readWrite: UInt8 { octets[2] >> 4 }
  /// Whose key changes these settings.
  public var change: UInt8 { octets[2] & 0xF }
  /// Whose key reads.
  public var read: UInt8 { octets[3] >> 4 }
  /// Whose key writes.
  public var write: UInt8 { octets[3] & 0xF }
  /// The size of the file.
  public var size: Int { Int(octets[4]) | Int(octets[5]) << 8 | Int(octets[6]) << 16 }

  /// Whether somebody may write, as long as the settings stay.
  public var isWritable: Bool { write != Self.nobody || readWrite != Self.nobody }
  /// Whether everybody reads and writes.
  public var isOpen: Bool {
    readWrite == Self.everybody || read == Self.everybody && write == Self.everybody
  }

  /// The data of the command that closes the file for writing, and these settings for changing, for good. Who reads,
  /// and what is laid over the file, stays.
  var closed: [UInt8] {
    // Anyone who could read by the condition for both keeps that as a condition for reading alone.
    let reader = read == Self.nobody ? readWrite : read
    return [option, 0xFF, reader << 4 | Self.nobody] + octets.dropFirst(7)
  }

  /// What the card tells once it has been given these settings.
  func told(after settings: [UInt8]) -> [UInt8] {
    [octets[0]] + settings.prefix(3) + octets[4..<7] + settings.dropFirst(3)
  }

  /// The data of the command that lays UID and counter over the file, in the clear, from these offsets on; with
  /// neither, nothing is laid over.
  func showing(uid: Int?, counter: Int?) -> [UInt8] {
    let access = octets[2...3]
    guard uid != nil || counter != nil else { return [option & ~0x40] + access }
    // 01: digits in ASCII. FE: everybody may ask for the counter. EF: it shows in the clear, and nothing is signed.
    let bits: UInt8 = 0x01 | (uid == nil ? 0 : 0x80) | (counter == nil ? 0 : 0x40)
    let offsets = [uid, counter].compactMap { $0 }
    return [option | 0x40] + access + [bits, 0xFE, 0xEF]
      + offsets.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8), 0] }
  }

  /// The data of the command that lays UID and counter over the file, enciphered with one key, and a code over them
  /// with another, from these offsets on.
  func signing(cipherText: Int, code: Int, with numbers: (meta: UInt8, file: UInt8)) -> [UInt8] {
    // C1: UID, counter, digits in ASCII. FF: nobody may ask for the counter in another way. The code covers no part of
    // the file: what it covers begins where it is itself.
    [option | 0x40] + octets[2...3] + [0xC1, 0xFF, numbers.meta << 4 | numbers.file]
      + [cipherText, code, code].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8), 0] }
  }

  /// The data of the command that opens the file to everybody; nothing is laid over it any longer.
  var opened: [UInt8] { [0x00, 0xE0 | change, 0xEE] }
}

extension Type4FileSettings {
  /// What the chip writes over this file when it is read without a key.
  public struct Overlay: Equatable, Sendable {
    /// The fourteen digits of the UID, in the clear.
    public var uid: Int?
    /// The six digits of the tap counter, in the clear, the highest first.
    public var counter: Int?
    /// The 32 digits of UID and counter, enciphered (48 in LRP mode).
    public var cipherText: Int?
    /// The sixteen digits of the code, and where what it covers begins.
    public var code: (at: Int, from: Int)?
    /// The part of the file that is enciphered.
    public var data: Range<Int>?

    /// Equal when everything is at the same places.
    public static func == (one: Overlay, other: Overlay) -> Bool {
      one.uid == other.uid && one.counter == other.counter && one.cipherText == other.cipherText
        && one.code?.at == other.code?.at && one.code?.from == other.code?.from && one.data == other.data
    }

    /// All octets of the file that read otherwise than they were written.
    public var ranges: [Range<Int>] {
      var ranges: [Range<Int>] = []
      if let uid { ranges.append(uid..<uid + 14) }
      if let counter { ranges.append(counter..<counter + 6) }
      if let cipherText { ranges.append(cipherText..<cipherText + 48) }
      if let code { ranges.append(code.at..<code.at + 16) }
      if let data { ranges.append(data) }
      return ranges
    }
  }

  /// What is laid over the file; `nil` if nothing is.
  public var overlay: Overlay? {
    guard option & 0x40 != 0, octets.count >= 10 else { return nil }
    let bits = octets[7]
    let (metaRead, fileRead) = (octets[9] >> 4, octets[9] & 0xF)
    var rest = octets[10...]
    func offset() -> Int? {
      guard rest.count >= 3 else { return nil }
      let octets = Array(rest.prefix(3))
      rest = rest.dropFirst(3)
      return Int(octets[0]) | Int(octets[1]) << 8 | Int(octets[2]) << 16
    }
    var overlay = Overlay()
    // The fields are there as the data sheet's table of ChangeFileSettings lists their conditions, in its order.
    if bits & 0x80 != 0, metaRead == Self.everybody { overlay.uid = offset() }
    if bits & 0x40 != 0, metaRead == Self.everybody { overlay.counter = offset() }
    if metaRead < 5 { overlay.cipherText = offset() }
    guard fileRead != Self.nobody, let from = offset() else { return overlay }
    if bits & 0x10 != 0, let start = offset(), let count = offset() { overlay.data = start..<start + count }
    if let at = offset() { overlay.code = (at, from) }
    return overlay
  }
}
