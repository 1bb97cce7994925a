internal import CLinux
import Glibc
import LinuxRuntime
public import ShieldProtocol

/// Tries what a shield does: a connection that is to be refused, one that is not, a program each.
public enum ShieldTrial {
  /// What a try came to.
  public enum Outcome: Sendable, Equatable {
    /// It opened, or started.
    case opened
    /// It was refused.
    case refused
    /// It could not be tried, for this reason.
    case notTried(String)
  }

  /// Opens a connection to a site as a browser would, up to the first words of its server.
  public static func site(_ name: String, seconds: Int = 4) -> Outcome {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(name, "443", &hints, &found) == 0, let first = unsafe found else {
      return .notTried("the name has no address here")
    }
    defer { unsafe freeaddrinfo(first) }
    let number = unsafe socket(first.pointee.ai_family, Int32(SOCK_STREAM.rawValue), 0)
    guard number >= 0 else { return .notTried("no socket") }
    let connection = Descriptor(owning: number)
    var wait = timeval(tv_sec: seconds, tv_usec: 0)
    unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    unsafe setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    guard unsafe connect(number, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
      return .notTried("no connection: \(SystemError.last("connect").reason)")
    }
    let hello = TrialHello.octets(to: name, random: SystemRandom.octets(96))
    _ = unsafe send(connection.number, hello, hello.count, Int32(MSG_NOSIGNAL))
    var answer: UInt8 = 0
    let count = unsafe read(connection.number, &answer, 1)
    if count > 0 { return .opened }
    if count < 0, errno == ECONNRESET { return .refused }
    return .notTried(
      count == 0 ? "the server closed the connection without an answer" : SystemError.last("read").reason)
  }

  /// Starts a program of no effect from a file of its own.
  public static func program(_ path: String) -> Outcome {
    do throws(SystemError) {
      let child = try ChildProcess.start(path, [], output: .nothing, errors: .nothing)
      return child.wait() == 0 ? .opened : .notTried("it ended with an error")
    } catch {
      return error.code == EPERM ? .refused : .notTried(error.reason)
    }
  }

  /// An order for the length of a trial, where the person has none; what it closes opens again by itself soon after.
  public struct Order: ~Copyable {
    private var helper: HelperClient
    private let stamp: Int64

    private init(_ helper: consuming HelperClient, stamp: Int64) {
      self.helper = helper
      self.stamp = stamp
    }

    /// Orders a site and a program closed; `nil` where a session holds an order already or the helper cannot be asked.
    public static func place(closing site: String, program: String, at path: String = ShieldSocket.path) -> Order? {
      do throws(SystemError) {
        var helper = try HelperClient(path: path)
        // Renewing is the question whether there is an order.
        guard try helper.ask(.renew(stamp: ShieldRequest.noStamp)) == [.refused("no-order")] else { return nil }
        let lines: [ShieldRequest] = [
          .order(lease: 15_000, until: nil), .section(allowsOnlyNamed: false),
          .site(Array(site.utf8), isException: false), .program(application: "trial", path: program), .commit,
        ]
        let text = lines.map { "\($0.line)\n" }.joined()
        guard case .ordered(let stamp) = try helper.ask(Array(text.utf8)).last else { return nil }
        return Order(helper, stamp: stamp)
      } catch {
        return nil
      }
    }

    /// Lifts the order again, and no other: a session that began meanwhile goes on.
    public consuming func lift() {
      _ = try? helper.ask(.lift(stamp: stamp))
    }
  }
}
