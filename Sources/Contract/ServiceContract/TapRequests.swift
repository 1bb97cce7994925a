internal import Octets

package enum TapRequests {
  package static let open = Signature("open", "Follow a link that is not a key", .text("url"))
  package static let tap = Signature("tap", "Tap a card on the simulated reader", .simulatedTap)
  package static let card = Signature(
    "simulated-card", "The card on the simulated reader; a blank one is put there if wanted", .truth("blank").or(false))
  package static let exchange = Signature(
    "simulated-exchange", "Carry a command to the card on the simulated reader", .octets("uid"),
    .optional(.octets("frame")))
  package static let release = Signature("simulated-release", "Keep what was written to simulated cards")
  package static let lease = Signature(
    "reader-lease", "Lend readers: cards there do nothing while the connection lasts", .optional(.text("reader")))
  package static let write = Signature("write-card", "Write a link on the next card", .text("link"))
  package static let explain = Signature(
    "explain-link", "What an association file makes of a link", .text("aasa"), .text("url"), .optional(.text("domain")),
    .optional(.text("app")))
}

package enum SimulatedTap: Sendable, Equatable {
  /// A registered key taps.
  case key(String)
  /// A card with that link taps; without a `uid`, one is derived from the link.
  case link(String, uid: [UInt8]?)
  /// A card without a link taps.
  case uid([UInt8])
  /// The card on the reader is taken away.
  case lift
}

extension Parameter {
  static func octets(_ name: String) -> Parameter<[UInt8]> where Value == [UInt8] {
    Parameter(name, shape: "\"HEX\"", read: { item throws(JSONShapeError) in try item.octets() }) {
      .string(HexText.text(of: $0))
    }
  }
}

extension Parameter where Value == SimulatedTap {
  static var simulatedTap: Parameter<SimulatedTap> {
    Parameter(
      of: [
        .init("key", shape: "\"KEY\""), .init("link", shape: "\"LINK\""), .init("uid", shape: "\"HEX\""),
        .init("lift", shape: "true"),
      ],
      read: { given throws(JSONShapeError) in
        let uid = try given["uid"].map { item throws(JSONShapeError) in try item.octets() }
        if let lift = try given["lift"]?.bool(), lift { return .lift }
        if let key = try given["key"]?.string() { return .key(key) }
        if let link = try given["link"]?.string() { return .link(link, uid: uid) }
        if let uid { return .uid(uid) }
        throw given.item.refusal("a tap needs a key, a link or a uid, or lifts the card")
      },
      write: { tap, members in
        switch tap {
        case .key(let key): members["key"] = .string(key)
        case .link(let link, let uid):
          members["link"] = .string(link)
          members["uid"] = uid.map { .string(HexText.text(of: $0)) }
        case .uid(let uid): members["uid"] = .string(HexText.text(of: uid))
        case .lift: members["lift"] = true
        }
      })
  }
}

extension JSONItem {
  fileprivate func octets() throws(JSONShapeError) -> [UInt8] {
    let text = try string()
    return try renaming({ (_: HexError) in refusal("these are not hex digits") }, HexText.octets(of: text))
  }
}
