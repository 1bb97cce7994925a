/// The octets of one direction of a TCP connection, put in order from packets that may come late, twice or in pieces.
public struct FirstFlight: Sendable {
  /// What came without a gap and was not taken yet.
  public private(set) var octets: [UInt8] = []
  /// Octets that came before what belongs in front of them, by their sequence number.
  private var ahead: [(sequence: UInt32, octets: [UInt8])] = []
  /// The sequence number of the first octet that was not taken yet.
  private var first: UInt32

  /// The most that is kept at once; a name comes far before.
  public static let longest = 2 * ClientHello.longest
  /// The most pieces that are kept out of order.
  public static let mostPieces = 64

  /// A flight whose first octet has this sequence number: one more than that of the SYN (RFC 9293 3.4).
  public init(firstSequence: UInt32) {
    first = firstSequence
  }

  /// Adds what a packet carries.
  ///
  /// What came first stays: a later packet cannot change octets that were already judged.
  public mutating func add(_ piece: ArraySlice<UInt8>, sequence: UInt32) {
    // Sequence numbers run round (RFC 9293 3.4); half the circle behind is the past.
    let distance = distance(to: sequence)
    guard !piece.isEmpty, distance > -Self.longest, distance + piece.count <= Self.longest else { return }
    if distance <= octets.count {
      join(piece, at: distance)
      while let next = ahead.firstIndex(where: { self.distance(to: $0.sequence) <= octets.count }) {
        let piece = ahead.remove(at: next)
        join(piece.octets[...], at: self.distance(to: piece.sequence))
      }
    } else if ahead.count < Self.mostPieces {
      ahead.append((sequence, Array(piece)))
    }
  }

  /// Gives what came without a gap, and goes on behind it.
  public mutating func take() -> [UInt8] {
    defer { octets = [] }
    first &+= UInt32(truncatingIfNeeded: octets.count)
    return octets
  }

  private func distance(to sequence: UInt32) -> Int {
    Int(Int32(bitPattern: sequence &- first))
  }

  /// Whether a packet with this sequence number is behind octets that never came.
  func lacksOctets(before sequence: UInt32) -> Bool {
    distance(to: sequence) > octets.count
  }

  private mutating func join(_ piece: ArraySlice<UInt8>, at distance: Int) {
    octets += piece.dropFirst(octets.count - distance)
  }
}
