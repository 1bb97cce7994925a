internal import CArchive
import Glibc
internal import LinuxRuntime

struct UnpackingLimits: Sendable {
  /// The most bytes in all.
  var most = 1 << 30
  /// The most bytes for each byte of the file, once there are more than `smallest`.
  var ratio = 200
  /// Up to this many bytes no ratio is suspicious: a new database is mostly empty.
  var smallest = 1 << 20
}

/// Reads a zip or zstd file from memory or disk; never writes under names that it gives.
@safe struct PackageReader: ~Copyable {
  enum Form {
    case zip
    case zstd
  }

  private let handle: OpaquePointer
  private let count: Int
  private let limits: UnpackingLimits
  private var unpacked = 0
  private var chunk: [UInt8]

  /// `file` must stay open as long as the reader exists.
  init(_ file: borrowing Descriptor, _ form: Form, limits: UnpackingLimits) throws(DeckFileError) {
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0 else { throw .system(.last("fstat", on: "the package")) }
    let handle = try unsafe Self.handle(form)
    guard unsafe archive_read_open_fd(handle, file.number, 256 << 10) == ARCHIVE_OK else {
      let fault = unsafe Self.fault(of: handle)
      unsafe archive_read_free(handle)
      throw fault
    }
    unsafe self.handle = handle
    count = Int(status.st_size)
    self.limits = limits
    chunk = []
  }

  /// `octets` must stay in place as long as the reader exists.
  init(_ octets: UnsafeBufferPointer<UInt8>, _ form: Form, limits: UnpackingLimits) throws(DeckFileError) {
    let handle = try unsafe Self.handle(form)
    guard unsafe archive_read_open_memory(handle, octets.baseAddress, octets.count) == ARCHIVE_OK else {
      let fault = unsafe Self.fault(of: handle)
      unsafe archive_read_free(handle)
      throw fault
    }
    unsafe self.handle = handle
    count = octets.count
    self.limits = limits
    chunk = []
  }

  private static func handle(_ form: Form) throws(DeckFileError) -> OpaquePointer {
    guard let handle = unsafe archive_read_new() else { throw .noLibrary }
    switch form {
    case .zip: unsafe archive_read_support_format_zip_seekable(handle)
    case .zstd:
      unsafe archive_read_support_format_raw(handle)
      // What was nothing before it was packed is not raw enough for the other one.
      unsafe archive_read_support_format_empty(handle)
      unsafe archive_read_support_filter_zstd(handle)
    }
    return unsafe handle
  }

  /// The name of the next entry; `nil` after the last one.
  mutating func next() throws(DeckFileError) -> String? {
    var entry: OpaquePointer?
    switch unsafe archive_read_next_header(handle, &entry) {
    case ARCHIVE_OK: break
    case ARCHIVE_EOF: return nil
    default: throw fault()
    }
    // A name that is not text is of no interest.
    return unsafe archive_entry_pathname(entry).map { unsafe String(cString: $0) } ?? ""
  }

  mutating func unpack(_ body: (ArraySlice<UInt8>) throws(DeckFileError) -> Void) throws(DeckFileError) {
    // A package of many pictures has a small reader for each.
    if chunk.isEmpty { chunk = [UInt8](repeating: 0, count: min(max(count, 4 << 10), 256 << 10)) }
    while true {
      let size = unsafe archive_read_data(handle, &chunk, chunk.count)
      guard size != 0 else { return }
      guard size > 0 else { throw fault() }
      unpacked += size
      guard unpacked <= limits.most else { throw .tooLarge(limit: limits.most) }
      guard unpacked <= limits.smallest || unpacked / limits.ratio <= count else {
        throw .packedTooTightly(ratio: limits.ratio)
      }
      try body(chunk[..<size])
    }
  }

  /// The entry's content; throws if it is longer than `limit`.
  mutating func content(limit: Int) throws(DeckFileError) -> [UInt8] {
    var content: [UInt8] = []
    try unpack { piece throws(DeckFileError) in
      guard content.count + piece.count <= limit else { throw .tooLarge(limit: limit) }
      content += piece
    }
    return content
  }

  private func fault() -> DeckFileError { unsafe Self.fault(of: handle) }

  private static func fault(of handle: OpaquePointer) -> DeckFileError {
    guard let message = unsafe archive_error_string(handle) else { return .damagedPackage("it ends too early") }
    return .damagedPackage(unsafe String(cString: message))
  }

  deinit {
    unsafe archive_read_free(handle)
  }
}
