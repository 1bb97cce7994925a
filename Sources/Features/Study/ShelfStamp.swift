internal import Glibc

/// Tells whether a file of decks was written, by SQLite's file and the one beside it.
struct ShelfStamp: Equatable {
  private let numbers: [Int64]

  /// `nil` if there is no such file.
  init?(_ path: String) {
    var file = stat()
    guard unsafe stat(path, &file) == 0 else { return nil }
    var waiting = stat()
    let size = unsafe stat(path + "-wal", &waiting) == 0 ? Int64(waiting.st_size) : 0
    numbers = [
      Int64(file.st_ino), Int64(file.st_mtim.tv_sec), Int64(file.st_mtim.tv_nsec), Int64(file.st_size), size,
    ]
  }
}
