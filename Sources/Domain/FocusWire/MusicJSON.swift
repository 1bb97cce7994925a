internal import FocusSession
internal import JSONText

extension Music {
  var json: JSONValue {
    .members([
      "player": .string(player), "uri": uri.map { .string($0) }, "volume": volume.map { JSONValue($0) },
      "inBreaks": inBreaks == .pause ? nil : "play",
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("player", "uri", "volume", "inBreaks")
    let named = try members.required("player")
    let player = try named.string()
    // What can follow org.mpris.MediaPlayer2. in the name of a player on the bus.
    guard (1...100).contains(player.utf8.count), player.utf8.allSatisfy(isPartOfBusName) else {
      throw named.refusal("a player is called by its name on the session bus, such as mpv")
    }
    self.init(player: player)
    if let item = members["uri"] {
      let text = try item.string()
      guard (3...2048).contains(text.utf8.count), text.contains(":"),
        text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else { throw item.refusal("music is named by a URI, such as file:///music/focus") }
      uri = text
    }
    if let item = members["volume"] { volume = Int(try item.integer(in: 0...100)) }
    if let item = members["inBreaks"] {
      inBreaks = try item.word(among: ["pause", "play"]) == "play" ? .play : .pause
    }
  }
}

private func isPartOfBusName(_ octet: UInt8) -> Bool {
  switch octet {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
  default: false
  }
}
