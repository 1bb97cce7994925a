/// Cuts a stream of octets into lines, whatever the pieces in which they come.
public struct LineBuffer: Sendable {
  /// The stream holds no line end where one is due: whoever writes there is not who we think.
  public struct TooLong: Error, Equatable, Sendable {}

  private let limit: Int
  private var held: [UInt8] = []

  /// A buffer for lines of at most `limit` octets.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Takes what arrived and gives back the lines that are whole now, without their ends.
  public mutating func take(_ arrived: ArraySlice<UInt8>) throws(TooLong) -> [String] {
    held += arrived
    var lines: [String] = []
    var start = held.startIndex
    while let end = held[start...].firstIndex(of: 0x0A) {
      guard end - start <= limit else { throw TooLong() }
      lines.append(String(decoding: held[start..<end], as: UTF8.self))
      start = end + 1
    }
    held.removeSubrange(..<start)
    guard held.count <= limit else { throw TooLong() }
    return lines
  }
}
