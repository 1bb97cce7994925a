package import JSONText
internal import LinuxRuntime
internal import LoopbackHTTP
internal import Octets
internal import ProofOfTap

/// Who may change something through the browser: anyone who came by a link that `focuskey open` gave, once.
///
/// The link sets a cookie that other sites' requests do not carry (SameSite=Strict) and that no script reads
/// (HttpOnly). Browsers show cookies to whatever listens on the port, so its token is a new one at each start: one that
/// another program caught while the service was away is worth nothing. A browser that was let in gets a key as well,
/// which it keeps and never sends, and proves with it that it may have the new token. The key is in a file for this
/// user alone.
package final class DashboardAccess: Sendable {
  private struct State: Sendable {
    var port: UInt16?
    var codes: [(code: String, end: ContinuousClock.Instant)] = []
  }

  /// How long a link waits to be followed.
  private static let patience = Duration.seconds(600)
  /// How many links wait at once; the oldest gives way.
  private static let mostCodes = 8
  /// How long a browser keeps the cookie: 400 days, as long as browsers let it (RFC 6265bis, section 5.6).
  private static let cookieAge = 34_560_000

  private let path: String
  /// The key that the browsers keep which were let in.
  let key: String
  /// The challenge that they prove the key with; a new one at each start of the service.
  let challenge = chance()
  private let token = chance()
  private let state = Locked(State())

  /// Reads the home's key, or makes one, which is saved with the first link.
  package init(path: String) {
    self.path = path
    if let octets = try? Files.read(path, limit: 256), octets.count == 2 * Self.octets {
      key = String(decoding: octets, as: UTF8.self)
    } else {
      key = Self.chance()
    }
  }

  /// The port on which the pages are served; `nil` where none are.
  package var port: UInt16? {
    get { state.withLock { $0.port } }
    set { state.withLock { $0.port = newValue } }
  }

  package var address: String? { port.map { port in "http://127.0.0.1:\(port)/" } }

  /// The port and address for the status; null where no pages are served.
  package var json: JSONValue {
    port.map { ["port": JSONValue(Int($0)), "url": JSONValue(address)] } ?? .null
  }

  /// A link that lets one browser in, once.
  package func makeLink() -> String? {
    guard let address else { return nil }
    // A tab goes on after the service was started again. Where the file cannot be written it asks for a new link then.
    if !Files.exists(path) { try? Files.replace(path, with: Array(key.utf8)) }
    let code = Self.chance()
    state.withLock { state in
      state.codes.removeAll { $0.end < .now }
      if state.codes.count >= Self.mostCodes { state.codes.removeFirst() }
      state.codes.append((code, .now + Self.patience))
    }
    return "\(address)enter?code=\(code)"
  }

  /// The cookie for anyone who comes with a code that has not been used yet.
  func cookie(for code: String) -> String? {
    let known = state.withLock { state in
      guard let index = state.codes.firstIndex(where: { $0.end >= .now && Self.same($0.code, code) }) else {
        return false
      }
      state.codes.remove(at: index)
      return true
    }
    return known ? cookie : nil
  }

  /// The cookie for a browser that proves that it has the key.
  func cookie(forProof proof: String) -> String? {
    let code = HMACSHA256.code(of: Array("access1|\(challenge)".utf8), key: Array(key.utf8))
    return Self.same(HexText.text(of: code), proof) ? cookie : nil
  }

  private var cookie: String? {
    cookieName.map { name in "\(name)=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(Self.cookieAge)" }
  }

  /// Whether a request carries the token.
  ///
  /// Another program's page on this computer can set a cookie of the same name for a longer path, which browsers send
  /// along and first; so any of them will do.
  func mayChange(_ request: HTTPRequest) -> Bool {
    guard let name = cookieName else { return false }
    return request.cookies(name).contains { Self.same($0, token) }
  }

  // Cookies know no ports: the name keeps two services apart.
  private var cookieName: String? { port.map { port in "focuskey-\(port)" } }

  /// The octets of a secret: 128 bits, which nobody guesses.
  private static let octets = 16

  private static func chance() -> String { HexText.text(of: SystemRandom.octets(octets)) }

  /// Compares in a time that does not tell how much is right.
  private static func same(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(one.utf8, other.utf8) { difference |= left ^ right }
    return difference == 0
  }
}
