package import BackupFiles
internal import LinuxRuntime
package import Requests

extension Failure {
  /// A backup was not made, or cannot be used; nothing was changed.
  package init(_ fault: BackupError, _ path: String) {
    func bad(_ what: String, _ place: String = path) -> Failure {
      Failure(.badData, kind: "bad-backup", what: what, at: .text(place), advice: "nothing was changed")
    }
    func broken(_ what: String, _ place: String) -> Failure {
      Failure(.brokenIO, kind: "backup-failed", what: what, at: .text(place), advice: "nothing was changed")
    }
    self =
      switch fault {
      case .noLibrary:
        Failure(
          .unavailable, kind: "no-libarchive", what: "libarchive is not installed", at: .text(path),
          advice: "install it: sudo apt install libarchive13")
      case .damaged(let reason): bad("the archive is damaged: \(reason)")
      case .foreign: bad("this is not a backup of FocusKey")
      case .fromTheFuture: bad("a later version of FocusKey made this backup")
      case .wrongContent(let name): bad("a file in the archive is not as it was saved", name)
      case .unexpected(let name): bad("no backup contains such a file", name)
      case .missing(let name): bad("a file is missing in the archive", name)
      case .tooLarge(let limit): bad("the archive holds more than \(limit >> 30) GiB")
      case .notAFile(let name):
        Failure(
          .usage, kind: "not-a-file", what: "this is not a plain file", at: .text(name),
          advice: "name a file, or - for standard output")
      case .notWritten(let reason): broken("the archive cannot be written: \(reason)", path)
      case .unusable(let name, let reason): bad("a file in the archive cannot be used: \(reason)", name)
      case .database(let place, let reason): broken("the database cannot be copied: \(reason)", place)
      case .system(let error): broken(error.reason, error.subject)
      }
  }
}
