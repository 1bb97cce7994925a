extension Form where Value == Music {
  static var music: Form {
    Form.members(
      of: { Music(player: "") },
      Member(
        "player", keep: { .string($0.player) },
        required: { item, music throws(JSONShapeError) in
          music.player = try item.string()
          // What can follow org.mpris.MediaPlayer2. in the name of a player on the bus.
          guard (1...100).contains(music.player.utf8.count), music.player.utf8.allSatisfy(isPartOfBusName) else {
            throw item.refusal("a player is called by its name on the session bus, such as mpv")
          }
        }),
      Member(
        "uri", keep: { $0.uri.map { .string($0) } },
        read: { item, music throws(JSONShapeError) in
          let text = try item.string()
          guard (3...2048).contains(text.utf8.count), text.contains(":"),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
          else { throw item.refusal("music is named by a URI, such as file:///music/focus") }
          music.uri = text
        }), Member(\.volume, .optional(.number("volume", in: 0...100))),
      Member(\.inBreaks, .choice("inBreaks").unless(.pause)))
  }
}

private func isPartOfBusName(_ octet: UInt8) -> Bool {
  switch octet {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
  default: false
  }
}
