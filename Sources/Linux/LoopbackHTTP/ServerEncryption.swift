/// Encrypts a server's connections; its own module, so that plain servers carry no TLS library.
package protocol ServerEncryption: Sendable {
  /// Encrypts the connections that a server of libevent will accept.
  func encrypt(_ server: OpaquePointer)
}
