/// What a record says, as a value.
public enum RecordContent: Equatable, Sendable {
  /// Nothing (TNF 0).
  case empty
  /// `U`.
  case uri(URIRecord)
  /// `T`.
  case text(TextRecord)
  /// `Sp`.
  case smartPoster(SmartPoster)
  /// `android.com:pkg`.
  case androidApplication(AndroidApplication)
  /// Another external type; the type as it is, and the payload is the record's.
  case external(type: String)
  /// A media type that is not known more closely here.
  case media(type: String)
  /// A URI as the name of the payload's format (TNF 3).
  case absoluteURI(String)
  /// `Hs`, `Hr`, `Hm`, `Hi`.
  case handover(Handover)
  /// `application/vnd.wfa.wsc`.
  case wiFi(WiFiConfiguration)
  /// `application/vnd.bluetooth.ep.oob`.
  case bluetooth(BluetoothOutOfBand)
  /// `application/vnd.bluetooth.le.oob`.
  case bluetoothLowEnergy(BluetoothOutOfBand)
  /// `Sig`.
  case signature(SignatureRecord)
  /// `Di`.
  case deviceInformation(DeviceInformation)
  /// Another NFC Forum type.
  case wellKnown(type: String)
  /// A payload of which nothing is said (TNF 5, and 7, which is read like it).
  case unknown
  /// The type is known, but the payload is not what it promises. Readers pass over such a record; the message stays
  /// good.
  case malformed(RecordType, PayloadError)
}

/// The types whose payloads are read.
public enum RecordType: String, Equatable, Sendable, CaseIterable {
  case uri
  case text
  case smartPoster = "smart-poster"
  case androidApplication = "aar"
  case handover
  case wiFi = "wifi"
  case bluetooth
  case bluetoothLowEnergy = "bluetooth-le"
  case signature
  case deviceInformation = "device-information"
}

extension NDEFRecord {
  /// What the record says. This never fails: a payload that its type does not allow is
  /// ``RecordContent/malformed(_:_:)``.
  public var content: RecordContent {
    switch typeNameFormat {
    case .empty: .empty
    case .wellKnown: wellKnownContent
    case .media: mediaContent
    case .absoluteURI: .absoluteURI(typeName)
    case .external:
      // Android starts an app only for exactly these octets, though external types are elsewhere compared without
      // regard to case.
      parts.span.spell(AndroidApplication.typeName, at: 0..<Int(typeLength))
        ? read(.androidApplication) { payload throws(PayloadError) in
          .androidApplication(try AndroidApplication(decoding: payload))
        } : .external(type: typeName)
    case .unknown, .reserved, .unchanged: .unknown
    }
  }

  /// The type as a text; octets that are not UTF-8 show as U+FFFD.
  public var typeName: String { String(decoding: parts[..<Int(typeLength)], as: UTF8.self) }

  private var wellKnownContent: RecordContent {
    // The two types that nearly all cards carry are read where they lie.
    if isWellKnown("U") {
      do {
        return .uri(try URIRecord(in: parts, at: payloadStart..<parts.count))
      } catch {
        return .malformed(.uri, error)
      }
    }
    if isWellKnown("T") {
      do {
        return .text(try TextRecord(in: parts, from: payloadStart))
      } catch {
        return .malformed(.text, error)
      }
    }
    switch typeName {
    case "Sp":
      return read(.smartPoster) { payload throws(PayloadError) in .smartPoster(try SmartPoster(decoding: payload)) }
    case "Hs": return handover(.select)
    case "Hr": return handover(.request)
    case "Hm": return handover(.mediation)
    case "Hi": return handover(.initiate)
    case "Sig":
      return read(.signature) { payload throws(PayloadError) in .signature(try SignatureRecord(decoding: payload)) }
    case "Di":
      return read(.deviceInformation) { payload throws(PayloadError) in
        .deviceInformation(try DeviceInformation(decoding: payload))
      }
    default: return .wellKnown(type: typeName)
    }
  }

  private var mediaContent: RecordContent {
    switch typeName.lowercased() {
    case WiFiConfiguration.mediaType:
      read(.wiFi) { payload throws(PayloadError) in .wiFi(try WiFiConfiguration(decoding: payload)) }
    case BluetoothOutOfBand.classicMediaType:
      read(.bluetooth) { payload throws(PayloadError) in .bluetooth(try BluetoothOutOfBand(decodingClassic: payload)) }
    case BluetoothOutOfBand.lowEnergyMediaType:
      read(.bluetoothLowEnergy) { payload throws(PayloadError) in
        .bluetoothLowEnergy(try BluetoothOutOfBand(decodingLowEnergy: payload))
      }
    default: .media(type: typeName)
    }
  }

  private func handover(_ role: Handover.Role) -> RecordContent {
    read(.handover) { payload throws(PayloadError) in .handover(try Handover(role, decoding: payload)) }
  }

  private func read(
    _ known: RecordType, _ decode: ([UInt8]) throws(PayloadError) -> RecordContent
  ) -> RecordContent {
    do {
      return try decode(payload)
    } catch {
      return .malformed(known, error)
    }
  }
}
