/// The octets of one direction of a TCP connection, put in order from packets that may come late, twice or in pieces.
///
/// What was read is kept until it is known to have arrived: until then the same place can be sent again, and has to say
/// the same.
package struct FirstFlight: Sendable {
  /// Octets that were read, and may have been lost on the way.
  private struct Kept: Sendable {
    let sequence: UInt32
    var octets: [UInt8]
    /// The number expected from the other side when they were sent; `nil` where none was known.
    var acknowledgement: UInt32?
  }

  /// What came without a gap and was not taken yet.
  package private(set) var octets: [UInt8] = []
  /// Octets that came too early, by their sequence number.
  private var ahead: [(sequence: UInt32, octets: [UInt8])] = []
  private var kept: [Kept] = []
  /// The sequence number of the first octet that was not taken yet.
  private var first: UInt32

  /// The most octets kept at once; a name comes far earlier.
  package static let longest = 2 * ClientHello.longest
  package static let mostPieces = 64
  /// This far behind the last octet that was sent, all has arrived: no sender goes further ahead of what the other side
  /// still lacks, because none has a larger window to begin with.
  package static let window = 1 << 16

  /// A flight whose first octet has this sequence number: one more than that of the SYN (RFC 9293 3.4).
  package init(firstSequence: UInt32) {
    first = firstSequence
  }

  var isSettled: Bool { kept.isEmpty }
  /// Whether there is content behind a gap.
  var isBroken: Bool { !ahead.isEmpty }
  func repeats(_ sequence: UInt32) -> Bool { distance(to: sequence) < 0 }
  /// In octets.
  var size: Int {
    octets.count + ahead.reduce(0) { $0 + $1.octets.count } + kept.reduce(0) { $0 + $1.octets.count }
  }

  /// Adds what a packet carries; `false` if it says something else than what came before at the same place.
  ///
  /// What came first stays: a later packet cannot change octets that were already judged.
  @discardableResult
  package mutating func add(_ piece: ArraySlice<UInt8>, sequence: UInt32) -> Bool {
    let saysTheSame = agrees(piece, sequence)
    // Sequence numbers run round (RFC 9293 3.4); half the circle behind is the past.
    let distance = distance(to: sequence)
    guard !piece.isEmpty, distance > -Self.longest, distance + piece.count <= Self.longest else { return saysTheSame }
    if distance <= octets.count {
      join(piece, at: distance)
      while let next = ahead.firstIndex(where: { self.distance(to: $0.sequence) <= octets.count }) {
        let piece = ahead.remove(at: next)
        join(piece.octets[...], at: self.distance(to: piece.sequence))
      }
    } else if ahead.count < Self.mostPieces, size + piece.count <= Self.longest {
      ahead.append((sequence, Array(piece)))
    }
    return saysTheSame
  }

  /// Skips what a packet carries, only comparing it with what was read.
  mutating func pass(_ piece: ArraySlice<UInt8>, sequence: UInt32) -> Bool {
    guard agrees(piece, sequence) else { return false }
    let end = distance(to: sequence) + piece.count
    if end > 0 { first &+= UInt32(truncatingIfNeeded: end) }
    ahead = []
    drop()
    return true
  }

  /// Returns what came without a gap, and continues after it.
  package mutating func take() -> [UInt8] {
    defer { octets = [] }
    first &+= UInt32(truncatingIfNeeded: octets.count)
    drop()
    return octets
  }

  /// Keeps the beginning of what was taken last, for the comparison with what is sent again.
  mutating func keep(_ most: Int, of octets: [UInt8], acknowledgement: UInt32?) {
    guard !octets.isEmpty else { return }
    let sequence = first &- UInt32(truncatingIfNeeded: octets.count)
    let taken = octets.count > most ? Array(octets.prefix(most)) : octets
    if let last = kept.last, last.acknowledgement == acknowledgement, last.octets.count < Self.window / 4,
      last.sequence &+ UInt32(truncatingIfNeeded: last.octets.count) == sequence
    {
      kept[kept.count - 1].octets += taken
    } else {
      kept.append(Kept(sequence: sequence, octets: taken, acknowledgement: acknowledgement))
    }
  }

  /// Drops what has arrived: the other side has answered since it was sent.
  mutating func settle(by acknowledgement: UInt32) {
    guard !kept.isEmpty else { return }
    for index in kept.indices where kept[index].acknowledgement == nil { kept[index].acknowledgement = acknowledgement }
    kept.removeAll { $0.acknowledgement != acknowledgement }
  }

  /// Whether octets before this sequence number are missing.
  func lacksOctets(before sequence: UInt32) -> Bool {
    distance(to: sequence) > octets.count
  }

  private func distance(to sequence: UInt32) -> Int { Self.distance(from: first, to: sequence) }

  private static func distance(from start: UInt32, to sequence: UInt32) -> Int {
    Int(Int32(bitPattern: sequence &- start))
  }

  private func agrees(_ piece: ArraySlice<UInt8>, _ sequence: UInt32) -> Bool {
    // New content, in order: that is nearly always so.
    if ahead.isEmpty, distance(to: sequence) >= octets.count { return true }
    return Self.isSame(piece, Self.distance(from: first, to: sequence), octets)
      && kept.allSatisfy { Self.isSame(piece, Self.distance(from: $0.sequence, to: sequence), $0.octets) }
      && ahead.allSatisfy { Self.isSame(piece, Self.distance(from: $0.sequence, to: sequence), $0.octets) }
  }

  private static func isSame(_ piece: ArraySlice<UInt8>, _ distance: Int, _ other: [UInt8]) -> Bool {
    let start = max(0, distance)
    let end = min(other.count, distance + piece.count)
    guard start < end else { return true }
    let shift = piece.startIndex - distance
    return other[start..<end].elementsEqual(piece[(start + shift)..<(end + shift)])
  }

  private mutating func drop() {
    kept.removeAll { Self.distance(from: $0.sequence, to: first) - $0.octets.count > Self.window }
  }

  private mutating func join(_ piece: ArraySlice<UInt8>, at distance: Int) {
    octets += piece.dropFirst(octets.count - distance)
  }
}
