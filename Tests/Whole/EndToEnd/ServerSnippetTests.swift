import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TLSSite
import TestSupport
import Testing

/// The generated snippets in the servers that they are for, on loopback, with a site around them that redirects
/// whatever else is asked for.
@Suite(.realParts) struct ServerSnippetTests {
  static let repository = Repository.root
  static let files = [".well-known/apple-app-site-association", ".well-known/assetlinks.json"]

  enum Server: String, CaseIterable, Sendable {
    case nginx, caddy, apache

    /// Its program, installed or only unpacked.
    var program: String? {
      let places =
        switch self {
        case .nginx: ["/usr/sbin/nginx", repository + "/.build/servers/nginx/usr/sbin/nginx"]
        case .caddy: ["/usr/bin/caddy", repository + "/.build/servers/caddy/usr/bin/caddy"]
        case .apache: ["/usr/sbin/apache2"]
        }
      return places.first(where: Files.exists)
    }

    /// Its snippet as it was generated.
    var snippet: String {
      switch self {
      case .nginx: "nginx.conf"
      case .caddy: "Caddyfile"
      case .apache: "apache.conf"
      }
    }
  }

  /// A server that runs for one test, with the committed files.
  private final class Running {
    let port: UInt16
    let identity: TestCertificate
    private let folder = TemporaryFolder()
    private let child: ChildProcess

    init(_ server: Server, _ program: String) async throws {
      identity = try TestCertificate(name: "focuskey.app")
      port = try FreePort.take()
      // Servers that are started by root serve as somebody else, who has to get at the files.
      let root = folder("www")
      try Files.makeFolder(root + "/.well-known", mode: 0o755)
      for path in [folder.path, root, root + "/.well-known"] { _ = unsafe chmod(path, 0o755) }
      for file in files {
        try Files.replace(root + "/" + file, with: try Files.read(repository + "/aasa/" + file), mode: 0o644)
        _ = unsafe chmod(root + "/" + file, 0o644)
      }
      let snippet = String(decoding: try Files.read(repository + "/aasa/servers/" + server.snippet), as: UTF8.self)
        .replacing("/var/www/focuskey.app", with: root)
      let settings = Self.settings(server, snippet, folder.path, port, identity)
      try Files.replace(folder("settings"), with: Array(settings.utf8))
      let log = try Descriptor.open(folder("log"), O_WRONLY | O_CREAT | O_APPEND)
      let arguments =
        switch server {
        case .nginx: ["-c", folder("settings"), "-e", folder("errors"), "-p", folder.path]
        case .caddy: ["run", "--adapter", "caddyfile", "--config", folder("settings")]
        case .apache: ["-X", "-f", folder("settings")]
        }
      child = try ChildProcess.start(
        program, arguments,
        environment: ["HOME=\(folder.path)", "XDG_DATA_HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)"],
        output: .descriptor(log.number), errors: .descriptor(log.number))
      let port = port
      let isUp = await eventually(within: .seconds(30)) { Self.isListening(port) }
      let words = [folder("log"), folder("errors")].map {
        String(decoding: (try? Files.read($0)) ?? [], as: UTF8.self)
      }
      #expect(isUp, "\(words)")
    }

    deinit {
      child.signal(SIGKILL)
      child.wait()
    }

    /// Whether somebody takes connections there; nothing is said to them.
    private static func isListening(_ port: UInt16) -> Bool {
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(number) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }

    private static func settings(
      _ server: Server, _ snippet: String, _ folder: String, _ port: UInt16, _ identity: TestCertificate
    ) -> String {
      switch server {
      case .nginx:
        """
        daemon off; master_process off; pid \(folder)/pid; error_log \(folder)/errors;
        events {}
        http {
          access_log off; client_body_temp_path \(folder)/a; proxy_temp_path \(folder)/b;
          fastcgi_temp_path \(folder)/c; uwsgi_temp_path \(folder)/d; scgi_temp_path \(folder)/e;
          server {
            listen 127.0.0.1:\(port) ssl; server_name focuskey.app;
            ssl_certificate \(identity.certificate); ssl_certificate_key \(identity.key);
            \(snippet)
            location / { return 301 https://www.focuskey.app$request_uri; }
          }
        }
        """
      case .caddy:
        // The snippet is the whole site; only where it listens and who it is has to be said.
        "{\n admin off\n auto_https off\n}\n"
          + snippet.replacing(
            "focuskey.app {",
            with: "https://focuskey.app:\(port) {\n bind 127.0.0.1\n tls \(identity.certificate) \(identity.key)")
      case .apache:
        """
        ServerRoot \(folder)
        PidFile \(folder)/pid
        ErrorLog \(folder)/errors
        ServerName focuskey.app
        Mutex file:\(folder)
        Listen 127.0.0.1:\(port)
        \(["mpm_event", "ssl", "alias", "rewrite", "mime", "authz_core", "socache_shmcb"]
          .map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }.joined(separator: "\n"))
        \(getuid() == 0 ? "User nobody\nGroup nogroup" : "")
        TypesConfig /dev/null
        <VirtualHost 127.0.0.1:\(port)>
          SSLEngine on
          SSLCertificateFile \(identity.certificate)
          SSLCertificateKeyFile \(identity.key)
          DocumentRoot \(folder)
          <Directory />
            Require all denied
          </Directory>
        \(snippet)
          RewriteEngine On
          RewriteRule ^/(?!\\.well-known) https://www.focuskey.app/ [R=301,L]
        </VirtualHost>
        """
      }
    }
  }

  @Test(arguments: Server.allCases)
  func theSnippetServesAsDevicesWantIt(_ server: Server) async throws {
    let program = try #require(server.program, "Sources/Setup/packages.sh tests brings \(server)")
    let running = try await Running(server, program)
    let place = "focuskey.app:\(running.port)"
    let checked = try BuiltProgram.keytool(
      "aasa", "validate", "https://\(place)", "--resolve", "\(place):127.0.0.1", "--authorities",
      running.identity.certificate, "--json")
    #expect(checked.exitCode == 0, "\(checked.output)\(checked.errors)")
    let answer = try JSONDocument(checked.output).root
    #expect(answer["findings"]?.array?.map { $0["kind"]?.string } == ["site.private-address"], "\(checked.output)")
    #expect(answer["fetch"]?["content_type"]?.string == "application/json")
    #expect(answer["fetch"]?["status"]?.integer == 200)
    for file in Self.files {
      let fetched = try BuiltProgram.keytool(
        "aasa", "fetch", "https://\(place)/\(file)", "--resolve", "\(place):127.0.0.1", "--authorities",
        running.identity.certificate)
      #expect(fetched.output == String(decoding: try Files.read(Self.repository + "/aasa/" + file), as: UTF8.self))
    }
  }
}
