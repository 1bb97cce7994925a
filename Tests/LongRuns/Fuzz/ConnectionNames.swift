// rooms: Octets SiteRules ConnectionNames

import ConnectionNames
import SiteRules

/// Octets as a stranger's connection would send them: whole, and cut into two pieces in the wrong order; both must
/// say the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWireNames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  _ = ClientHello.read(octets)
  if case .request(let head) = RequestHead.read(octets) { precondition(head.length <= count) }
  if case .request(let request) = ProxyRequest.read(octets) { precondition(request.length <= count) }
  // A connection says the same however its octets are cut.
  var reader = DestinationReader()
  let whole = reader.read(octets)
  if count > 2, count < FirstFlight.longest {
    let cut = 1 + Int(octets[0]) % (count - 1)
    var flight = FirstFlight(firstSequence: .max)
    flight.add(octets[cut...], sequence: UInt32.max &+ UInt32(cut))
    flight.add(octets[..<cut], sequence: .max)
    precondition(flight.octets == octets)
    var pieces = DestinationReader()
    let first = pieces.read(octets[..<cut])
    precondition(first + pieces.read(octets[cut...]) == whole && pieces.isOver == reader.isOver)
  }
  var names = ConnectionNames(capacity: 4)
  for (turn, piece) in octets.split(separator: 0x2F, maxSplits: 16).enumerated() {
    guard let packet = TCPPacket(Array(piece)) else { continue }
    _ = names.see(packet, at: UInt64(turn) << 13, isWeb: turn % 2 == 0)
    if let sealed = packet.sealed(Array(piece)) { precondition(sealed.count == piece.count) }
  }
  precondition(names.count <= 4 && names.size <= ConnectionNames.mostOctets)
  if case .name(let name)? = whole.last?.what, let site = SiteName(wire: name) {
    precondition(SiteName(wire: site.octets) == site)
    var table = SiteTable(seed: 1)
    table.insert(site)
    precondition(table.match(site)?.start == 0)
  }
  return 0
}
