/// A record of somebody's own type, `domain:name` (NDEF 1.0, 3.2.6; RTD 1.0, 2.2 and 3.3).
public struct ExternalRecord: Equatable, Sendable {
  /// The type, lower case, since it is compared without regard to case.
  public let type: String
  /// The payload.
  public let payload: [UInt8]

  /// Makes an external record; the type is written in lower case.
  ///
  /// - Throws: a fault if the type is empty, longer than 255 octets or not ASCII.
  public init(_ type: String, payload: [UInt8]) throws(PayloadError) {
    guard !type.isEmpty else { throw PayloadError(.emptyName, at: 0) }
    guard type.utf8.count <= 0xFF else {
      throw PayloadError(.tooLong("type", atMost: 0xFF, is: type.utf8.count), at: 0)
    }
    for octet in type.utf8 where !(0x21..<0x7F).contains(octet) { throw PayloadError(.nameNotASCII(octet), at: 0) }
    self.type = type.lowercased()
    self.payload = payload
  }

  /// The record.
  public var record: NDEFRecord { NDEFRecord(checked: .external, type: Array(type.utf8), payload: payload) }
}

/// An Android Application Record: which app Android starts for the card.
public struct AndroidApplication: Equatable, Sendable {
  /// The external type. Android compares it octet by octet.
  public static let typeName = "android.com:pkg"

  /// The package name.
  public let package: String

  /// Names a package.
  ///
  /// - Throws: a fault if the name is empty.
  public init(_ package: String) throws(PayloadError) {
    guard !package.isEmpty else { throw PayloadError(.emptyName, at: 0) }
    self.package = package
  }

  /// Reads the payload of an Android Application Record.
  public init(decoding payload: [UInt8]) throws(PayloadError) {
    guard !payload.isEmpty else { throw PayloadError(.emptyName, at: 0) }
    guard let package = String(validating: payload, as: UTF8.self) else { throw PayloadError(.notUTF8, at: 0) }
    self.package = package
  }

  /// The record.
  public var record: NDEFRecord {
    NDEFRecord(checked: .external, type: Array(Self.typeName.utf8), payload: Array(package.utf8))
  }
}
