import Glibc

/// Programs as they were last found, so that only those that changed are examined in full.
struct KnownPrograms {
  /// What one call tells of the file at a path; differs for another file or another version.
  private struct Look: Equatable {
    private let file: FileIdentity
    private let mode: UInt32
    private let written: Time
    private let changed: Time

    private struct Time: Equatable {
      let seconds: Int
      let nanoseconds: Int

      init(_ time: timespec) {
        seconds = time.tv_sec
        nanoseconds = time.tv_nsec
      }
    }

    init?(at path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      file = FileIdentity(status)
      mode = status.st_mode
      written = Time(status.st_mtim)
      changed = Time(status.st_ctim)
    }
  }

  private var known: [String: (look: Look?, file: ProgramFile?)] = [:]

  /// Whether one of them has changed; costs two microseconds for each.
  var hasChanged: Bool { known.contains { Look(at: $0.key) != $0.value.look } }

  mutating func file(at path: String) -> ProgramFile? {
    // Before the file is opened: what changes in between is seen at the next look.
    let look = Look(at: path)
    if let known = known[path], known.look == look { return known.file }
    let file = look == nil ? nil : ProgramFile(path)
    known[path] = (look, file)
    return file
  }

  mutating func keep(_ paths: Set<String>) {
    known = known.filter { paths.contains($0.key) }
  }
}
