internal import Glibc
import LinuxRuntime
package import TestSupport

/// A PostgreSQL server of one test's own: its data in a temporary folder, a Unix socket and no network. Every login
/// needs its password.
package final class PrivatePostgres {
  /// The folder of the socket and the data.
  package let folder = TemporaryFolder()
  private var server: ChildProcess?
  /// What it is told of the network.
  private var network: [String] = []
  /// A folder in which another server was unpacked with its libraries; the installed one without it.
  private static let root = unsafe getenv("FOCUSKEY_POSTGRES").map { unsafe String(cString: $0) }
  private static let programs = "\(root ?? "")/usr/lib/postgresql"

  /// Why there is no server.
  package struct NotReady: Error, CustomStringConvertible {
    package let description: String
  }

  /// How many may be connected at once.
  private let connections: Int

  /// Makes a cluster and starts it.
  package init(connections: Int = 20) throws {
    self.connections = connections
    try Files.replace(folder("password"), with: Array("open sesame".utf8), mode: 0o644)
    if getuid() == 0 {
      // PostgreSQL refuses to run as root.
      guard unsafe chmod(folder.path, 0o755) == 0 else { throw SystemError.last("chmod") }
      for name in ["data", "socket"] {
        try Files.makeFolder(folder(name))
        guard unsafe chown(folder(name), Self.nobody, Self.nobody) == 0 else { throw SystemError.last("chown") }
      }
    } else {
      for name in ["data", "socket"] { try Files.makeFolder(folder(name)) }
    }
    try makeCluster()
    try start()
  }

  deinit { stop(SIGINT) }

  private static let nobody: UInt32 = 65534
  private static let copying = Locked(())

  /// Puts a cluster in place in which nothing happened yet. Making one takes a second of a core, and all of them are
  /// the same: the first is kept beside what is built, without what no test asks for: two of its three databases, and
  /// most of its first log.
  private func makeCluster() throws {
    let version = try run("postgres", "--version").output.filter { !$0.isWhitespace && $0 != "/" }
    let place = Repository.path(".build/clusters")
    let kept = "\(place)/\(version)-small-\(getuid())"
    try Self.copying.withLock { _ in
      if Files.exists(kept) { return try Self.copy(kept, to: folder("data")) }
      let made = try run(
        "initdb", "-D", folder("data"), "-U", "postgres", "--auth=scram-sha-256", "--pwfile=\(folder("password"))",
        "--no-sync", "-E", "UTF8", "--locale=C", "--wal-segsize=1")
      guard made.exitCode == 0 else { throw NotReady(description: made.errors) }
      let line = try command("postgres", ["--single", "-D", folder("data"), "postgres"])
      let dropped = try BuiltProgram(at: line[0]).run(Array(line.dropFirst()), input: Array(Self.fewerDatabases.utf8))
      guard dropped.exitCode == 0 else { throw NotReady(description: dropped.errors) }
      let draft = "\(kept).\(getpid())"
      try Files.makeFolder(draft)
      try Self.copy(folder("data"), to: draft)
      // Where another run was quicker, that one's is as good.
      guard unsafe rename(draft, kept) == 0 || Files.exists(kept) else { throw SystemError.last("rename") }
    }
  }

  private static let fewerDatabases = """
    UPDATE pg_database SET datistemplate = false;
    DROP DATABASE template0;
    DROP DATABASE template1;

    """

  private static func copy(_ cluster: String, to place: String) throws {
    let copied = try BuiltProgram(at: "/bin/cp").run(["-a", "\(cluster)/.", place])
    guard copied.exitCode == 0 else { throw NotReady(description: copied.errors) }
  }

  private func command(_ program: String, _ arguments: [String]) throws -> [String] {
    guard let version = Folder.names(in: Self.programs).compactMap({ Int($0) }).max() else {
      throw NotReady(description: "no PostgreSQL under \(Self.programs)")
    }
    var line = ["\(Self.programs)/\(version)/bin/\(program)"] + arguments
    if let root = Self.root {
      line = ["/usr/bin/env", "LD_LIBRARY_PATH=\(root)/usr/lib/x86_64-linux-gnu"] + line
    }
    let other = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    return getuid() == 0 ? other + line : line
  }

  private func run(_ program: String, _ arguments: String...) throws -> BuiltProgram.Outcome {
    let line = try command(program, arguments)
    return try BuiltProgram(at: line[0]).run(Array(line.dropFirst()))
  }

  /// Starts the server and waits until it answers.
  package func start() throws {
    let line = try command(
      "postgres",
      [
        "-D", folder("data"), "-k", folder("socket"), "-c", "listen_addresses=", "-c", "fsync=off", "-c",
        "full_page_writes=off", "-c", "autovacuum=off", "-c", "max_connections=\(connections)", "-c",
        "shared_buffers=16MB",
      ] + network)
    let log = try Descriptor.open(folder("log"), O_WRONLY | O_CREAT | O_APPEND)
    server = try ChildProcess.start(
      line[0], Array(line.dropFirst()), output: .descriptor(log.number), errors: .descriptor(log.number))
    for _ in 0..<600 {
      if try run("pg_isready", "-q", "-h", folder("socket"), "-U", "postgres").exitCode == 0 { return }
      usleep(50_000)
    }
    throw NotReady(description: String(decoding: try Files.read(folder("log")), as: UTF8.self))
  }

  /// Starts again, on a loopback address too: encrypted with a certificate and its key, plain without.
  ///
  /// - Returns: the address, one of this server's own unless it is given.
  package func listen(certificate: String? = nil, key: String? = nil, at address: String? = nil) throws -> String {
    stop()
    let place = address ?? "127.\(UInt8.random(in: 1...254)).\(UInt8.random(in: 1...254)).\(UInt8.random(in: 1...254))"
    network = ["-c", "listen_addresses=\(place)"]
    if let certificate, let key {
      network += ["-c", "ssl=on"]
      for (setting, path) in [("ssl_cert_file", certificate), ("ssl_key_file", key)] {
        let own = folder(setting)
        try Files.replace(own, with: try Files.read(path))
        if getuid() == 0 {
          guard unsafe chown(own, Self.nobody, Self.nobody) == 0 else { throw SystemError.last("chown") }
        }
        network += ["-c", "\(setting)=\(own)"]
      }
    }
    try start()
    return place
  }

  /// Ends the server: `SIGINT` cuts its clients off, `SIGQUIT` pulls the plug.
  package func stop(_ signal: Int32 = SIGINT) {
    server?.signal(signal)
    server?.wait()
    server = nil
  }

  /// The address of a login.
  package func address(of user: String = "postgres", password: String = "open%20sesame") -> String {
    "postgresql://\(user):\(password)@/postgres?host=\(folder("socket"))"
  }

  /// What a program of PostgreSQL's says of the database: `psql` for anybody's SQL, `pg_dump` for all there is.
  package func ask(
    _ program: String = "psql", as user: String = "postgres", password: String = "open sesame", _ arguments: [String]
  ) throws -> BuiltProgram.Outcome {
    try BuiltProgram(at: "/usr/bin/\(program)").run(
      ["-h", folder("socket"), "-U", user, "-d", "postgres"] + arguments,
      environment: TrialEnvironment.lines(["PGPASSWORD": password]))
  }

  /// Runs SQL; the rows without frames.
  package func sql(_ text: String, as user: String = "postgres", password: String = "open sesame") throws -> String {
    let done = try ask(as: user, password: password, ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text])
    return done.exitCode == 0 ? done.output : done.errors
  }
}
