import Glibc
internal import Learning
internal import LinuxRuntime

/// A package of Anki (`.apkg`, `.colpkg`), old or new.
struct AnkiPackage {
  /// How the collection is packed, by the versions of the format.
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

  /// The deck in a package: its cards with what the collection says about them.
  ///
  /// - Parameters:
  ///   - folder: where the collection is unpacked for as long as it is read.
  ///   - name: what the deck is called.
  static func read(
    _ octets: [UInt8], name: String, folder: String, limits: UnpackingLimits = UnpackingLimits()
  ) throws(DeckFileError) -> (deck: Deck, past: AnkiPast?) {
    let copy = try TemporaryCopy(in: folder)
    try unpackCollection(of: octets, into: copy, limits)
    return try AnkiCollection.read(copy.path, name: name)
  }

  private static func unpackCollection(
    of octets: [UInt8], into copy: borrowing TemporaryCopy, _ limits: UnpackingLimits
  ) throws(DeckFileError) {
    let layout = try layout(of: octets, limits)
    try octets.withReader(.zip, limits) { reader throws(DeckFileError) in
      while let name = try reader.next() {
        guard name == layout.rawValue else { continue }
        guard layout == .third else {
          return try reader.unpack { piece throws(DeckFileError) in try copy.write(piece) }
        }
        let packed = try reader.content(limit: octets.count + (1 << 20))
        return try packed.withReader(.zstd, limits) { inner throws(DeckFileError) in
          guard try inner.next() != nil else { throw .damagedPackage("the collection is empty") }
          try inner.unpack { piece throws(DeckFileError) in try copy.write(piece) }
        }
      }
      throw .notAPackage
    }
  }

  /// Which collection counts: beside a newer one there is an old one that only says to update Anki.
  private static func layout(of octets: [UInt8], _ limits: UnpackingLimits) throws(DeckFileError) -> Layout {
    var layout: Layout?
    var names: Set<String> = []
    try octets.withReader(.zip, limits) { reader throws(DeckFileError) in
      // More entries than any package has media would only cost time.
      let mostEntries = 1_000_000
      var entries = 0
      while layout == nil, entries < mostEntries, let name = try reader.next() {
        entries += 1
        if name == "meta" { layout = try Layout(meta: try reader.content(limit: 1024)) }
        if name.hasPrefix("collection.") { names.insert(name) }
      }
    }
    if let layout { return layout }
    return names.contains(Layout.second.rawValue) ? .second : .first
  }
}

extension [UInt8] {
  /// Lets `body` read these octets as a package.
  fileprivate func withReader(
    _ form: PackageReader.Form, _ limits: UnpackingLimits,
    _ body: (inout PackageReader) throws(DeckFileError) -> Void
  ) throws(DeckFileError) {
    try unsafe withUnsafeBufferPointer { (bytes) throws(DeckFileError) in
      var reader = unsafe try PackageReader(bytes, form, limits: limits)
      try body(&reader)
    }
  }
}

/// A file of ours for what is unpacked; it goes with this value.
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
    do throws(SystemError) { try Files.write(octets, to: descriptor) } catch { throw .system(error) }
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
  }
}
