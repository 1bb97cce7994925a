import Glibc
package import LinuxRuntime
package import Tasks

/// A task and the file it lives in.
package struct StoredTask: Sendable {
  /// The task as the file says it.
  package let task: TaskItem
  /// The list: the name of the folder.
  package let list: String
  /// The file.
  package let path: String
  /// What the file was like when it was read.
  let stamp: FileStamp
}

/// Something that is wrong with a file of tasks.
package struct TaskFileFinding: Equatable, Sendable {
  /// The file.
  package let path: String
  /// What is wrong, and in which line.
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

  /// The stamp of the file of that name; `nil` where there is none.
  static func now(_ path: String) -> FileStamp? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? FileStamp(status) : nil
  }
}

/// Why tasks could not be read or written.
package enum TaskFileError: Error, Equatable, Sendable {
  /// The system refused.
  case system(SystemError)
  /// The file went away, or the task in it did.
  case gone(path: String)
  /// Somebody writes the file again and again.
  case busy(path: String)
  /// The file is not a calendar any more.
  case unreadable(path: String, TaskFinding)
  /// Somebody wrote the file after the change that is to be undone.
  case changedSince(path: String)
  /// There is no list of that name, and none is made among those of calendar programs; the ones there are.
  case unknownList(String, known: [String])
  /// A rule would be lost with the task, because it says more than is continued here.
  case foreignRule(String, path: String)
  /// A file to import is not taken in.
  case notImported(TaskImportError)
}
