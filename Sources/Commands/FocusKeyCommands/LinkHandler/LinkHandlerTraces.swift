import Glibc
internal import LinuxRuntime

/// What an installation leaves on a desktop beside the entry and the line in the list of defaults.
struct LinkHandlerTraces: Equatable {
  /// Whether the cache is ours, because the desktop had none of the person's entries.
  var hasMadeCache = false
  /// How many folders above the entry were missing.
  var entryFolders = 0
  /// How many folders above the list of defaults were missing.
  var listFolders = 0

  /// A cache without entries.
  private static let emptyCache = Array("[MIME Cache]\n".utf8)

  init() {}

  init(before folders: LinkHandlerFolders) {
    hasMadeCache = !Files.exists(folders.cache)
    entryFolders = Self.missing(above: folders.entry)
    listFolders = Self.missing(above: folders.defaults)
  }

  /// Reads the traces that an entry remembers, and leaves out what makes no sense.
  init(_ words: some StringProtocol) {
    for word in words.split(separator: " ") {
      if word == "cache" { hasMadeCache = true }
      if word.hasPrefix("entry") { entryFolders = Int(UInt8(word.dropFirst(5)) ?? 0) }
      if word.hasPrefix("list") { listFolders = Int(UInt8(word.dropFirst(4)) ?? 0) }
    }
  }

  /// The words that an entry remembers; empty if there is nothing to remember.
  var words: String {
    let parts = [
      hasMadeCache ? "cache" : nil, entryFolders > 0 ? "entry\(entryFolders)" : nil,
      listFolders > 0 ? "list\(listFolders)" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: " ")
  }

  /// Removes what was made, unless something of the person's is in it.
  func remove(from folders: LinkHandlerFolders) {
    if hasMadeCache, (try? Files.read(folders.cache, limit: 4096)) == Self.emptyCache {
      _ = unsafe unlink(folders.cache)
    }
    Self.removeFolders(above: folders.entry, atMost: entryFolders)
    Self.removeFolders(above: folders.defaults, atMost: listFolders)
  }

  private static func missing(above file: String) -> Int {
    parents(of: file).prefix { !Files.isFolder($0) }.count
  }

  /// A folder with anything in it stays.
  private static func removeFolders(above file: String, atMost count: Int) {
    for folder in parents(of: file).prefix(count) where unsafe rmdir(folder) != 0 { return }
  }

  /// The folders above a file, the nearest first.
  private static func parents(of file: String) -> [String] {
    var parents: [String] = []
    var path = file[...]
    while let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      path = path[..<slash]
      parents.append(String(path))
    }
    return parents
  }
}
