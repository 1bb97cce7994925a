import Glibc

package struct SystemError: Error, Equatable, Sendable {
  /// The call as people find it in the manual, such as `open`.
  package let call: String
  /// The `errno` that it left.
  package let code: Int32
  /// The file, socket or program it was about.
  package let subject: String

  package init(_ call: String, _ code: Int32, on subject: String = "") {
    self.call = call
    self.code = code
    self.subject = subject
  }

  /// The fault of the call that failed just now on this thread.
  package static func last(_ call: String, on subject: String = "") -> SystemError {
    SystemError(call, errno, on: subject)
  }

  /// Whether a right is missing, as opposed to something being absent or broken.
  package var isRefusal: Bool { [EACCES, EPERM, EROFS].contains(code) }

  /// Whether nobody listens at a socket's path.
  package var meansNobody: Bool { [ENOENT, ECONNREFUSED].contains(code) }

  /// The kernel's reason in words, such as "Permission denied".
  package var reason: String {
    // strerror keeps its text per thread in glibc since 2.32.
    unsafe String(cString: strerror(code))
  }
}
