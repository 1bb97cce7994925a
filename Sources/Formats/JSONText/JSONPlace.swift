/// Where something is in a text.
public struct JSONPlace: Equatable, Sendable {
  private var storedOffset: Int32
  private var storedLine: Int32
  private var storedColumn: Int32

  /// The number of octets before it.
  public var offset: Int { Int(storedOffset) }
  /// Its line, counted from 1.
  public var line: Int { Int(storedLine) }
  /// Its column, counted from 1 in Unicode scalars, so that it is what an editor shows.
  public var column: Int { Int(storedColumn) }

  /// Creates a place. Texts are limited to far less than 2 GB, so 32 bits hold each part and a tree stays small.
  public init(offset: Int, line: Int, column: Int) {
    storedOffset = Int32(clamping: offset)
    storedLine = Int32(clamping: line)
    storedColumn = Int32(clamping: column)
  }

  /// The first octet of a text.
  public static let start = JSONPlace(offset: 0, line: 1, column: 1)
}
