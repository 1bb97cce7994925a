import Glibc
internal import Learning
internal import LinuxRuntime

/// A package of Anki (`.apkg`, `.colpkg`), old or new.
struct AnkiPackage {
  private enum Layout: String {
    case first = "collection.anki2"
    case second = "collection.anki21"
    case third = "collection.anki21b"

    /// The layout that `meta` announces: a protobuf message whose first field is the version.
    init(meta: [UInt8]) throws(DeckFileError) {
      var message = ProtobufFields(meta)
      while let field = message.next() {
        guard case .number(1, let version) = field else { continue }
        switch version {
        case 0, 1: self = .first
        case 2: self = .second
        case 3: self = .third
        default: throw .newerPackage(version: Int(clamping: version))
        }
        return
      }
      self = .first
    }
  }

  /// Reads a deck; unpacks into `folder` meanwhile. `shown` replaces media that is left out.
  static func read(
    _ source: DeckSource, name: String, folder: String, shown: MediaNames, limits: UnpackingLimits = UnpackingLimits()
  ) throws(DeckFileError) -> DeckFile.Content {
    let copy = try TemporaryCopy(in: folder)
    let staged = try renaming(DeckFileError.system, DeckMedia.stage(in: folder))
    try unpack(source, into: copy, staged, folder, limits)
    var names = staged.names
    names.complete(with: shown)
    let (deck, past) = try AnkiCollection.read(copy.path, name: name, media: names)
    return DeckFile.Content(deck: deck, past: past, media: staged.names.isEmpty ? nil : staged)
  }

  /// Unpacks the collection and the media that its list names.
  private static func unpack(
    _ source: DeckSource, into copy: borrowing TemporaryCopy, _ staged: StagedMedia, _ folder: String,
    _ limits: UnpackingLimits
  ) throws(DeckFileError) {
    let (layout, media) = try contents(of: source, limits)
    var all = limits
    all.most += media.names.isEmpty ? 0 : PackageMedia.mostOctets
    var hasCollection = false
    try source.withReader(.zip, all) { reader throws(DeckFileError) in
      while let name = try reader.next() {
        if name == layout.rawValue, !hasCollection {
          hasCollection = true
          try unpackCollection(from: &reader, layout, into: copy, folder, limits)
        } else if let known = media.names[name] {
          guard let octets = try content(from: &reader, layout, limits) else { continue }
          try renaming(DeckFileError.system, staged.add(octets, named: known))
        }
      }
    }
    guard hasCollection else { throw .notAPackage }
  }

  private static func unpackCollection(
    from reader: inout PackageReader, _ layout: Layout, into copy: borrowing TemporaryCopy, _ folder: String,
    _ limits: UnpackingLimits
  ) throws(DeckFileError) {
    var size = 0
    guard layout == .third else {
      return try reader.unpack { piece throws(DeckFileError) in
        size += piece.count
        guard size <= limits.most else { throw .tooLarge(limit: limits.most) }
        try copy.write(piece)
      }
    }
    let packed = try TemporaryCopy(in: folder)
    try reader.unpack { piece throws(DeckFileError) in try packed.write(piece) }
    try DeckSource.file(packed.path).withReader(.zstd, limits) { inner throws(DeckFileError) in
      guard try inner.next() != nil else { throw .damagedPackage("the collection is empty") }
      try inner.unpack { piece throws(DeckFileError) in try copy.write(piece) }
    }
  }

  /// The content of an entry that a card may show or play; `nil` where it is too large.
  private static func content(
    from reader: inout PackageReader, _ layout: Layout, _ limits: UnpackingLimits
  ) throws(DeckFileError) -> [UInt8]? {
    do throws(DeckFileError) {
      let octets = try reader.content(limit: DeckMedia.mostOctets)
      return layout == .third ? try unpacked(octets, limit: DeckMedia.mostOctets, limits) : octets
    } catch {
      if case .tooLarge(DeckMedia.mostOctets) = error { return nil }
      throw error
    }
  }

  /// Unpacks what zstd compressed.
  private static func unpacked(
    _ octets: [UInt8], limit: Int, _ limits: UnpackingLimits
  ) throws(DeckFileError) -> [UInt8] {
    // zstd says nothing with a few octets.
    guard !octets.isEmpty else { return [] }
    var content: [UInt8] = []
    try DeckSource.octets(octets).withReader(.zstd, limits) { inner throws(DeckFileError) in
      if try inner.next() != nil { content = try inner.content(limit: limit) }
    }
    return content
  }

  /// Finds the newest collection (an old one only says to update Anki) and the media list.
  private static func contents(
    of source: DeckSource, _ limits: UnpackingLimits
  ) throws(DeckFileError) -> (Layout, PackageMedia) {
    var layout: Layout?
    var names: Set<String> = []
    var list: [UInt8]?
    try source.withReader(.zip, limits) { reader throws(DeckFileError) in
      // More entries than any package has media would only cost time.
      let mostEntries = 1_000_000
      var entries = 0
      while entries < mostEntries, let name = try reader.next() {
        entries += 1
        if name == "meta", layout == nil { layout = try Layout(meta: try reader.content(limit: 1024)) }
        if name == "media", list == nil { list = try reader.content(limit: PackageMedia.mostList) }
        if name.hasPrefix("collection.") { names.insert(name) }
      }
    }
    let found = layout ?? (names.contains(Layout.second.rawValue) ? .second : .first)
    guard let list else { return (found, PackageMedia()) }
    if found == .third {
      return (found, try PackageMedia(message: unpacked(list, limit: PackageMedia.mostList, limits)))
    }
    return (found, try PackageMedia(json: list))
  }
}

/// Where a package's content is; a large one is read from its file, piece by piece.
package enum DeckSource: Sendable {
  case octets([UInt8])
  case file(String)

  func withReader(
    _ form: PackageReader.Form, _ limits: UnpackingLimits,
    _ body: (inout PackageReader) throws(DeckFileError) -> Void
  ) throws(DeckFileError) {
    switch self {
    case .octets(let octets):
      try unsafe octets.withUnsafeBufferPointer { (bytes) throws(DeckFileError) in
        var reader = unsafe try PackageReader(bytes, form, limits: limits)
        try body(&reader)
      }
    case .file(let path):
      let file = try renaming(DeckFileError.system, Descriptor.open(path, O_RDONLY))
      var reader = try PackageReader(file, form, limits: limits)
      try body(&reader)
    }
  }
}

/// A temporary file for unpacked content; it is removed with this value.
struct TemporaryCopy: ~Copyable {
  let path: String
  private let descriptor: Int32

  init(in folder: String) throws(DeckFileError) {
    var template = Array("\(folder)/unpacked-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw .system(.last("mkstemp", on: folder)) }
    template.removeLast()
    path = String(decoding: template.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func write(_ octets: ArraySlice<UInt8>) throws(DeckFileError) {
    try renaming(DeckFileError.system, Files.write(octets, to: descriptor))
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
  }
}
