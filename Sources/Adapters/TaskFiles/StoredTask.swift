import Glibc
package import LinuxRuntime
package import Tasks

package struct StoredTask: Sendable {
  package let task: TaskItem
  /// The list: the name of the folder.
  package let list: String
  package let path: String
  /// The file's stamp from when it was read.
  let stamp: FileStamp
}

package struct TaskFileFinding: Equatable, Sendable {
  package let path: String
  package let finding: TaskFinding
}

/// What tells one content of a file from another without reading it.
struct FileStamp: Equatable, Sendable {
  let inode: UInt64
  let seconds: Int
  let nanoseconds: Int
  let size: Int

  init(_ status: stat) {
    inode = UInt64(status.st_ino)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    size = Int(status.st_size)
  }

  /// `nil` if that file does not exist.
  static func now(_ path: String) -> FileStamp? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? FileStamp(status) : nil
  }
}

package enum TaskFileError: Error, Equatable, Sendable {
  case system(SystemError)
  /// The file went away, or the task in it did.
  case gone(path: String)
  /// Somebody keeps writing the file.
  case busy(path: String)
  case unreadable(path: String, TaskFinding)
  /// Somebody wrote the file after the change that is to be undone.
  case changedSince(path: String)
  /// There is no list of that name, and none is made among those of calendar programs; the ones there are.
  case unknownList(String, known: [String])
  /// A rule would be lost with the task, because it says more than is continued here.
  case foreignRule(String, path: String)
  case notImported(TaskImportError)
}
