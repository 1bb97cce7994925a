internal import NDEF
internal import Octets
internal import SyncProtocol

/// What a card says of joining.
enum KeyCardContents: Equatable {
  /// It holds no message.
  case blank
  /// It holds something that has nothing to do with joining.
  case other
  /// A record of joining that cannot be read.
  case damaged
  /// A computer's request, or what another answered to it.
  case card(KeyCard)

  /// Reads a message as keytool shows it, in hex digits; `nil` for a card without one.
  init(hex: String?) {
    guard let hex, let octets = try? HexText.octets(of: hex), !octets.isEmpty else {
      self = .blank
      return
    }
    guard let message = try? NDEFMessage(decoding: octets) else {
      self = .other
      return
    }
    let ours = message.records.first { $0.typeNameFormat == .external && $0.type == Array(KeyCard.recordType.utf8) }
    guard let ours else {
      self = message.records.allSatisfy { $0.typeNameFormat == .empty } ? .blank : .other
      return
    }
    do { self = .card(try KeyCard(octets: ours.payload)) } catch { self = .damaged }
  }

  /// The message that carries a request or an answer.
  static func message(_ card: KeyCard) -> [UInt8] {
    guard let record = try? ExternalRecord(KeyCard.recordType, payload: card.octets).record else {
      preconditionFailure("the type is 17 ASCII letters")
    }
    return NDEFMessage([record]).encoded()
  }
}
