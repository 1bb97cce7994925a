import LinuxRuntime

/// What was told on other threads.
final class Told<Word: Sendable>: Sendable {
  private let words = Locked<[Word]>([])

  var all: [Word] { words.withLock { $0 } }

  func add(_ word: Word) { words.withLock { $0.append(word) } }
}
