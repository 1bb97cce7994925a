internal import Digests
import Glibc
package import LinuxRuntime
internal import Octets

/// Where a log ended when it was last recorded to, in a small file beside it. It is written over in its place and not
/// synced, so nobody waits for it: after a power cut it may say less than the log holds, never more.
///
/// So a start knows of facts that are gone, wherever they went: with a write-ahead log that was emptied, under an older
/// copy, or with the whole log.
package struct LogAnchor: ~Copyable {
  enum Finding: Equatable {
    case nothing
    case unreadable
    /// Another log was put in the place of this one on purpose.
    case another
    case ends(LogEnds)
  }

  static let ending = "-anchor"
  private static let head = "focuskey-log"
  private static let length = 200

  private let path: String
  private var file: Descriptor?

  init(of database: String) { path = database + Self.ending }

  static func found(beside database: String) -> Finding {
    let path = database + ending
    guard Files.exists(path) else { return .nothing }
    guard let octets = try? Files.read(path, limit: 4096) else { return .unreadable }
    let lines = String(decoding: octets, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    guard lines.first?.joined(separator: " ") == head else { return .unreadable }
    if lines.count == 2, lines[1] == ["another"] { return .another }
    guard lines.count == 4, let facts = end(lines[1], "facts"), let settings = end(lines[2], "settings") else {
      return .unreadable
    }
    let ends = LogEnds(facts: facts, settings: settings)
    return octets == text(of: ends) ? .ends(ends) : .unreadable
  }

  private static func end(_ words: [Substring], _ name: String) -> ChainEnd? {
    guard words.count >= 2, words.count <= 3, words[0] == name, let number = Int64(words[1]) else { return nil }
    guard words.count == 3 else { return ChainEnd(number: number) }
    return (try? HexText.octets(of: words[2])).map { ChainEnd(number: number, digest: $0) }
  }

  private static func text(of ends: LogEnds) -> [UInt8] {
    func line(_ name: String, _ end: ChainEnd) -> String { "\(name) \(end.number) \(HexText.text(of: end.digest))\n" }
    var text = Array("\(head)\n\(line("facts", ends.facts))\(line("settings", ends.settings))".utf8)
    text += HexText.text(of: BLAKE2b.digest(of: text, count: 8)).utf8
    // Of one length, so that what is written over is gone.
    text += [UInt8](repeating: 0x20, count: max(length - 1 - text.count, 0))
    text.append(0x0A)
    return text
  }

  var isInPlace: Bool {
    switch file {
    case .some(let file): Files.isSame(file, path)
    case nil: false
    }
  }

  /// Writes where the log ends now; if that fails, the next call does it.
  mutating func write(_ ends: LogEnds) {
    let text = Self.text(of: ends)
    let number: Int32? =
      switch file {
      case .some(let file): file.number
      case nil: nil
      }
    guard let number else { return begin(with: text) }
    _ = unsafe pwrite(number, text, text.count, 0)
  }

  /// Like ``write(_:)``, for a file that somebody may have removed.
  mutating func renew(_ ends: LogEnds) {
    if !isInPlace { file = nil }
    write(ends)
  }

  /// The file itself must outlive a power cut: a log that has facts but no anchor is reported.
  private mutating func begin(with text: [UInt8]) {
    if !Files.exists(path) { try? Files.replace(path, with: text) }
    guard let file = try? Descriptor.open(path, O_WRONLY) else { return }
    _ = unsafe pwrite(file.number, text, text.count, 0)
    self.file = consume file
  }

  /// Lets a log be followed by another one, which somebody puts in its place on purpose.
  package static func letAnotherFollow(at database: String) throws(SystemError) {
    try Files.replace(database + ending, with: Array("\(head)\nanother\n".utf8))
  }
}
