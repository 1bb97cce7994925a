import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TLSSite
import TestSupport
import Testing

/// A database over the network: encrypted, of the name that was asked for, and bound to the login; or not used at all.
@Suite(.realParts, .serialized) struct SyncEncryptionTests {
  private let folder = TemporaryFolder()
  private let server: PrivatePostgres
  private let certificate: TestCertificate

  init() throws {
    server = try PrivatePostgres()
    certificate = try TestCertificate(name: "localhost")
  }

  private func run(_ words: String..., home: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(["sync"] + words + ["--home", folder(home)])
  }

  private func address(
    _ loopback: String, host: String = "localhost", authority: String? = nil, password: String = "open%20sesame"
  ) -> String {
    "postgresql://postgres:\(password)@\(host)/postgres?hostaddr=\(loopback)"
      + "&sslrootcert=\(authority ?? certificate.certificate)"
  }

  @Test func whoShowsACertificateOfItsNameIsUsed() throws {
    let loopback = try server.listen(certificate: certificate.certificate, key: certificate.key)
    let done = try run("init", address(loopback), "--name", "desk", home: "desk")
    #expect(done.exitCode == 0, "\(done.errors)")
    let kept = String(decoding: try Files.read(folder("desk/sync.json")), as: UTF8.self)
    #expect(kept.contains("sslmode='verify-full'") && kept.contains("channel_binding='require'"))
    let link = try JSONDocument(try run("invite", "--json", home: "desk").output).root["link"]?.string ?? ""

    // Another takes the server's place: nothing is said to it, and the invitation is as good as before.
    let other = try TestCertificate(name: "localhost")
    let moved = try server.listen(certificate: other.certificate, key: other.key, at: loopback)
    #expect(moved == loopback)
    for (words, home) in [(["now"], "desk"), (["join", link], "laptop")] {
      let refused = try BuiltProgram.focuskey.run(["sync"] + words + ["--home", folder(home)])
      #expect(refused.exitCode == 77 && refused.errors.contains("certificate verify failed"), "\(refused.errors)")
    }
    #expect(!Files.exists(folder("laptop/sync.json")))
    _ = try server.listen(certificate: certificate.certificate, key: certificate.key, at: loopback)
    let joined = try run("join", link, "--name", "laptop", home: "laptop")
    #expect(joined.exitCode == 0, "\(joined.errors)")
    #expect(try run("now", home: "desk").exitCode == 0)
  }

  @Test func whoIsNotTrustedIsOneClearLine() throws {
    let other = try TestCertificate(name: "localhost")
    let loopback = try server.listen(certificate: certificate.certificate, key: certificate.key)
    func refused(_ address: String, _ part: String, _ advice: String) throws {
      let done = try run("init", address, home: "desk")
      #expect(done.exitCode == 77 && done.output.isEmpty, "\(done.exitCode) \(done.errors)")
      #expect(done.errors.split(separator: "\n").count == 1)
      #expect(done.errors.contains(part) && done.errors.contains(advice), "\(done.errors)")
      #expect(!Files.exists(folder("desk/sync.json")))
    }
    try refused(address(loopback, host: "db.example"), "does not match host name", "sslrootcert")
    try refused(address(loopback, authority: other.certificate), "certificate verify failed", "sslrootcert")
    try refused(address(loopback, authority: folder("none.pem")), "does not exist", "sslrootcert")
    try refused(address(loopback, password: "wrong"), "password authentication failed", "check user and password")
    let plain = try server.listen(at: loopback)
    try refused(address(plain), "does not support SSL", "sslrootcert")
    #expect(try server.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'focuskey'") == "0\n")
  }
}
