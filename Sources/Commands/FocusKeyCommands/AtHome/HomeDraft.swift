internal import CommandShell
internal import FocusKeyService
internal import ServiceContract

/// A configuration that names a broker, before it takes the place of the person's own.
struct HomeDraft {
  struct Broker {
    let host: String
    let port: Int?
    let usesTLS: Bool
    var authorities: String?
    var user: String?
    var passwordFile: String?
    var password: String?
  }

  /// The person's file, or what a link of that name leads to.
  private let file: String
  private let text: [UInt8]
  /// The password's file, beside the configuration.
  private let secret: String
  private let hasPassword: Bool

  private var draft: String { "\(file).setup" }
  private var secretDraft: String { "\(secret).setup" }

  /// Writes a draft of the configuration with a broker in it, and the password beside it.
  ///
  /// - Throws: if the person's file cannot be used, or names a broker already.
  init(_ broker: Broker, for home: Home) throws(Failure) {
    try home.prepare()
    file = Files.real(home.configuration) ?? home.configuration
    secret = "\(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])/mqtt.password"
    hasPassword = broker.password != nil
    let known = try ServiceConfiguration(path: home.configuration)
    guard known.mqtt == nil else {
      throw Failure(
        .no, "home-known", "config.json5 names a broker already, and nothing was changed", at: home.configuration,
        advice: "change or remove mqtt there; to see how the line is: focuskey home")
    }
    text = try Self.text(of: file)
    guard !hasPassword || !Files.exists(secret) else {
      throw Failure(
        .no, "password-known", "there is a password already, and nothing was changed", at: secret,
        advice: "use it with --password-file, or remove it first")
    }
    do throws(Failure) { try write(broker) } catch {
      drop()
      throw error
    }
  }

  func broker() throws(Failure) -> ServiceConfiguration.MQTT {
    do throws(Failure) {
      guard var wanted = try ServiceConfiguration(path: draft).mqtt else {
        return try refuse("the configuration is not an object")
      }
      if hasPassword { wanted.passwordFile = secretDraft }
      return wanted
    } catch {
      // The person's own file is fine: it is what was said now.
      return try refuse(error.what)
    }
  }

  private func refuse(_ what: String) throws(Failure) -> ServiceConfiguration.MQTT {
    throw Failure(.usage, "bad-broker", what, at: "HOST", advice: "nothing was changed")
  }

  func keep() throws(Failure) {
    try Self.write(secret, try hasPassword ? Self.text(of: secretDraft) : nil)
    do throws(Failure) { try Self.write(file, try Self.text(of: draft)) } catch {
      // A password for nothing would only be in the way of the next try.
      if hasPassword { try? Files.remove(secret) }
      throw error
    }
  }

  func drop() {
    for path in [draft, secretDraft] where Files.exists(path) { try? Files.remove(path) }
  }

  private func write(_ broker: Broker) throws(Failure) {
    func quoted(_ text: String) -> String { JSONValue.string(text).text }
    var members = ["host: \(quoted(broker.host))"]
    if let port = broker.port { members.append("port: \(port)") }
    if broker.usesTLS { members.append("tls: true") }
    if let file = broker.authorities { members.append("authorities: \(quoted(file))") }
    if let user = broker.user { members.append("user: \(quoted(user))") }
    if let file = broker.passwordFile { members.append("passwordFile: \(quoted(file))") }
    if hasPassword { members.append("passwordFile: \"mqtt.password\"") }
    let member = "\n  // The broker of your home.\n  mqtt: { \(members.joined(separator: ", ")) },"
    // Its first octet is the brace of the one object.
    let start = ((try? JSONDocument(text, grammar: .json5))?.root.place.offset ?? 0) + 1
    try Self.write(secretDraft, broker.password.map { Array("\($0)\n".utf8) })
    try Self.write(draft, text[..<start] + Array(member.utf8) + text[start...])
  }

  private static func write(_ path: String, _ content: [UInt8]?) throws(Failure) {
    guard let content else { return }
    try renaming({ Failure.writing(path, $0) }, Files.replace(path, with: content))
  }

  private static func text(of path: String) throws(Failure) -> [UInt8] {
    guard Files.exists(path) else { return Array(ServiceConfiguration.sample.utf8) }
    return try renaming({ Failure.reading(path, $0) }, Files.read(path, limit: 1 << 20))
  }

}
