internal import Digests
internal import Octets
internal import SQLiteFiles

/// Where a table ends whose rows are chained: each has a digest of itself and of the digest before it, so that no row
/// can change, go or come in between without the next ones telling.
///
/// A digest is that of a text which a person can make as well, with the digest before it in hex digits:
/// `printf '%s' "$before $wall $kind $body" | b2sum -l 128`. It shows what happened to the file,
/// not what was done by a person who makes digests, too.
struct ChainEnd: Equatable, Sendable {
  /// The number of the last row; 0 where there is none.
  var number: Int64 = 0
  /// Empty if the row was written before rows had digests.
  var digest: [UInt8] = []

  func digest(wall: Int64, kind: String, body: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(body.count + kind.utf8.count + 64)
    text += HexText.text(of: digest).utf8
    text.append(0x20)
    text += String(wall).utf8
    text.append(0x20)
    text += kind.utf8
    text.append(0x20)
    text += body
    return BLAKE2b.digest(of: text, count: 16)
  }
}

struct LogEnds: Equatable, Sendable {
  var facts = ChainEnd()
  var settings = ChainEnd()
}

extension Connection {
  func ends() throws(SQLiteError) -> LogEnds {
    LogEnds(facts: try chainEnd(of: "facts"), settings: try chainEnd(of: "settings"))
  }

  func chainEnd(of table: String, upTo number: Int64 = .max) throws(SQLiteError) -> ChainEnd {
    let last = try prepare(
      "SELECT seq, chain FROM \(table) WHERE seq <= \(number) ORDER BY seq DESC LIMIT \(Self.mostForeignRows)")
    var end = ChainEnd()
    while end.digest.isEmpty, try last.step() {
      if end.number == 0 { end.number = last.integer(0) }
      end.digest = last.octets(1)
    }
    return end
  }

  /// Rows that somebody else added have no digest: the chain goes on from the last that has one.
  private static var mostForeignRows: Int { 100 }
}
