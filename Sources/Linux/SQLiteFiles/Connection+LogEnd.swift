internal import CSQLite

/// How the owner of a write-ahead log left it: how it begins, with the salts that its frames have to have, how its last
/// frame begins, and how long it is at least (sqlite.org/fileformat.html).
///
/// To ask when a file was written would make its next sync take longer; its content and its end can be looked at for
/// nothing.
package struct LogEnd: Equatable, Sendable {
  /// 32 octets: what the file is, then its salts.
  fileprivate var head = SIMD4<UInt64>.zero
  /// 24 octets: the page, then the salts, then the sums of all before it.
  fileprivate var frame = SIMD4<UInt64>.zero
  fileprivate var length: Int64

  /// Whether the head is a write-ahead log's and the frame belongs to it, not to somebody else.
  package var isSound: Bool { UInt32(truncatingIfNeeded: head[0].bigEndian >> 33) == 0x377F_0682 >> 1 && has(frame) }

  fileprivate func has(_ frame: SIMD4<UInt64>) -> Bool { frame[1] == head[2] }

  fileprivate static let gone = LogEnd(length: -1)
}

extension Connection {
  /// How the log is now; `nil` while it holds nothing of this connection's. Where it ends too early that is not sound.
  ///
  /// - Parameters:
  ///   - reserved: the pages that it has room for.
  ///   - looksAtAll: whether each of its frames is looked at. While the file is made longer, somebody can put a hole in
  ///     it.
  package func logEnd(_ reserved: Int32, looksAtAll: Bool = false) -> LogEnd? {
    let count = unsafe frames.pointee
    guard count > 0 else { return nil }
    var end = LogEnd(length: lengthOfLog(max(count, reserved)))
    guard read(&end.head, 32, at: 0), reaches(end.length) else { return .gone }
    for page in looksAtAll ? 0..<count : count - 1..<count {
      guard read(&end.frame, 24, at: lengthOfLog(page)), end.has(end.frame) else { return .gone }
    }
    return end
  }

  package func ends(as end: LogEnd) -> Bool {
    var frame = SIMD4<UInt64>.zero
    return unsafe read(&frame, 24, at: lengthOfLog(frames.pointee - 1)) && frame == end.frame && reaches(end.length)
  }

  /// Regards the log as empty of this connection's pages: somebody else moved it into the file.
  package func forgetLogEnd() { unsafe frames.pointee = 0 }

  /// Ends the log before what a transaction wrote that failed: SQLite would find it whole at the next start, though
  /// nobody was told that it was done.
  ///
  /// - Parameter end: how the log was left before.
  /// - Throws: where it is not on the disk; `isCut` says whether it is so at least for who looks now.
  package func cutLog(after end: LogEnd?, _ isCut: inout Bool) throws(SQLiteError) {
    var head = SIMD4<UInt64>.zero
    // Where all of the log was in the file, the transaction began it again.
    if let end, !read(&head, 32, at: 0) || head != end.head { unsafe frames.pointee = 0 }
    var done: Int32 = 0
    let code = unsafe focuskey_sqlite_cut_log(handle, lengthOfLog(frames.pointee), &done)
    isCut = done != 0
    guard code == SQLITE_OK else { throw fault(code, "end the log") }
  }

  /// The length of a log with that many pages, in octets.
  func lengthOfLog(_ pages: Int32) -> Int64 { 32 + Int64(pages) * Self.frame }

  private func read(_ octets: inout SIMD4<UInt64>, _ count: Int32, at place: Int64) -> Bool {
    unsafe withUnsafeMutableBytes(of: &octets) { octets in
      unsafe focuskey_sqlite_read_log(handle, octets.baseAddress, count, place) == SQLITE_OK
    }
  }

  private func reaches(_ length: Int64) -> Bool {
    var last: UInt8 = 0
    return unsafe focuskey_sqlite_read_log(handle, &last, 1, length - 1) == SQLITE_OK
  }
}
