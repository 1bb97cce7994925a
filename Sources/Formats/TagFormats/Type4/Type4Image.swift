/// The files of a Type 4 tag as far as they were read.
public struct Type4Image: Equatable, Sendable {
  /// The capability container, file E103.
  public var container: [UInt8]
  /// The other files by their identifiers, each from its first octet.
  public var files: [UInt16: [UInt8]]
  /// Whether the container is only its beginning, which was enough to find the message's file.
  public var isContainerPartial = false
  /// Whether the card knows the NDEF application only by its name of mapping version 1.
  public var usesOldApplication = false

  /// What the card told of its files by their own numbers: 1 is the container's, 2 the message's.
  public var settings: [UInt8: Type4FileSettings] = [:]
  /// How many octets the card has left for new files, where it told.
  public var freeMemory: Int?
  /// How many keys the application has, with bits for their kind, where a DESFire EV3 told.
  public var applicationKeys: UInt8?
  /// Whether an NTAG 424 DNA was switched to LRP mode.
  public var speaksLRP = false

  /// Whether the application's keys are AES ones; `nil` if it did not tell.
  var hasAESKeys: Bool? { applicationKeys.map { $0 & 0xC0 == 0x80 } }

  /// An image from its files.
  public init(container: [UInt8], files: [UInt16: [UInt8]]) {
    self.container = container
    self.files = files
  }

  /// The contents of the card.
  ///
  /// - Throws: ``LayoutError/cutShort(at:needed:)`` with an offset into the NDEF file when it ends too soon.
  public func contents(chip: Chip = .unknownType4, uid: [UInt8] = []) throws(LayoutError) -> CardContents {
    var contents = CardContents(uid: uid, type: .type4, chip: chip)
    contents.image = .type4(self)
    // A file that was made and never written.
    if container.count >= 15, container.allSatisfy({ $0 == 0 }) { return contents }
    let parsed: Type4Container
    do {
      parsed = try Type4Container(container, isPartial: isContainerPartial)
    } catch {
      contents.message = .damaged(error)
      return contents
    }
    try contents.fill { (contents) throws(LayoutError) in
      contents.capacity = parsed.file.capacity
      contents.barriers = WriteBarrier.ofContainer(parsed.file.writeAccess, never: 0xFF)
      contents.locks = locks(of: parsed.file)
      if contents.locks?.locked.isEmpty == false { contents.barriers.append(.locked) }
      contents.mirror = mirror
      guard parsed.file.readAccess == 0 else {
        contents.message = .hidden
        return
      }
      guard let file = files[parsed.file.identifier] else { throw .missingFile(parsed.file.identifier) }
      let message = try Self.message(in: file, parsed.file)
      contents.message = message.isEmpty ? .empty : .octets(message)
    }
    return contents
  }

  private var mirror: MirrorSettings? {
    guard let overlay = settings[Type4FileSettings.messageNumber]?.overlay else { return nil }
    let places = [overlay.uid, overlay.counter].compactMap { $0 }
    guard let first = places.min() else { return nil }
    return MirrorSettings(
      uid: overlay.uid != nil, counter: overlay.counter != nil, address: first, counterRuns: overlay.counter != nil)
  }

  /// What the settings close for good; `nil` if the card did not tell them.
  private func locks(of file: Type4Container.MessageFile) -> LockState? {
    guard let settings = settings[Type4FileSettings.messageNumber], settings.size == file.size else { return nil }
    return LockState(
      locked: settings.isWritable ? [] : [0..<file.size], isFrozen: settings.change == Type4FileSettings.nobody)
  }

  /// The message in a file: its length, then its octets.
  private static func message(
    in file: [UInt8], _ place: Type4Container.MessageFile
  ) throws(LayoutError) -> [UInt8] {
    let start = place.lengthOctets
    guard file.count >= start else { throw .cutShort(at: file.count, needed: start) }
    let length = file[..<start].reduce(0) { $0 << 8 | Int($1) }
    guard length <= place.capacity else {
      throw .messageBeyondRoom(length: length, room: place.capacity, at: 0)
    }
    guard file.count >= start + length else { throw .cutShort(at: file.count, needed: start + length) }
    return Array(file[start..<start + length])
  }
}
