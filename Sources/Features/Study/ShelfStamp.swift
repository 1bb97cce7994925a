internal import Glibc

/// What tells that a file of decks was written: SQLite's file and what waits beside it.
struct ShelfStamp: Equatable {
  private let numbers: [Int64]

  /// The stamp of the file of that name; `nil` where there is none.
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
