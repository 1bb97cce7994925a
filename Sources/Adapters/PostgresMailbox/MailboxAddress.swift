internal import CPostgres
package import SyncProtocol

/// Where a mailbox is: a database's address in libpq's form, with what keeps the way there safe.
///
/// A Unix socket needs no encryption. Over the network the server has to show a certificate of its name, and the login
/// is bound to that connection, so that nobody in between can pass it on.
package struct MailboxAddress: Equatable, Sendable {
  private var options: [Option]

  private struct Option: Equatable {
    var name: String
    var value: String
  }

  /// The parameters allowed; others, from an invitation, could open files or run programs.
  private static let known = [
    "user", "password", "dbname", "host", "hostaddr", "port", "sslmode", "sslrootcert", "channel_binding",
  ]
  private static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"
  /// The port where pooling services offer their transaction mode.
  private static let pooledPort = "6543"

  /// Reads an address: `postgresql://USER@HOST/NAME`, or `host=... dbname=...`.
  package init(_ text: String) throws(MailboxError) {
    guard !text.isEmpty, !text.utf8.contains(0) else { throw .badAddress("it is empty") }
    options = try Self.parsed(text)
    if let other = options.first(where: { !Self.known.contains($0.name) }) {
      throw .badAddress("\(other.name) cannot be set here")
    }
    if value("host").isEmpty {
      guard value("hostaddr").isEmpty else { throw .badAddress("hostaddr needs the host's name too") }
      set("host", "/var/run/postgresql")
    }
    if value("port").split(separator: ",").contains(where: { $0 == Self.pooledPort }) { throw .pooled }
    guard !isLocal else { return }
    guard value("sslmode").isEmpty || value("sslmode") == "verify-full" else {
      throw .badAddress("sslmode has to be verify-full over the network")
    }
    set("sslmode", "verify-full")
    if value("sslrootcert").isEmpty { set("sslrootcert", Self.systemAuthorities) }
    if value("channel_binding").isEmpty { set("channel_binding", "require") }
    guard ["require", "prefer"].contains(value("channel_binding")) else {
      throw .badAddress("channel_binding has to be require or prefer")
    }
  }

  /// Whether it is a Unix socket of this machine.
  package var isLocal: Bool { value("host").split(separator: ",").allSatisfy { $0.first == "/" } }

  /// The login; empty where the address names none.
  package var user: String { value("user") }

  /// The password; empty where the address has none.
  package var password: String { value("password") }

  package func login(_ user: String, password: String) -> MailboxAddress {
    var other = self
    // Without a name the database is called as who logs in, and that is another from now on.
    if value("dbname").isEmpty, !self.user.isEmpty { other.set("dbname", self.user) }
    other.set("user", user)
    other.set("password", password)
    return other
  }

  /// The address as libpq reads it, without the password.
  package var text: String {
    options.filter { $0.name != "password" }.map { "\($0.name)='\(Self.quoted($0.value))'" }.joined(separator: " ")
  }

  var pairs: [(name: String, value: String)] {
    options.map { ($0.name, $0.value) } + [("application_name", "focuskey"), ("client_encoding", "UTF8")]
  }

  package var place: String {
    let database = value("dbname").isEmpty ? user : value("dbname")
    return "\(value("host"))\(value("port").isEmpty ? "" : ":" + value("port")), database \(database)"
  }

  /// Whether both are the same database, with any login.
  package func isPlace(of other: MailboxAddress) -> Bool { key == other.key }

  private var key: [String] {
    let (port, database) = (value("port"), value("dbname"))
    return [value("host"), value("hostaddr"), port.isEmpty ? "5432" : port, database.isEmpty ? user : database]
  }

  private func value(_ name: String) -> String { options.first { $0.name == name }?.value ?? "" }

  private mutating func set(_ name: String, _ value: String) {
    options.removeAll { $0.name == name }
    options.append(Option(name: name, value: value))
    options.sort { $0.name < $1.name }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = ""
    for character in text {
      if character == "'" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return quoted
  }

  private static func parsed(_ text: String) throws(MailboxError) -> [Option] {
    var fault: UnsafeMutablePointer<CChar>?
    guard let list = unsafe PQconninfoParse(text, &fault) else {
      guard let said = unsafe fault else { throw .noLibrary }
      defer { unsafe PQfreemem(said) }
      throw .badAddress(firstLine(unsafe String(cString: said)))
    }
    defer { unsafe PQconninfoFree(list) }
    var options: [Option] = []
    var place = unsafe list
    while let name = unsafe place.pointee.keyword {
      if let value = unsafe place.pointee.val {
        unsafe options.append(Option(name: String(cString: name), value: String(cString: value)))
      }
      unsafe place += 1
    }
    return options.sorted { $0.name < $1.name }
  }
}

func firstLine(_ text: String) -> String {
  String(text.split(whereSeparator: { $0.isNewline }).first ?? "")
}
