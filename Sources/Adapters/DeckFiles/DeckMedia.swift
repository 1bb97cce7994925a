internal import Digests
import Glibc
internal import Learning
internal import LinuxRuntime
internal import Octets

/// The pictures and sounds of decks: a folder for each deck, with files named by their content.
package struct DeckMedia: Sendable {
  private let root: String

  /// The most bytes of a picture or a sound.
  package static let mostOctets = 32 << 20

  package init(root: String) { self.root = root }

  /// The folder `media` beside the shelf at this path.
  init(besideShelf path: String) {
    root = (path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".") + "/media"
  }

  /// The name of a deck's folder: a digest, because a deck's name may contain anything.
  package static func folder(of deck: String) -> String {
    HexText.text(of: BLAKE2b.digest(of: Array(deck.utf8), count: 16))
  }

  /// The file name for this content; `nil` if no card can show or play it.
  static func name(of octets: [UInt8]) -> String? {
    guard octets.count <= mostOctets, let form = MediaForm(octets) else { return nil }
    return "\(HexText.text(of: BLAKE2b.digest(of: octets, count: 16))).\(form.rawValue)"
  }

  private func folder(_ deck: String) -> String { "\(root)/\(Self.folder(of: deck))" }

  /// A file's content and type; `nil` where it is missing or is not of that type any more.
  package func content(folder: String, file: String) -> (type: String, octets: [UInt8])? {
    guard folder.utf8.count == 32, CardMedia.isHex(folder.utf8), let form = CardMedia.form(of: file),
      let octets = try? Files.read("\(root)/\(folder)/\(file)", limit: Self.mostOctets), MediaForm(octets) == form
    else { return nil }
    return (form.type, octets)
  }

  func has(_ deck: String) -> Bool { Files.exists(folder(deck)) }

  /// Runs `body` while no other process adds or removes files here.
  func alone<Value>(_ body: () throws(SystemError) -> Value) throws(SystemError) -> Value {
    try Files.makeFolder(root)
    let lock = try Descriptor.open(root, O_RDONLY | O_DIRECTORY)
    while flock(lock.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .last("flock", on: root) }
    }
    defer { _ = flock(lock.number, LOCK_UN) }
    return try body()
  }

  /// Moves the wanted files of a package into a deck's folder; returns how many were new.
  func take(_ media: StagedMedia, _ wanted: Set<String>, for deck: String) throws(SystemError) -> Int {
    guard !wanted.isEmpty else { return 0 }
    let folder = folder(deck)
    var added = 0
    // A deck without a folder takes all of them at once.
    if unsafe rename(media.folder, folder) == 0 {
      for file in Folder.names(in: folder) {
        if wanted.contains(file) { added += 1 } else { unsafe unlink("\(folder)/\(file)") }
      }
      try Files.syncFileSystem(of: folder)
      return added
    }
    for file in wanted {
      let (staged, place) = ("\(media.folder)/\(file)", "\(folder)/\(file)")
      var (new, old) = (stat(), stat())
      guard unsafe stat(staged, &new) == 0 else { continue }
      // A file of another length was broken off when the power was.
      if unsafe stat(place, &old) == 0, old.st_size == new.st_size { continue }
      guard unsafe rename(staged, place) == 0 else { throw .last("rename", on: place) }
      added += 1
    }
    if added > 0 { try Files.syncFileSystem(of: folder) }
    return added
  }

  /// Removes files that no card shows any more, and then an empty folder; ignores failures.
  func sweep(_ deck: String, keeping wanted: Set<String>) {
    let folder = folder(deck)
    for file in Folder.names(in: folder) where !wanted.contains(file) { unsafe unlink("\(folder)/\(file)") }
    unsafe rmdir(folder)
  }

  private static let incoming = "incoming-"

  /// Removes what imports of processes that have ended left behind.
  private static func sweepAbandoned(in folder: String) {
    for name in Folder.names(in: folder) where name.hasPrefix(incoming) {
      guard let process = Int32(name.dropFirst(incoming.count).prefix { $0.isNumber }), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      for file in Folder.names(in: "\(folder)/\(name)") { unsafe unlink("\(folder)/\(name)/\(file)") }
      unsafe rmdir("\(folder)/\(name)")
    }
  }

  /// Makes a folder for a package's files until it is known which deck they belong to.
  static func stage(in folder: String) throws(SystemError) -> StagedMedia {
    sweepAbandoned(in: folder)
    var template = Array("\(folder)/\(incoming)\(getpid())-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw .last("mkdtemp", on: folder) }
    template.removeLast()
    return StagedMedia(String(decoding: template.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}

/// A package's unpacked media; it is deleted with this value unless a shelf moves it.
package final class StagedMedia {
  let folder: String
  private(set) var names = MediaNames()

  init(_ folder: String) { self.folder = folder }

  /// Adds the content that a package has under a name, unless no card could show or play it.
  func add(_ octets: [UInt8], named name: String) throws(SystemError) {
    guard let file = DeckMedia.name(of: octets) else { return }
    names.note(file, for: name)
    let path = "\(folder)/\(file)"
    guard !Files.exists(path) else { return }
    let place = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    try Files.write(octets, to: place.number)
  }

  deinit {
    for name in Folder.names(in: folder) { unsafe unlink("\(folder)/\(name)") }
    unsafe rmdir(folder)
  }
}
