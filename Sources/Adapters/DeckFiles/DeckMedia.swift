internal import Digests
import Glibc
internal import Learning
internal import LinuxRuntime
internal import Octets

/// The pictures and sounds of decks: a folder for each deck, in which a file is called by its content.
package struct DeckMedia: Sendable {
  private let root: String

  /// The most bytes of a picture or a sound.
  package static let mostOctets = 32 << 20

  /// The folders in a folder.
  package init(root: String) { self.root = root }

  /// The folder beside a shelf.
  init(besideShelf path: String) {
    root = (path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".") + "/media"
  }

  /// What the folder of a deck is called: a deck's name may hold anything.
  package static func folder(of deck: String) -> String {
    HexText.text(of: BLAKE2b.digest(of: Array(deck.utf8), count: 16))
  }

  /// What a file with this content is called; `nil` for what no card shows or plays.
  static func name(of octets: [UInt8]) -> String? {
    guard octets.count <= mostOctets, let form = MediaForm(octets) else { return nil }
    return "\(HexText.text(of: BLAKE2b.digest(of: octets, count: 16))).\(form.rawValue)"
  }

  private func folder(_ deck: String) -> String { "\(root)/\(Self.folder(of: deck))" }

  /// The content of a file of a deck's folder, with what it is; `nil` where there is none, or something else by now.
  package func content(folder: String, file: String) -> (type: String, octets: [UInt8])? {
    guard folder.utf8.count == 32, CardMedia.isHex(folder.utf8), let form = CardMedia.form(of: file),
      let octets = try? Files.read("\(root)/\(folder)/\(file)", limit: Self.mostOctets), MediaForm(octets) == form
    else { return nil }
    return (form.type, octets)
  }

  /// Whether a deck has a folder.
  func has(_ deck: String) -> Bool { Files.exists(folder(deck)) }

  /// Does something while no other process takes or removes files here.
  func alone<Value>(_ body: () throws(SystemError) -> Value) throws(SystemError) -> Value {
    try Files.makeFolder(root)
    let lock = try Descriptor.open(root, O_RDONLY | O_DIRECTORY)
    while flock(lock.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .last("flock", on: root) }
    }
    defer { _ = flock(lock.number, LOCK_UN) }
    return try body()
  }

  /// Takes what came with a package and is wanted into a deck's folder.
  ///
  /// - Returns: how many files were not there before.
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

  /// Removes what no card of a deck shows any more, and the folder with the last file. What cannot be removed takes
  /// room, and nothing else.
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

  /// A folder for what comes with a package, until it is known which deck it is for.
  static func stage(in folder: String) throws(SystemError) -> StagedMedia {
    sweepAbandoned(in: folder)
    var template = Array("\(folder)/\(incoming)\(getpid())-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw .last("mkdtemp", on: folder) }
    template.removeLast()
    return StagedMedia(String(decoding: template.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}

/// The pictures and sounds of a package, unpacked; they go with this value unless a shelf takes them.
package final class StagedMedia {
  let folder: String
  /// The file of each name.
  private(set) var names = MediaNames()

  init(_ folder: String) { self.folder = folder }

  /// Takes the content that a package has under a name; what no card shows or plays is left out.
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
