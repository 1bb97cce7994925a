import Glibc
import LinuxRuntime

/// The kernel's questions whether a program may start (fanotify(7)), and the thread that answers them.
///
/// Somebody waits for each answer, so nothing here waits for anybody: no other thread's work, no log, no name service.
enum ExecQuestions {
  private static let questionLength = 24
  private static let allow: UInt32 = 1
  private static let deny: UInt32 = 2

  static func answer(
    from group: Int32, by rules: Locked<LaunchGuard.Rules>, _ denied: @Sendable (LaunchGuard.Denial) -> Void
  ) {
    var buffer = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = unsafe read(group, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return }
      var offset = 0
      while offset + questionLength <= count {
        // struct fanotify_event_metadata: length, version, a reserve, its own length, mask, descriptor, process.
        let length = Int(value(buffer, offset, UInt32.self))
        guard length >= questionLength else { return }
        let descriptor = value(buffer, offset + 16, Int32.self)
        let process = value(buffer, offset + 20, Int32.self)
        offset += length
        guard descriptor >= 0 else { continue }
        let denial = refuses(descriptor, process, rules)
        respond(group, descriptor, denial == nil ? allow : deny)
        close(descriptor)
        if let denial { denied(denial) }
      }
    }
  }

  private static func refuses(
    _ descriptor: Int32, _ process: Int32, _ rules: Locked<LaunchGuard.Rules>
  ) -> LaunchGuard.Denial? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    let identity = FileIdentity(status)
    var users = rules.withLock { $0.files[identity] }
    if users == nil, let path = ProgramFile.path(of: descriptor) { users = rules.withLock { $0.paths[path] } }
    guard let users, let user = user(of: process) else { return nil }
    let person = rules.withLock { $0.subordinates.person(behind: user) }
    guard let application = users[person] else { return nil }
    return LaunchGuard.Denial(user: person, application: application, process: process)
  }

  private static func respond(_ group: Int32, _ descriptor: Int32, _ verdict: UInt32) {
    // struct fanotify_response: the descriptor, the verdict.
    var response = (descriptor, verdict)
    _ = unsafe withUnsafeBytes(of: &response) { bytes in
      unsafe write(group, bytes.baseAddress, bytes.count)
    }
  }

  /// The user as whom a process acts (proc_pid_status(5): real, effective, saved, file system).
  static func user(of process: Int32) -> UInt32? {
    guard let file = try? Descriptor.open("/proc/\(process)/status", O_RDONLY) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 2048)
    let count = unsafe read(file.number, &buffer, buffer.count)
    guard count > 0 else { return nil }
    for line in buffer[..<count].split(separator: 0x0A) where line.starts(with: "Uid:".utf8) {
      let numbers = line.dropFirst(4).split { $0 == 0x09 || $0 == 0x20 }
      guard numbers.count == 4 else { return nil }
      return UInt32(String(decoding: numbers[1], as: UTF8.self))
    }
    return nil
  }

  private static func value<Number: FixedWidthInteger>(_ buffer: [UInt8], _ offset: Int, _ type: Number.Type) -> Number
  {
    unsafe buffer.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }
}
