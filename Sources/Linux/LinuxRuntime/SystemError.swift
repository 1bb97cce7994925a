import Glibc

/// A system call that failed: which one, on what, and the kernel's reason.
public struct SystemError: Error, Equatable, Sendable {
  /// The call as people find it in the manual, such as `open`.
  public let call: String
  /// The `errno` that it left.
  public let code: Int32
  /// The file, socket or program it was about.
  public let subject: String

  /// A fault with a known reason.
  public init(_ call: String, _ code: Int32, on subject: String = "") {
    self.call = call
    self.code = code
    self.subject = subject
  }

  /// The fault of the call that failed just now on this thread.
  public static func last(_ call: String, on subject: String = "") -> SystemError {
    SystemError(call, errno, on: subject)
  }

  /// Whether the rights do not reach, as opposed to something being missing or broken.
  public var isRefusal: Bool { [EACCES, EPERM, EROFS].contains(code) }

  /// The kernel's reason in words, such as "Permission denied".
  public var reason: String {
    // strerror keeps its text per thread in glibc since 2.32.
    unsafe String(cString: strerror(code))
  }
}
