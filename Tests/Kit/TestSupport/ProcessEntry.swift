import Glibc
import LinuxRuntime

/// A process or a thread as the kernel shows it under `/proc`.
package struct ProcessEntry: Sendable {
  /// The process id.
  package let id: Int32
  private let folder: String

  /// A process.
  package init(process id: Int32) { self.init(id: id, folder: "/proc/\(id)") }

  private init(id: Int32, folder: String) {
    self.id = id
    self.folder = folder
  }

  /// Whether it is there.
  package var exists: Bool { Files.isFolder(folder) }

  /// How often any of its threads was woken.
  package var wakeupsOfAllThreads: Int {
    Self.names(in: "\(folder)/task").reduce(0) { sum, task in
      task.allSatisfy(\.isNumber) ? sum + ProcessEntry(id: id, folder: "\(folder)/task/\(task)").wakeups : sum
    }
  }

  /// The process of that program with that first argument.
  package static func find(_ program: String, argument: String) -> ProcessEntry? {
    for name in names(in: "/proc") {
      guard let id = Int32(name) else { continue }
      let words = text("/proc/\(id)/cmdline").split(separator: "\0")
      if words.count >= 2, words[0].hasSuffix("/\(program)"), words[1] == argument {
        return ProcessEntry(id: id, folder: "/proc/\(id)")
      }
    }
    return nil
  }

  /// The process of that id.
  package static func of(_ id: Int32) -> ProcessEntry { ProcessEntry(id: id, folder: "/proc/\(id)") }

  /// The thread of this process that has that name.
  package static func ownThread(_ name: String) -> ProcessEntry? {
    for task in names(in: "/proc/self/task") where text("/proc/self/task/\(task)/comm") == "\(name)\n" {
      return ProcessEntry(id: getpid(), folder: "/proc/self/task/\(task)")
    }
    return nil
  }

  /// How often it went to sleep by itself, which is how often it was woken.
  package var wakeups: Int {
    let line = Self.text("\(folder)/status").split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
  }

  /// The processor time that it used, in hundredths of a second.
  package var ticks: Int {
    // Behind the name in parentheses: utime and stime are fields 14 and 15 of all (proc(5)).
    let fields = Self.text("\(folder)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
  }

  /// How many descriptors this process holds.
  package static var ownDescriptors: Int { names(in: "/proc/self/fd").count }

  private static func text(_ path: String) -> String {
    (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      names.append(
        unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        })
    }
    return names
  }
}

extension ProcessEntry {
  /// The thread that runs this, to be looked at from another.
  package static func current() -> ProcessEntry {
    var path = [CChar](repeating: 0, count: 64)
    let count = unsafe readlink("/proc/thread-self", &path, path.count)
    let name = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return ProcessEntry(id: getpid(), folder: "/proc/\(name)")
  }
}
