internal import CArchive
import Glibc
internal import LinuxRuntime

/// Takes files out of a backup. Everything is checked against its list; nothing is written under a name that the
/// archive gives, only under those that the caller names for it.
package struct BackupReader {
  /// The most octets that all files of a backup have.
  package static let mostOctets = 2 << 30

  private let digest: ([UInt8]) -> String

  /// `digest` returns the SHA-256 of octets, in hex.
  package init(digest: @escaping ([UInt8]) -> String) { self.digest = digest }

  /// Reads a whole backup; `take` gets each file once it is checked, and throws for unknown names.
  package func read(
    _ path: String, _ take: (_ name: String, _ octets: [UInt8]) throws(BackupError) -> Void
  ) throws(BackupError) -> BackupList {
    let file = try renaming(BackupError.system, Descriptor.open(path, O_RDONLY))
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .system(SystemError("open", EISDIR, on: path))
    }
    var archive = try ArchiveReader(file.number)
    guard try archive.next() == BackupList.name else { throw .foreign }
    let list = try BackupList(try archive.content(limit: BackupList.limit))
    var left = list.entries[...]
    while let name = try archive.next() {
      guard let entry = left.popFirst(), entry.name == name else { throw .unexpected(name) }
      let octets = try archive.content(limit: entry.size)
      guard octets.count == entry.size, digest(octets) == entry.digest else { throw .wrongContent(name) }
      try take(name, octets)
    }
    if let entry = left.first { throw .missing(entry.name) }
    return list
  }
}

@safe private struct ArchiveReader: ~Copyable {
  private let handle: OpaquePointer
  private var unpacked = 0

  init(_ descriptor: Int32) throws(BackupError) {
    guard let handle = unsafe archive_read_new() else { throw .noLibrary }
    unsafe archive_read_support_format_tar(handle)
    unsafe archive_read_support_filter_gzip(handle)
    guard unsafe archive_read_open_fd(handle, descriptor, 64 << 10) == ARCHIVE_OK else {
      let fault = unsafe Self.fault(of: handle)
      unsafe archive_read_free(handle)
      throw fault
    }
    unsafe self.handle = handle
  }

  /// The name of the next file; `nil` after the last one.
  func next() throws(BackupError) -> String? {
    var entry: OpaquePointer?
    switch unsafe archive_read_next_header(handle, &entry) {
    case ARCHIVE_OK: break
    case ARCHIVE_EOF: return nil
    default: throw fault()
    }
    guard let name = unsafe archive_entry_pathname(entry).map({ unsafe String(cString: $0) }) else {
      throw .damaged("a name in it is not text")
    }
    guard unsafe archive_entry_filetype(entry) == S_IFREG else { throw .unexpected(name) }
    return name
  }

  /// The file's content; throws if it is longer than `limit`.
  mutating func content(limit: Int) throws(BackupError) -> [UInt8] {
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let size = unsafe archive_read_data(handle, &chunk, chunk.count)
      guard size != 0 else { return content }
      guard size > 0 else { throw fault() }
      unpacked += size
      guard unpacked <= BackupReader.mostOctets else { throw .tooLarge(limit: BackupReader.mostOctets) }
      guard content.count + size <= limit else { throw .damaged("a file in it is longer than its list says") }
      content += chunk[..<size]
    }
  }

  private func fault() -> BackupError { unsafe Self.fault(of: handle) }

  private static func fault(of handle: OpaquePointer) -> BackupError {
    .damaged(unsafe archive_error_string(handle).map { unsafe String(cString: $0) } ?? "it ends too early")
  }

  deinit { unsafe archive_read_free(handle) }
}
