internal import Octets

extension Key {
  var json: JSONValue {
    .members([
      "id": .string(id.text), "name": name == id.text ? nil : .string(name),
      "uid": uid.map { .string(HexText.text(of: $0.octets, uppercase: true)) },
      "may": JSONValue(may.roles.map { $0.word }), "link": link.map { .string($0) },
      "proof": proof == .uid ? nil : .string(proof.word), "doubleTap": doubleTapBreaks ? "break" : nil,
    ])
  }

  init(_ item: JSONItem, meaningOf meaning: (String) -> LinkMeaning) throws(JSONShapeError) {
    let members = try item.members("id", "name", "uid", "may", "link", "proof", "doubleTap")
    self.init(id: KeyID(try members.required("id").id()))
    if let item = members["name"] { name = try item.shortText() }
    if let item = members["uid"] {
      let uid = try item.cardUID()
      guard (1...16).contains(uid.octets.count) else { throw item.refusal("a UID has 1 to 16 bytes") }
      self.uid = uid
    }
    if let item = members["may"] {
      var roles: [Role] = []
      for element in try item.array() { roles.append(try element.choice()) }
      may = RoleSet(roles)
    }
    if let item = members["proof"] { proof = try item.choice() }
    if let item = members["doubleTap"] { doubleTapBreaks = try item.word(among: ["break", "none"]) == "break" }
    guard let item = members["link"] else { return }
    let text = try item.string()
    switch meaning(text) {
    case .ask(let ask):
      link = text
      self.ask = ask
    case .fault(let reason): throw item.refusal(reason)
    }
  }
}

/// The meaning of a link, which the caller supplies because it can read links.
package enum LinkMeaning: Sendable {
  case ask(Intent)
  /// It isn't one of our links, for this reason.
  case fault(String)
}
