internal import CEventTLS
import LoopbackHTTP

/// What proves who a server on this computer is: a certificate and its key.
@safe package final class ServerIdentity: ServerEncryption, @unchecked Sendable {
  // Unchecked: OpenSSL counts and locks a context by itself; it is not changed after `init`.
  private let context: OpaquePointer

  package struct LoadError: Error, Equatable, Sendable {
    package let reason: String
  }

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - certificate: a file in PEM with the certificate, and behind it its chain.
  ///   - key: a file in PEM with the key; it may be the same.
  package init(certificate: String, key: String) throws(LoadError) {
    var reason = [CChar](repeating: 0, count: 200)
    guard let context = unsafe focuskey_identity(certificate, key, &reason, reason.count) else {
      throw LoadError(reason: String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    unsafe self.context = context
  }

  deinit {
    unsafe focuskey_identity_free(context)
  }

  /// Lets every connection of a server of libevent begin with encryption; the identity has to live as long as the
  /// server.
  package func encrypt(_ server: OpaquePointer) {
    unsafe focuskey_encrypt(server, context)
  }
}
