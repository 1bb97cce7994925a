// The same for what two kinds of records say.

/// The beginnings of URI records, by code (URI RTD 1.0, table 3).
package let plainURIBeginnings = [
  "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
  "ftp://ftp.",
  "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:", "telnet://", "imap:", "rtsp://", "urn:",
  "pop:",
  "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://", "tcpobex://", "irdaobex://", "file://",
  "urn:epc:id:",
  "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
]

/// The URI that a payload says, or `nil` if readers discard it.
package func plainURI(of payload: [UInt8]) -> String? {
  guard let code = payload.first else { return nil }
  let rest = Array(payload.dropFirst())
  guard !rest.contains(where: { octet in octet < 0x20 }) else { return nil }
  guard let text = String(validating: rest, as: UTF8.self) else { return nil }
  return (Int(code) < plainURIBeginnings.count ? plainURIBeginnings[Int(code)] : "") + text
}

/// The shortest payload for a URI, found by trying all 36.
package func plainURIPayload(of uri: String) -> [UInt8] {
  var best = [UInt8(0)] + Array(uri.utf8)
  for (code, beginning) in plainURIBeginnings.enumerated() where Array(uri.utf8).starts(with: Array(beginning.utf8)) {
    let payload = [UInt8(code)] + Array(uri.utf8.dropFirst(beginning.utf8.count))
    if payload.count < best.count { best = payload }
  }
  return best
}

/// The language and text that a payload says, or `nil` if it is malformed.
package func plainText(of payload: [UInt8]) -> (language: String, text: String)? {
  guard let status = payload.first else { return nil }
  let length = Int(status % 64)
  guard length > 0, payload.count >= 1 + length else { return nil }
  let language = payload[1..<1 + length]
  guard language.allSatisfy({ octet in octet < 128 }) else { return nil }
  var letters = Array(payload[(1 + length)...])
  let name = String(decoding: language, as: UTF8.self)
  if status < 128 { return String(validating: letters, as: UTF8.self).map { text in (name, text) } }
  guard letters.count % 2 == 0 else { return nil }
  var bigEndian = true
  if letters.starts(with: [0xFE, 0xFF]) {
    letters.removeFirst(2)
  } else if letters.starts(with: [0xFF, 0xFE]) {
    letters.removeFirst(2)
    bigEndian = false
  }
  var units: [UInt16] = []
  while !letters.isEmpty {
    let (one, two) = (UInt16(letters[0]), UInt16(letters[1]))
    units.append(bigEndian ? one * 256 + two : two * 256 + one)
    letters.removeFirst(2)
  }
  return String(validating: units, as: UTF16.self).map { text in (name, text) }
}
