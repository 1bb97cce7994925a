import Glibc
package import LinuxRuntime

/// Why there is no backup, or none that can be trusted.
package enum BackupError: Error, Equatable, Sendable {
  /// libarchive is not installed.
  case noLibrary
  /// A file cannot be read or written.
  case system(SystemError)
  /// What has that name is a device, a pipe or a folder.
  case notAFile(String)
  /// The archive cannot be written.
  case notWritten(String)
  /// It is not an archive, or one that ends early.
  case damaged(String)
  /// It is an archive of somebody else.
  case foreign
  /// A later version of the program made it.
  case fromTheFuture(version: Int64)
  /// A file in it is not as its list says.
  case wrongContent(String)
  /// The list names something that no backup holds.
  case unexpected(String)
  /// A file that the list names is missing.
  case missing(String)
  /// It would take more room than a backup may.
  case tooLarge(limit: Int)
  /// A database here cannot be copied.
  case database(path: String, reason: String)
  /// What is in the archive cannot be used.
  case unusable(name: String, reason: String)

  /// What the system said; a fault that the archive itself has is none of its arguments.
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
