internal import CommandShell
internal import Octets

/// Returns raw octets or decodes hex digits: neither a message nor a memory begins with a digit.
func octetsOrDigits(_ content: [UInt8]) throws(Failure) -> [UInt8] {
  guard looksLikeHex(content) else { return content }
  return try renaming(Failure.noHex, HexText.octets(of: String(decoding: content, as: UTF8.self)))
}

func looksLikeHex(_ content: [UInt8]) -> Bool {
  !content.isEmpty
    && content.allSatisfy { octet in
      HexText.value(ofDigit: octet) != nil || [0x20, 0x09, 0x0A, 0x0D, 0x3A, 0x2D].contains(octet)
    } && content.contains { octet in HexText.value(ofDigit: octet) != nil }
}

/// Decodes a line of hex digits; a good line needs no detour over characters.
func hexOctets(ofLine line: [UInt8]) throws(Failure) -> [UInt8] {
  var octets: [UInt8] = []
  octets.reserveCapacity(line.count / 2)
  var position = 0
  while position + 1 < line.count, let high = HexText.value(ofDigit: line[position]),
    let low = HexText.value(ofDigit: line[position + 1])
  {
    octets.append(high << 4 | low)
    position += 2
  }
  if position == line.count { return octets }
  return try renaming(Failure.noHex, HexText.octets(of: String(decoding: line, as: UTF8.self)))
}

/// Reads one line of JSON. `kind` names the failure; the command `help` explains the format.
func object<Wish>(
  ofLine line: [UInt8], orElse kind: String, help: String, _ read: (JSONItem) throws(JSONShapeError) -> Wish
) throws(Failure) -> Wish {
  func bad(_ kind: String, _ message: String, _ place: JSONPlace, _ advice: String) -> Failure {
    Failure(.badData, kind: kind, what: message, at: .text(place.inWords), advice: advice)
  }
  let root = try renaming(
    { (error: JSONError) in bad("not-json", error.message, error.place, "give one object per line") },
    JSONDocument(line).root)
  return try renaming(
    { (error: JSONShapeError) in bad(kind, error.message, error.place, "see \(help) --help") }, read(JSONItem(root)))
}
