import Glibc
internal import LinuxRuntime

/// The person's own session at logind (org.freedesktop.login1(5)).
enum LogindSession {
  static let name = "org.freedesktop.login1"
  static let manager = "org.freedesktop.login1.Manager"
  static let interface = "org.freedesktop.login1.Session"

  /// Finds the session of this program, else this user's at a seat, else any of theirs.
  static func find(on connection: BusConnection, _ found: @escaping (Result<String, BusError>) -> Void) {
    let call = BusCall(destination: name, path: "/org/freedesktop/login1", interface: manager, member: "ListSessions")
    connection.call(call) { reply in
      guard case .success(let values) = reply, case .array(_, let sessions)? = values.first else {
        return found(.failure(.missing("logind does not answer")))
      }
      var own: [(id: String, seat: String, path: String)] = []
      for case .structure(let fields) in sessions where fields.count == 5 && fields[1].whole == Int64(getuid()) {
        guard let id = fields[0].text, let seat = fields[3].text, let path = fields[4].text else { continue }
        own.append((id, seat, path))
      }
      let named = Environment["XDG_SESSION_ID"]
      let session = own.first { $0.id == named } ?? own.first { !$0.seat.isEmpty } ?? own.first
      guard let session else { return found(.failure(.missing("logind knows of no session of this user"))) }
      found(.success(session.path))
    }
  }

  static func propertyRule(_ path: String) -> String {
    "sender='\(name)',path='\(path)',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged'"
  }
}
