/// Octets that came and were not read yet. Each is looked at once in the search for the end of a line, however they
/// are cut.
struct Unread: Sendable {
  private var octets: [UInt8] = []
  private var start = 0
  /// No line ends before this place.
  private var searched = 0

  init(_ octets: [UInt8] = []) {
    self.octets = octets
  }

  var count: Int { octets.count - start }
  var isEmpty: Bool { start == octets.count }
  var first: UInt8? { isEmpty ? nil : octets[start] }
  var rest: ArraySlice<UInt8> { octets[start...] }

  mutating func append(_ piece: some Collection<UInt8>) {
    octets += piece
  }

  mutating func drop(_ count: Int) {
    start += count
    if start == octets.count {
      octets = []
      start = 0
    } else if start >= 4096, start * 2 >= octets.count {
      octets.removeFirst(start)
      searched = max(0, searched - start)
      start = 0
    }
    searched = octets.isEmpty ? 0 : max(searched, start)
  }

  /// The next line without its end, and how many octets it had with it; `nil` if it is not whole yet.
  mutating func nextLine() -> (text: [UInt8], length: Int)? {
    guard let end = octets[searched...].firstIndex(of: 0x0A) else {
      searched = octets.count
      return nil
    }
    var line = octets[start..<end]
    if line.last == 0x0D { line = line.dropLast() }
    let (text, length) = (Array(line), end + 1 - start)
    drop(length)
    return (text, length)
  }
}
