package import FocusWire

extension HookBook {
  /// The names under which a value says what a hook does.
  package static let actionNames = ["run", "post", "headers", "mqtt", "within"]

  /// Reads the hooks of a configuration:
  ///
  /// ```json5
  /// hooks: [
  ///   { on: ["session-started", "session-ended"], run: ["notify-send", "FocusKey"] },
  ///   { on: "break-started", post: "https://example.com/hook", headers: { Authorization: "..." }, within: "5s" },
  ///   { on: "session-ended", mqtt: "mqtt://broker.local/focuskey/events" },
  /// ]
  /// ```
  ///
  /// - Parameter before: hooks that were read elsewhere and stand first.
  package init(_ item: JSONItem?, after before: [Hook] = []) throws(JSONShapeError) {
    var hooks = before
    for entry in try item?.array() ?? [] {
      let members = try entry.members(among: ["on"] + Self.actionNames)
      hooks.append(
        try Hook(members, name: "hooks[\(hooks.count - before.count)]", causes: Self.events(members.required("on"))))
    }
    self.init(hooks)
  }

  /// One event's name, or several.
  private static func events(_ item: JSONItem) throws(JSONShapeError) -> [Hook.Cause] {
    guard item.node.array != nil else { return [.event(try item.word(among: Event.names))] }
    var causes: [Hook.Cause] = []
    for name in try item.array() { causes.append(.event(try name.word(among: Event.names))) }
    guard !causes.isEmpty else { throw item.refusal("name at least one event") }
    return causes
  }
}

extension Hook {
  /// Reads what a hook does from a value that may say other things as well.
  package init(_ members: JSONMembers, name: String, causes: [Cause]) throws(JSONShapeError) {
    let actions = [members["run"], members["post"], members["mqtt"]].compactMap { action in action }
    guard actions.count == 1 else {
      throw members.item.refusal(
        actions.isEmpty ? "give an action: run, post or mqtt" : "give only one of run, post and mqtt")
    }
    let action: Action
    if let run = members["run"] {
      action = .run(try Self.words(run))
    } else if let post = members["post"] {
      action = .post(
        url: try Self.address(post, schemes: ["https", "http"], example: "https://example.com/hook"),
        headers: try Self.headers(members["headers"]))
    } else {
      action = .publish(url: try Self.topic(members.required("mqtt")))
    }
    if members["post"] == nil, let headers = members["headers"] { throw headers.refusal("headers go with post") }
    let limit = try members["within"]?.lapse(atMost: .minutes(10))
    self.init(name: name, causes: causes, action: action, limit: limit ?? Self.usualLimit)
  }

  private static func words(_ item: JSONItem) throws(JSONShapeError) -> [String] {
    let words = try item.strings()
    guard let program = words.first, !program.isEmpty else { throw item.refusal("give the program") }
    for word in try item.array() where try word.string().utf8.contains(0) {
      throw word.refusal("a word cannot contain the character U+0000")
    }
    return words
  }

  private static func headers(_ item: JSONItem?) throws(JSONShapeError) -> [Header] {
    var headers: [Header] = []
    for (name, item) in try item?.namedItems() ?? [] {
      let value = try item.string()
      // RFC 9110: a name is a token, a value has no line ends.
      guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }),
        value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else { throw item.refusal("a header cannot contain this") }
      headers.append(Header(name: name, value: value))
    }
    return headers
  }

  /// An address with one of those schemes and a host. What comes after the host is not checked.
  private static func address(
    _ item: JSONItem, schemes: [String], example: String
  ) throws(JSONShapeError) -> String {
    let text = try item.string()
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    for scheme in schemes where text.utf8.starts(with: (scheme + "://").utf8) {
      let host = text.utf8.dropFirst(scheme.utf8.count + 3).prefix { $0 != UInt8(ascii: "/") }
      if isPlain, !host.isEmpty { return text }
    }
    throw item.refusal("write an address like \(example)")
  }

  private static func topic(_ item: JSONItem) throws(JSONShapeError) -> String {
    let text = try address(item, schemes: ["mqtt"], example: "mqtt://broker.local/focuskey/events")
    let topic = text.utf8.dropFirst("mqtt://".utf8.count).drop { $0 != UInt8(ascii: "/") }.dropFirst()
    guard !topic.isEmpty else { throw item.refusal("give the topic after the host") }
    // MQTT 3.1.1, 4.7.1: wildcards are for those who listen.
    guard !topic.contains(where: { "+#?".utf8.contains($0) }) else {
      throw item.refusal("a topic cannot contain +, # or ?")
    }
    return text
  }
}
