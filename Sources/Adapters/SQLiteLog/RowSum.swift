internal import Digests
internal import SQLiteFiles

/// A sum over rows that are made from the facts: a row that is changed, gone or new changes it, whatever the order. It
/// is kept with them, so that damage is found without folding all facts again.
struct RowSum: Equatable {
  private(set) var number: UInt64 = 0

  init() {}

  init(stored: Int64) { number = UInt64(bitPattern: stored) }

  var stored: Int64 { Int64(bitPattern: number) }

  mutating func add(_ row: borrowing Statement, of table: String) { number &+= Self.word(row, table) }

  mutating func remove(_ row: borrowing Statement, of table: String) { number &-= Self.word(row, table) }

  private static func word(_ row: borrowing Statement, _ table: String) -> UInt64 {
    var text = Array(table.utf8)
    for column in 0..<row.columnCount {
      // What is not there is not an empty text.
      text.append(row.isNull(column) ? 0 : 1)
      text += row.octets(column)
      text.append(0)
    }
    return BLAKE2b.digest(of: text, count: 8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension Connection {
  /// The tables that are made from the facts, each with its key.
  static let madeTables = [("sessions", "id"), ("days", "day"), ("hours", "hour")]

  func madeSum() throws(SQLiteError) -> RowSum {
    var sum = RowSum()
    for (table, _) in Self.madeTables {
      let rows = try prepare("SELECT * FROM \(table)")
      while try rows.step() { sum.add(rows, of: table) }
    }
    return sum
  }
}

/// Rows of one table, looked up before and after they are changed.
struct SummedRows: ~Copyable {
  private let table: String
  private let select: Statement

  init(_ database: borrowing Connection, _ table: String, key: String) throws(SQLiteError) {
    self.table = table
    select = try database.prepare("SELECT * FROM \(table) WHERE \(key) = ?")
  }

  func change(
    _ sum: inout RowSum, bind: (borrowing Statement) throws(SQLiteError) -> Void, _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try look(bind) { sum.remove($0, of: table) }
    try body()
    try look(bind) { sum.add($0, of: table) }
  }

  private func look(
    _ bind: (borrowing Statement) throws(SQLiteError) -> Void, _ found: (borrowing Statement) -> Void
  ) throws(SQLiteError) {
    defer { select.reset() }
    try bind(select)
    if try select.step() { found(select) }
  }
}
