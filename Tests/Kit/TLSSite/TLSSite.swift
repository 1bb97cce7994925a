import Glibc
package import JSONText
import LinuxRuntime
import TestSupport

/// A web site on loopback with a certificate of its own, made for one test.
package final class TLSSite: Sendable {
  /// The port that it listens on.
  package let port: Int
  /// The root to trust for it.
  package var authorities: String { identity.certificate }
  /// The SHA-256 of its key in base64, for browsers that are to trust it.
  package var keyHash: String { get throws { try identity.keyHash } }
  /// Its address without a path.
  package var origin: String { "https://localhost:\(port)" }

  private let folder = TemporaryFolder()
  private let identity: TestCertificate
  private let server: ChildProcess

  /// Starts a site.
  ///
  /// - Parameters:
  ///   - answers: path, with or without its query, to an object with `status`, `headers`, `body`, `repeat`, `wait`.
  ///   - name: whom the certificate is made out to.
  ///   - certificate: another certificate than a sound one of that name.
  ///   - isPlain: whether it talks without encryption.
  package init(
    _ answers: JSONValue, name: String = "localhost", certificate: TestCertificate? = nil, isPlain: Bool = false
  ) async throws {
    try Files.replace(folder("answers.json"), with: answers.octets)
    identity = try certificate ?? TestCertificate(name: name)
    server = try Self.start(isPlain ? nil : identity, identity.key, in: folder)
    port = try await Self.port(of: server, in: folder)
  }

  private static func start(
    _ identity: TestCertificate?, _ key: String, in folder: TemporaryFolder
  ) throws -> ChildProcess {
    let own = "\(#filePath)".split(separator: "/").dropLast().reduce("") { path, part in "\(path)/\(part)" }
    return try ChildProcess.start(
      "/usr/bin/env",
      ["python3", "\(own)/site.py", identity?.certificate ?? "-", key, folder("answers.json"), folder("port")],
      output: .nothing, errors: .nothing)
  }

  // Apart from `init` and not inlined there: the optimiser of Swift 6.3.1 crashes on the two as one coroutine.
  @inline(never)
  private static func port(of server: ChildProcess, in folder: TemporaryFolder) async throws -> Int {
    let file = folder("port")
    if await eventually(within: .seconds(30), { Files.exists(file) }),
      let number = Int(String(decoding: try Files.read(file), as: UTF8.self))
    {
      return number
    }
    server.signal(SIGKILL)
    server.wait()
    throw TLSSiteError.noServer
  }

  deinit {
    server.signal(SIGKILL)
    server.wait()
  }
}

/// Why a site for a test did not come about.
package enum TLSSiteError: Error {
  /// openssl made no certificate.
  case noCertificate
  /// python3 did not start to serve.
  case noServer
}
