package import JSONText
package import ServiceContract

/// Who keeps the phones of a service.
package protocol PhoneKeeper: Sendable {
  /// Invites or pairs a phone; answers with what its person needs.
  func pair(_ invitation: ControlRequest.PhoneInvitation) async throws(PhoneKeeperError) -> JSONValue

  /// The phones.
  func list() async -> JSONValue

  /// The phones that may tap, as readers of the status.
  func readers() async -> [JSONValue]

  /// Refuses a phone's taps from now on.
  func revoke(_ name: String) async throws(PhoneKeeperError) -> JSONValue
}

/// Why a phone is not paired, or not revoked.
package enum PhoneKeeperError: Error {
  /// A name, a host or a port that cannot be used.
  case notUsable(String, at: String, advice: String)
  /// No phone has that name.
  case unknown(String)
  /// The port or the disk does not let it.
  case impossible(String)
}
