import Glibc
import LinuxRuntime
internal import TestSupport

/// A pgbouncer of one test's own, before a ``PrivatePostgres``; it listens beside that one, on another port.
package final class PrivatePool {
  /// What it lends a connection for (pgbouncer's `pool_mode`).
  package enum Mode: String, Sendable, CaseIterable {
    case session
    case transaction
  }

  /// The port of its socket.
  package static let port = 7432
  private let process: ChildProcess

  /// Starts it for one login.
  package init(_ mode: Mode, before server: PrivatePostgres, login: String, password: String) throws {
    let places = ["/usr/sbin/pgbouncer", Repository.path(".build/servers/pgbouncer/usr/sbin/pgbouncer")]
    guard let program = places.first(where: Files.exists) else {
      throw PrivatePostgres.NotReady(description: "no pgbouncer: Sources/Setup/packages.sh tests")
    }
    let folder = server.folder
    let settings = """
      [databases]
      postgres = host=\(folder("socket")) dbname=postgres
      [pgbouncer]
      listen_addr =
      listen_port = \(Self.port)
      unix_socket_dir = \(folder("socket"))
      auth_type = scram-sha-256
      auth_file = \(folder("users.txt"))
      pool_mode = \(mode.rawValue)
      default_pool_size = \(mode == .transaction ? 1 : 10)
      """
    try Files.replace(folder("pool.ini"), with: Array((settings + "\n").utf8), mode: 0o644)
    try Files.replace(folder("users.txt"), with: Array("\"\(login)\" \"\(password)\"\n".utf8), mode: 0o644)
    // It refuses to run as root, as PostgreSQL does.
    let words = getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    let line = words + [program, "-q", folder("pool.ini")]
    let libraries = Folder.names(in: Repository.path(".build/servers/libc-ares2/usr/lib")).map {
      Repository.path(".build/servers/libc-ares2/usr/lib/\($0)")
    }
    let log = try Descriptor.open(folder("pool.log"), O_WRONLY | O_CREAT | O_APPEND)
    process = try ChildProcess.start(
      line[0], Array(line.dropFirst()),
      environment: TrialEnvironment.lines(["LD_LIBRARY_PATH": libraries.joined(separator: ":")]),
      output: .descriptor(log.number), errors: .descriptor(log.number))
    for _ in 0..<500 {
      if Files.exists(folder("socket/.s.PGSQL.\(Self.port)")) { return }
      if process.outcomeIfEnded() != nil { break }
      usleep(10_000)
    }
    throw PrivatePostgres.NotReady(description: String(decoding: try Files.read(folder("pool.log")), as: UTF8.self))
  }

  deinit {
    process.signal(SIGKILL)
    process.wait()
  }
}
