internal import CLinux
import Glibc
import LinuxRuntime

/// Tries what a shield does: connections that should be refused or not, and starts of apps.
package enum ShieldTrial {
  package enum Outcome: Sendable, Equatable {
    case opened
    case refused(Refusal)
    case notTried(String)
  }

  package enum Refusal: String, Sendable {
    /// The connection was ended on this computer, as the helper ends sockets.
    case aborted
    case reset
    /// Nobody let the connection in; a server that is down looks the same.
    case unanswered = "refused"
    /// Nobody answered in time; a network that is down looks the same.
    case timeout
    case notPermitted = "not-permitted"
    case page
    /// A question was answered here, with what a shield says.
    case answered

    /// Whether only a shield on this computer ends a connection like that.
    package var isCertain: Bool {
      switch self {
      case .aborted, .reset, .notPermitted, .page, .answered: true
      case .unanswered, .timeout: false
      }
    }
  }

  /// Opens a connection to a site as a browser would, up to the first words of its server.
  package static func site(_ name: String, seconds: Int = 4) -> Outcome {
    site(name, saying: TrialHello.octets(to: name, random: SystemRandom.octets(96)), seconds)
  }

  static func site(_ name: String, saying hello: [UInt8], _ seconds: Int) -> Outcome {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(name, "443", &hints, &found) == 0, unsafe found != nil else {
      return .notTried("the name \(name) has no address here")
    }
    defer { unsafe freeaddrinfo(found) }
    var outcome = Outcome.notTried("no address of \(name) can be reached")
    var next = unsafe found
    while let address = unsafe next {
      outcome = unsafe talk(to: address.pointee, saying: hello, seconds)
      // A computer without IPv6 tells so at once; the site's other addresses are tried then.
      guard case .notTried = outcome else { return outcome }
      unsafe next = address.pointee.ai_next
    }
    return outcome
  }

  private static func talk(to address: addrinfo, saying hello: [UInt8], _ seconds: Int) -> Outcome {
    let number = unsafe socket(address.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return .notTried("no socket: \(SystemError.last("socket").reason)") }
    let connection = Descriptor(owning: number)
    var wait = timeval(tv_sec: seconds, tv_usec: 0)
    unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    unsafe setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    guard unsafe connect(number, address.ai_addr, address.ai_addrlen) == 0 else { return outcome(of: "connect") }
    _ = unsafe send(connection.number, hello, hello.count, Int32(MSG_NOSIGNAL))
    var answer: UInt8 = 0
    let count = unsafe read(connection.number, &answer, 1)
    if count > 0 { return .opened }
    return count == 0 ? .notTried("the server closed the connection without an answer") : outcome(of: "read")
  }

  static func outcome(of call: String) -> Outcome {
    let error = SystemError.last(call)
    switch error.code {
    // The helper ends connections by their sockets (sock_diag(7), SOCK_DESTROY).
    case ECONNABORTED: return .refused(.aborted)
    case ECONNRESET, EPIPE: return .refused(.reset)
    case ECONNREFUSED: return .refused(.unanswered)
    // The timeouts of a socket: of a connection (EINPROGRESS), of what is read (EAGAIN), and the kernel's own.
    case EINPROGRESS, EAGAIN, ETIMEDOUT: return .refused(.timeout)
    default: return .notTried("\(call): \(error.reason)")
    }
  }

  /// Starts a program of no effect from a file of its own.
  package static func program(_ path: String) -> Outcome {
    do throws(SystemError) {
      let child = try ChildProcess.start(path, [], output: .nothing, errors: .nothing)
      return child.wait() == 0 ? .opened : .notTried("it ended with an error")
    } catch {
      return error.code == EPERM ? .refused(.notPermitted) : .notTried(error.reason)
    }
  }

  /// Asks the kernel whether a program would start now, without starting it.
  package static func start(of path: String) -> Outcome {
    guard unsafe focuskey_may_execute(path) != 0 else { return .opened }
    switch errno {
    case EPERM: return .refused(.notPermitted)
    case EINVAL: return .notTried("this kernel cannot be asked whether an app would start: that takes Linux 6.14")
    default: return .notTried(SystemError.last("execveat").reason)
    }
  }
}
