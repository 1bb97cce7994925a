package import BackupFiles
import Glibc
internal import Octets
internal import ProofOfTap
internal import SQLiteFiles
package import ServiceContract

package struct Backup: Sendable {
  let home: Home
  let contents: BackupContents
  private let withMedia: Bool

  /// `withMedia`: with what cards show and play; a backup beside the home needs no second copy.
  package init(_ home: Home, withMedia: Bool = true) {
    self.home = home
    self.withMedia = withMedia
    contents = BackupContents(home, ownTasks: home.ownTasks { Environment[$0] })
  }

  @Sendable static func digest(_ octets: [UInt8]) -> String { HexText.text(of: SHA256.digest(of: octets)) }

  // MARK: Backing up

  /// Writes everything into one archive, also while a service runs; returns the number of files.
  package func write(_ path: String, made: String) throws(BackupError) -> Int {
    try write(made: made) { writer, files throws(BackupError) in try writer.write(path, files, made: made) }
  }

  /// Writes to a descriptor, such as standard output; returns the number of files.
  package func write(to descriptor: Int32, made: String) throws(BackupError) -> Int {
    try write(made: made) { writer, files throws(BackupError) in
      try writer.write(to: descriptor, files, made: made)
    }
  }

  private func write(
    made: String,
    _ body: (BackupWriter, [(name: String, path: String)]) throws(BackupError) -> BackupList
  ) throws(BackupError) -> Int {
    var files: [(name: String, path: String)] = []
    var copies: [String] = []
    defer { for copy in copies { unsafe unlink(copy) } }
    for part in contents.parts where Files.exists(part.path) {
      switch part.kind {
      case .database:
        let copy = "\(part.path).backup-\(getpid())"
        copies.append(copy)
        unsafe unlink(copy)
        do throws(SQLiteError) {
          try Connection(path: part.path, makes: false).copy(to: copy)
        } catch {
          throw .database(path: part.path, reason: error.message)
        }
        files.append((part.name, copy))
      case .file: files.append((part.name, part.path))
      case .folder(let endings, let depth): files += listed(part, endings, depth: depth)
      case .store(let endings): if withMedia { files += listed(part, endings, depth: 1) }
      }
    }
    return try body(BackupWriter(digest: Self.digest), files).entries.count
  }

  /// The bytes of what cards show and play, which an archive cannot compress.
  var mediaSize: Int {
    contents.parts.reduce(0) { sum, part in
      guard case .store(let endings) = part.kind else { return sum }
      return listed(part, endings, depth: 1).reduce(sum) { sum, file in
        var status = stat()
        return unsafe lstat(file.path, &status) == 0 ? sum + Int(status.st_size) : sum
      }
    }
  }

  private func listed(
    _ part: BackupContents.Part, _ endings: [String], depth: Int
  ) -> [(name: String, path: String)] {
    endings.flatMap { ending in
      // What is being written is somebody else's draft.
      Folder.files(below: part.path, ending: ending, depth: depth).filter {
        contents.draft(of: "\(part.name)/\($0)") != nil
      }.map { (name: "\(part.name)/\($0)", path: "\(part.path)/\($0)") }
    }
  }
}
