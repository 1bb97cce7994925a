package import Learning
package import LinuxRuntime

/// Why a file cannot be imported, or the kept decks cannot be used; nothing is changed then.
package enum DeckFileError: Error, Sendable {
  case text(DeckError)
  case damagedPackage(String)
  /// A zip file without a collection of Anki.
  case notAPackage
  case newerPackage(version: Int)
  /// Unpacked it would be larger than `limit` bytes.
  case tooLarge(limit: Int)
  /// It unpacks to more than `ratio` times its size.
  case packedTooTightly(ratio: Int)
  case tooMany(String, limit: Int)
  case damagedCollection(String)
  /// libarchive is not installed.
  case noLibrary
  case system(SystemError)
  /// The file of all decks is damaged, or belongs to another program.
  case shelfDamaged(path: String, detail: String)
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
