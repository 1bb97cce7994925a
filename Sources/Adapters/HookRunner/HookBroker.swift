internal import Hooks

/// An existing MQTT connection, which hooks use instead of one of their own.
package struct HookBroker: Sendable {
  private let host: String
  private let port: UInt16
  private let publish: @Sendable (_ topic: String, _ payload: [UInt8], _ limit: Duration) async -> Bool

  /// `publish` returns whether the broker has the message in time.
  package init(
    host: String, port: UInt16,
    publish: @escaping @Sendable (_ topic: String, _ payload: [UInt8], _ limit: Duration) async -> Bool
  ) {
    self.host = host
    self.port = port
    self.publish = publish
  }

  /// The topic in an address of this broker; `nil` for another broker.
  func topic(of url: String) -> String? {
    guard let address = MQTTAddress(url), address.port == port, address.host.lowercased() == host.lowercased()
    else { return nil }
    return address.topic
  }

  func tell(_ payload: [UInt8], under topic: String, within milliseconds: Int64) async throws(HookError) {
    guard await publish(topic, payload, .milliseconds(milliseconds)) else { throw .tookTooLong(milliseconds) }
  }
}
