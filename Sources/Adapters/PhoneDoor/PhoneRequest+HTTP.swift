internal import LoopbackHTTP
internal import PhoneTaps

extension PhoneRequest {
  /// Reads a request over HTTP; `nil` for anything that no phone of ours sends.
  init?(_ request: HTTPRequest) {
    switch (request.method, request.path) {
    case (.get, "/pair"):
      let fields = FormFields(query: request.target)
      self = .pair(phone: fields["p"], nonce: fields["o"], box: fields["b"], proof: fields["m"])
    case (.get, "/tap"):
      let fields = FormFields(query: request.target)
      self = .tap(phone: fields["p"], number: fields["n"], time: fields["t"], route: fields["r"], proof: fields["m"])
    case (.get, "/challenge"):
      self = .challenge
    case (.post, "/tap"):
      let fields = FormFields(request.body)
      self = .answer(phone: fields["p"], challenge: fields["c"], route: fields["r"], proof: fields["m"])
    case (.get, _), (.head, _), (.post, _), (.put, _), (.delete, _), (.connect, _):
      return nil
    }
  }
}

/// A form's fields; missing, duplicate or non-text ones are empty, so that no proof covers them.
private struct FormFields {
  private var values: [String: String] = [:]

  init(query target: String) {
    let query = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first ?? ""
    self.init(Array(query.prefix { $0 != "#" }.utf8))
  }

  init(_ octets: [UInt8]) {
    for item in octets.split(separator: UInt8(ascii: "&")) {
      let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(decoding: parts[0], as: UTF8.self)
      values[name] = values[name] == nil && parts.count == 2 ? Self.text(parts[1]) ?? "" : ""
    }
  }

  subscript(name: String) -> String { values[name] ?? "" }

  /// Decodes a value once (URL Standard, application/x-www-form-urlencoded).
  private static func text(_ value: ArraySlice<UInt8>) -> String? {
    var octets: [UInt8] = []
    var rest = value
    while let octet = rest.popFirst() {
      guard octet == UInt8(ascii: "%") else {
        octets.append(octet == UInt8(ascii: "+") ? 0x20 : octet)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2 else { return nil }
      octets.append(UInt8(digits[0] << 4 | digits[1]))
      rest = rest.dropFirst(2)
    }
    return String(validating: octets, as: UTF8.self)
  }
}
