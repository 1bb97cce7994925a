import Glibc
import LinuxRuntime
import SiteRules

/// Tries of what keeps names from being hidden. None of them asks anybody outside of this computer for anything where a
/// shield holds.
extension ShieldTrial {
  /// A hello to a site's server that names somebody else.
  package enum Guise: Sendable {
    /// A resolver that is asked over HTTPS.
    case resolver
    /// A front, with the look of an encrypted hello behind it.
    case front

    package var name: String {
      switch self {
      case .resolver: "dns.google"
      case .front: KnownFronts.example
      }
    }

    fileprivate var isMarked: Bool { if case .front = self { true } else { false } }
  }

  /// Connects to the site's own server but names another one, which never hears of it.
  package static func site(_ name: String, as guise: Guise, seconds: Int = 4) -> Outcome {
    let hello = TrialHello.octets(to: guise.name, random: SystemRandom.octets(96), isMarked: guise.isMarked)
    return site(name, saying: hello, seconds)
  }

  package enum Question: Sendable {
    /// How a site is reached, and with which key its name is encrypted: of a name that no resolver knows (RFC 6761
    /// 6.4), of which a shield says that it has nothing.
    case binding
    /// Whether browsers may choose a resolver of their own.
    case canary

    package var name: String {
      switch self {
      case .binding: "focuskey-trial.invalid"
      case .canary: HiddenResolvers.canary
      }
    }

    fileprivate var type: UInt8 { if case .binding = self { 65 } else { 1 } }
    /// The code of a shield's answer (RFC 1035 4.1.1).
    fileprivate var refusal: UInt8 { if case .binding = self { 0 } else { 3 } }
  }

  package static func question(_ question: Question, seconds: Int = 3) -> Outcome {
    guard let resolver = resolver() else { return .notTried("this computer has no resolver") }
    var message = SystemRandom.octets(2) + [1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    for label in question.name.split(separator: ".") { message += [UInt8(label.utf8.count)] + Array(label.utf8) }
    message += [0, 0, question.type, 0, 1]
    switch answer(to: message, of: resolver, seconds) {
    case .failure(let error): return .notTried("the resolver \(resolver) does not answer: \(error.reason)")
    case .success(let answer):
      guard answer.count >= 12, answer[0] == message[0], answer[1] == message[1] else {
        return .notTried("the resolver \(resolver) says something else")
      }
      let isEmpty = answer[6...9].allSatisfy { $0 == 0 }
      return answer[3] & 0x0F == question.refusal && isEmpty ? .refused(.answered) : .opened
    }
  }

  /// Opens a connection to the port at which resolvers are asked in secret, at an address that nobody has (RFC 5737):
  /// where it is let out, nothing comes back.
  package static func privateResolver(seconds: Int = 2) -> Outcome {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return .notTried("no socket: \(SystemError.last("socket").reason)") }
    let connection = Descriptor(owning: number)
    var wait = timeval(tv_sec: seconds, tv_usec: 0)
    unsafe setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    guard Self.connect(connection.number, to: "192.0.2.1", port: 853) == 0 else {
      switch outcome(of: "connect") {
      case .refused(.timeout): return .opened
      // A router that knows no way there says so: it was let out.
      case .notTried where errno == EHOSTUNREACH: return .opened
      case let outcome: return outcome
      }
    }
    return .opened
  }

  /// The resolver that this computer asks first (resolv.conf(5)).
  private static func resolver() -> String? {
    let text = String(decoding: (try? Files.read("/etc/resolv.conf", limit: 64 << 10)) ?? [], as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words.count >= 2, words[0] == "nameserver" { return String(words[1]) }
    }
    return nil
  }

  private static func answer(
    to message: [UInt8], of resolver: String, _ seconds: Int
  ) -> Result<[UInt8], SystemError> {
    let family = resolver.contains(":") ? AF_INET6 : AF_INET
    let number = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return .failure(.last("socket")) }
    let connection = Descriptor(owning: number)
    var wait = timeval(tv_sec: seconds, tv_usec: 0)
    unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    guard connect(connection.number, to: resolver, port: 53) == 0 else { return .failure(.last("connect")) }
    guard unsafe send(number, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else {
      return .failure(.last("send"))
    }
    var answer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(number, &answer, answer.count, 0)
    return count < 0 ? .failure(.last("recv")) : .success(Array(answer[..<count]))
  }

  /// Connects to a numeric address; -1 if that fails, or if it is not an address.
  private static func connect(_ socket: Int32, to address: String, port: UInt16) -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_NUMERICHOST
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(address, "\(port)", &hints, &found) == 0, let place = unsafe found else {
      errno = EINVAL
      return -1
    }
    defer { unsafe freeaddrinfo(found) }
    return unsafe Glibc.connect(socket, place.pointee.ai_addr, place.pointee.ai_addrlen)
  }
}
