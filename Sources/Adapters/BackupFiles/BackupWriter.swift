internal import CArchive
import Glibc
internal import JSONText
internal import LinuxRuntime

/// Writes files into one gzipped tar archive, which other programs can open too.
package struct BackupWriter {
  private let digest: ([UInt8]) -> String

  /// `digest` returns the SHA-256 of octets, in hex.
  package init(digest: @escaping ([UInt8]) -> String) { self.digest = digest }

  /// Writes a backup atomically: until it is complete, the file that was there before stays.
  package func write(
    _ path: String, _ files: [(name: String, path: String)], made: String
  ) throws(BackupError) -> BackupList {
    // A device or a pipe of that name is somebody's, and stays what it is; so does a folder.
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw .notAFile(path) }
    let draft = path + ".part-\(getpid())"
    do throws(BackupError) {
      let file: Descriptor
      do throws(SystemError) {
        file = try Descriptor.open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
      } catch {
        // Nobody asked for a draft: what cannot be made is the backup.
        throw .system(SystemError(error.call, error.code, on: path))
      }
      let list = try write(to: file.number, files, made: made)
      guard fsync(file.number) == 0 else { throw .system(.last("fsync", on: path)) }
      guard unsafe rename(draft, path) == 0 else { throw .system(.last("rename", on: path)) }
      do throws(SystemError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try Files.syncFolder(folder.isEmpty ? "/" : folder)
      } catch {
        throw .system(error)
      }
      return list
    } catch {
      unsafe unlink(draft)
      throw error
    }
  }

  /// Writes a backup to a descriptor, such as standard output.
  package func write(
    to descriptor: Int32, _ files: [(name: String, path: String)], made: String
  ) throws(BackupError) -> BackupList {
    var entries: [BackupList.Entry] = []
    var contents: [[UInt8]?] = []
    var kept = 0
    for file in files {
      // Read once: what is listed is what is written, whatever becomes of the file meanwhile. What is large (copies of
      // databases, pictures) is read again, and has to be what it was.
      let octets = try content(of: file.path)
      entries.append(BackupList.Entry(name: file.name, size: octets.count, digest: digest(octets)))
      let isKept = octets.count <= Self.mostKept / 4 && kept + octets.count <= Self.mostKept
      kept += isKept ? octets.count : 0
      contents.append(isKept ? octets : nil)
    }
    let list = BackupList(made: made, entries: entries)
    var archive = try ArchiveWriter(descriptor)
    try archive.add(BackupList.name, list.json.octets)
    for (place, file) in files.enumerated() {
      if let octets = contents[place] {
        try archive.add(file.name, octets)
        contents[place] = nil
        continue
      }
      let octets = try content(of: file.path)
      guard digest(octets) == entries[place].digest else { throw .notWritten("\(file.path) changed meanwhile") }
      try archive.add(file.name, octets)
    }
    try archive.close()
    return list
  }

  /// The most octets that are kept in memory until they are written.
  private static let mostKept = 64 << 20

  private func content(of path: String) throws(BackupError) -> [UInt8] {
    return try renaming(BackupError.system, Files.read(path, limit: BackupReader.mostOctets))
  }
}

@safe private struct ArchiveWriter: ~Copyable {
  /// AE_IFREG, a macro with a cast that Swift does not import.
  private static let ordinaryFile: UInt32 = 0o100000

  private let handle: OpaquePointer

  init(_ descriptor: Int32) throws(BackupError) {
    guard let handle = unsafe archive_write_new() else { throw .noLibrary }
    let isOpen =
      unsafe archive_write_set_format_pax_restricted(handle) == ARCHIVE_OK
      && archive_write_add_filter_gzip(handle) == ARCHIVE_OK && archive_write_open_fd(handle, descriptor) == ARCHIVE_OK
    guard isOpen else {
      unsafe archive_write_free(handle)
      throw .notWritten("it cannot be opened")
    }
    unsafe self.handle = handle
  }

  mutating func add(_ name: String, _ octets: [UInt8]) throws(BackupError) {
    guard let entry = unsafe archive_entry_new() else { throw .noLibrary }
    defer { unsafe archive_entry_free(entry) }
    unsafe archive_entry_set_pathname(entry, name)
    unsafe archive_entry_set_size(entry, Int64(octets.count))
    unsafe archive_entry_set_filetype(entry, Self.ordinaryFile)
    unsafe archive_entry_set_perm(entry, 0o600)
    try check(unsafe archive_write_header(handle, entry))
    guard !octets.isEmpty else { return }
    let written = unsafe archive_write_data(handle, octets, octets.count)
    guard written == octets.count else { throw .notWritten(message) }
  }

  func close() throws(BackupError) { try check(unsafe archive_write_close(handle)) }

  private func check(_ result: Int32) throws(BackupError) {
    guard result == ARCHIVE_OK || result == ARCHIVE_WARN else { throw .notWritten(message) }
  }

  private var message: String {
    unsafe archive_error_string(handle).map { unsafe String(cString: $0) } ?? "nothing more can be written"
  }

  deinit { unsafe archive_write_free(handle) }
}
