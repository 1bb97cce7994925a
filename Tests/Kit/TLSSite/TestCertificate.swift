import LinuxRuntime
import TestSupport

/// A certificate that vouches for itself, and its key, made by openssl for one test.
package struct TestCertificate: Sendable {
  /// The file of the certificate.
  package var certificate: String { folder("certificate.pem") }
  /// The file of the key.
  package var key: String { folder("key.pem") }

  private let folder = TemporaryFolder()

  /// Makes one.
  ///
  /// - Parameters:
  ///   - name: whom it is made out to.
  ///   - begin: when it begins to hold, as `20260101000000Z`; a day ago without it.
  ///   - end: when it ends; in two days without it.
  package init(name: String, from begin: String? = nil, until end: String? = nil) throws {
    // `openssl req` knows no beginning before version 3.4; `openssl ca` does, and wants a place to keep its books.
    let settings = """
      [ca]
      default_ca = own
      [own]
      database = \(folder("index"))
      new_certs_dir = \(folder.path)
      rand_serial = yes
      default_md = sha256
      policy = any
      x509_extensions = v3
      [any]
      commonName = supplied
      [v3]
      subjectAltName = DNS:\(name)
      basicConstraints = CA:TRUE
      [req]
      distinguished_name = dn
      [dn]
      """
    try Files.replace(folder("settings"), with: Array((settings + "\n").utf8))
    try Files.replace(folder("index"), with: [])
    try Self.openssl(
      "req", "-config", folder("settings"), "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-subj", "/CN=\(name)", "-keyout", key, "-out", folder("request.pem"))
    try Self.openssl(
      ["ca", "-config", folder("settings"), "-batch", "-notext", "-selfsign", "-keyfile", key]
        + ["-in", folder("request.pem"), "-out", certificate]
        + (begin.map { ["-startdate", $0] } ?? []) + (end.map { ["-enddate", $0] } ?? ["-days", "2"]))
  }

  /// The SHA-256 of its public key in base64.
  package var keyHash: String {
    get throws {
      let script = """
        openssl x509 -in '\(certificate)' -pubkey -noout | openssl pkey -pubin -outform der |
        openssl dgst -sha256 -binary | openssl base64 -A > '\(folder("hash"))'
        """
      let maker = try ChildProcess.start("/bin/sh", ["-c", script], output: .nothing, errors: .nothing)
      guard maker.wait() == 0 else { throw TLSSiteError.noCertificate }
      return String(decoding: try Files.read(folder("hash")), as: UTF8.self)
    }
  }

  private static func openssl(_ words: String...) throws { try openssl(words) }

  private static func openssl(_ words: [String]) throws {
    let maker = try ChildProcess.start("/usr/bin/openssl", words, output: .nothing, errors: .nothing)
    guard maker.wait() == 0 else { throw TLSSiteError.noCertificate }
  }
}
