internal import NDEF
internal import Octets
internal import SyncProtocol

enum KeyCardContents: Equatable {
  case blank
  /// The message has nothing to do with joining.
  case other
  case damaged
  case card(KeyCard)

  /// Reads a message in hex digits, as keytool shows it; `nil` for a card without one.
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

  static func message(_ card: KeyCard) -> [UInt8] {
    guard let record = try? ExternalRecord(KeyCard.recordType, payload: card.octets).record else {
      preconditionFailure("the type is 17 ASCII letters")
    }
    return NDEFMessage([record]).encoded()
  }
}
