package import Learning
package import LinuxRuntime

/// Why a file is not a deck that can be taken in, or why the decks that are kept cannot be used. Nothing is changed
/// then.
package enum DeckFileError: Error, Sendable {
  /// A text with a fault at a place.
  case text(DeckError)
  /// The zip file, or what was packed in it, is damaged.
  case damagedPackage(String)
  /// A zip file without a collection of Anki.
  case notAPackage
  /// A format that was made after this program.
  case newerPackage(version: Int)
  /// Unpacked it would be larger than that many bytes.
  case tooLarge(limit: Int)
  /// It unpacks to more than that many times its size.
  case packedTooTightly(ratio: Int)
  /// More notes or cards than the limit.
  case tooMany(String, limit: Int)
  /// The database in the package is damaged or holds something else.
  case damagedCollection(String)
  /// libarchive is not installed.
  case noLibrary
  /// The file, or the copy that is unpacked, cannot be read or written.
  case system(SystemError)
  /// The file of all decks is damaged, or is not ours.
  case shelfDamaged(path: String, detail: String)
  /// The file of all decks cannot be read or written.
  case shelfFailed(path: String, detail: String)

  /// What is wrong, in one sentence without a full stop.
  package var message: String {
    switch self {
    case .text(let fault): fault.message
    case .damagedPackage(let detail): "the package is damaged (\(detail))"
    case .notAPackage: "this zip file is not a package of Anki"
    case .newerPackage(let version): "the package has the newer format \(version)"
    case .tooLarge(let limit): "unpacked it is larger than \(limit >> 20) MiB"
    case .packedTooTightly(let ratio): "it unpacks to more than \(ratio) times its size"
    case .tooMany(let what, let limit): "there are more than \(limit) \(what)"
    case .damagedCollection(let detail): "the collection in the package is damaged (\(detail))"
    case .noLibrary: "packages of Anki need libarchive"
    case .system(let fault): fault.reason
    case .shelfDamaged(_, let detail): "the decks cannot be read (\(detail))"
    case .shelfFailed: "the decks cannot be used"
    }
  }
}
