/// What lets the connections of a server begin with encryption. A room of its own brings it, so that anyone who serves
/// plainly carries no library for it.
package protocol ServerEncryption: Sendable {
  /// Encrypts the connections that a server of libevent will accept.
  func encrypt(_ server: OpaquePointer)
}
