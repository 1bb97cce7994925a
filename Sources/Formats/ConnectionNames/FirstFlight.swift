/// The first octets of one direction of a TCP connection, put in order from packets that may come late, twice or in
/// pieces.
public struct FirstFlight: Sendable {
  /// What came without a gap from the first octet on.
  public private(set) var octets: [UInt8] = []
  /// Octets that came before what belongs in front of them, by their distance from the first octet.
  private var ahead: [(distance: Int, octets: [UInt8])] = []
  private let first: UInt32

  /// The most that is kept; a name comes far before.
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
    let distance = Int(Int32(bitPattern: sequence &- first))
    guard !piece.isEmpty, distance > -Self.longest, distance + piece.count <= Self.longest else { return }
    if distance <= octets.count {
      join(piece, at: distance)
      while let next = ahead.firstIndex(where: { $0.distance <= octets.count }) {
        let piece = ahead.remove(at: next)
        join(piece.octets[...], at: piece.distance)
      }
    } else if ahead.count < Self.mostPieces {
      ahead.append((distance, Array(piece)))
    }
  }

  /// Whether a packet with this sequence number comes after octets that never came.
  func lacksOctets(before sequence: UInt32) -> Bool {
    Int(Int32(bitPattern: sequence &- first)) > octets.count
  }

  private mutating func join(_ piece: ArraySlice<UInt8>, at distance: Int) {
    octets += piece.dropFirst(octets.count - distance)
  }
}
