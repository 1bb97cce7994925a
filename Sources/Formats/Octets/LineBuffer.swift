/// Cuts a stream of octets into lines, whatever the pieces in which they come.
public struct LineBuffer: Sendable {
  private let longest: Int
  private var octets: [UInt8] = []
  private var start = 0
  /// No line ends before this place.
  private var searched = 0
  /// Whether the stream has no line end where one is due: the writer is not who we think.
  public private(set) var isTooLong = false

  /// A buffer for lines of at most `longest` octets.
  public init(longest: Int) {
    self.longest = longest
  }

  /// Takes what arrived.
  public mutating func add(_ arrived: some Collection<UInt8>) {
    if start > 0 {
      octets.removeFirst(start)
      searched -= start
      start = 0
    }
    octets += arrived
  }

  /// Whether a whole line is there.
  public var hasLine: Bool { octets[searched...].contains(0x0A) }

  /// The next whole line without its end, or `nil` while there is none, and once ``isTooLong``.
  public mutating func next() -> ArraySlice<UInt8>? {
    guard let end = octets[searched...].firstIndex(of: 0x0A) else {
      searched = octets.count
      isTooLong = searched - start > longest
      return nil
    }
    isTooLong = end - start > longest
    guard !isTooLong else { return nil }
    defer { (start, searched) = (end + 1, end + 1) }
    return octets[start..<end]
  }
}
