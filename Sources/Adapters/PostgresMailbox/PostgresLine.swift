internal import CPostgres
internal import SyncProtocol

/// One connection to a server, for one thread.
@safe final class PostgresLine {
  private let connection: OpaquePointer
  private let cancel: Int32

  /// Milliseconds after which a statement or a connection attempt fails.
  private static let patience: Int32 = 15_000

  /// `cancel` becomes readable when the wait should end; -1 for none.
  init(_ address: MailboxAddress, cancel: Int32) throws(MailboxError) {
    let pairs = address.pairs
    let opened = unsafe withCStrings(pairs.map { $0.name }) { names in
      unsafe withCStrings(pairs.map { $0.value }) { values in
        unsafe focuskey_pg_connect(names, values, Self.patience, cancel)
      }
    }
    guard let connection = unsafe opened else { throw .noLibrary }
    unsafe self.connection = connection
    self.cancel = cancel
    guard unsafe PQstatus(connection) == CONNECTION_OK else {
      // All is set, so the end of this object closes it.
      throw Self.refusal(unsafe firstLine(String(cString: PQerrorMessage(connection))))
    }
  }

  deinit { unsafe PQfinish(connection) }

  /// Tells a server that refuses from one that is missing; libpq 15 has no codes for this.
  private static func refusal(_ said: String) -> MailboxError {
    let letters = Array(said.utf8)
    func says(_ word: String) -> Bool {
      let word = Array(word.utf8)
      return letters.indices.contains { letters[$0...].starts(with: word) }
    }
    let isNotReady = says("starting up") || says("shutting down") || says("recovery") || says("too many")
    if says("FATAL") && !isNotReady { return .refused(said) }
    return says("channel binding") || says("certificate") || says("SSL") ? .untrusted(said) : .away(said)
  }

  var isBroken: Bool { unsafe PQstatus(connection) != CONNECTION_OK }

  /// Rows of texts; `nil` for NULL. Long values get more time: 1 ms per 100 octets.
  @discardableResult
  func rows(_ statement: String, _ values: String?...) throws(MailboxError) -> [[String?]] {
    let patience = Self.patience + Int32(clamping: values.reduce(0) { $0 + ($1?.utf8.count ?? 0) } / 100)
    let answer = unsafe withCStrings(values) { list in
      unsafe focuskey_pg_run(connection, statement, Int32(values.count), list, patience, cancel)
    }
    guard let result = unsafe answer else {
      throw .away(unsafe firstLine(String(cString: PQerrorMessage(connection))))
    }
    defer { unsafe PQclear(result) }
    switch unsafe PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: break
    default:
      // The characters of `PG_DIAG_SQLSTATE`, `PG_DIAG_MESSAGE_PRIMARY` and `PG_DIAG_MESSAGE_DETAIL`.
      throw MailboxError(
        state: unsafe Self.field(result, "C"), unsafe Self.field(result, "M"), detail: unsafe Self.field(result, "D"))
    }
    let columns = unsafe PQnfields(result)
    return (0..<(unsafe PQntuples(result))).map { row in
      (0..<columns).map { column in
        guard unsafe PQgetisnull(result, row, column) == 0, let start = unsafe PQgetvalue(result, row, column) else {
          return nil
        }
        return unsafe String(cString: start)
      }
    }
  }

  private static func field(_ result: OpaquePointer, _ letter: Unicode.Scalar) -> String {
    unsafe PQresultErrorField(result, Int32(letter.value)).map { unsafe firstLine(String(cString: $0)) } ?? ""
  }

  /// Waits for a notification on a channel; `bell` ends the wait in place of the line's own.
  func waitForNotice(milliseconds: Int32, bell: Int32? = nil) throws(MailboxError) -> Bool {
    switch unsafe focuskey_pg_wait(connection, milliseconds, bell ?? cancel) {
    case 1: return true
    case 0: return false
    default: throw .away(unsafe firstLine(String(cString: PQerrorMessage(connection))))
    }
  }

  /// The verifier that the server stores, so that the password is never sent or logged.
  func verifier(of password: String, for user: String) throws(MailboxError) -> String {
    guard let made = unsafe PQencryptPasswordConn(connection, password, user, "scram-sha-256") else {
      throw .away(unsafe firstLine(String(cString: PQerrorMessage(connection))))
    }
    defer { unsafe PQfreemem(made) }
    return unsafe String(cString: made)
  }
}

/// Passes texts to a C function as a NULL-terminated list.
private func withCStrings<Result>(
  _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  var storage: [CChar] = []
  let starts = texts.map { text -> Int? in
    guard let text else { return nil }
    defer { storage += Array(text.utf8CString) }
    return storage.count
  }
  return unsafe storage.withUnsafeBufferPointer { letters in
    var list = unsafe starts.map { start in unsafe start.flatMap { unsafe letters.baseAddress?.advanced(by: $0) } }
    unsafe list.append(nil)
    return unsafe list.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }
}
