import Glibc
package import LinuxRuntime

package enum BackupError: Error, Equatable, Sendable {
  /// libarchive is not installed.
  case noLibrary
  case system(SystemError)
  /// The path names a device, a pipe or a folder.
  case notAFile(String)
  case notWritten(String)
  /// The file is not an archive, or it ends early.
  case damaged(String)
  /// The archive is not a FocusKey backup.
  case foreign
  case fromTheFuture(version: Int64)
  /// A file's size or digest differs from the list.
  case wrongContent(String)
  /// A file that no backup contains, or that the list does not name there.
  case unexpected(String)
  /// A file that the list names is missing.
  case missing(String)
  case tooLarge(limit: Int)
  case database(path: String, reason: String)
  case unusable(name: String, reason: String)

  /// The system's words for the fault: those of EINVAL where the archive itself is at fault.
  package var reason: String {
    switch self {
    case .system(let error): error.reason
    case .database: SystemError("restore", EIO).reason
    case .noLibrary, .notAFile, .notWritten, .damaged, .foreign, .fromTheFuture, .wrongContent, .unexpected, .missing,
      .tooLarge, .unusable:
      SystemError("restore", EINVAL).reason
    }
  }
}
