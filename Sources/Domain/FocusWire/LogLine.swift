/// One line of a whole log as text, which `focuskey export` writes and `focuskey import` reads: one JSON object a line,
/// so that thirty years of sessions never have to fit in memory.
///
/// In this order:
/// ```json
/// {"export":"focuskey","v":1}
/// {"at":1795250000000,"settings":{"keys":[],"profiles":[…],"promise":"…"}}
/// {"at":1795250012345,"fact":"session-started","v":1,…}
/// {"alive":{"at":1795250099999,"boot":"…","steady":4711}}
/// {"end":{"facts":1,"settings":1}}
/// ```
/// Settings stand there as often as they were changed, the oldest first; facts as the log keeps them, with the digests
/// of recovery codes and with all that breaks, exits and keys have come to; `alive` is the last moment at which the
/// service is known to have run. Times are milliseconds since 1970. A file without its last line was cut off.
package enum LogLine: Equatable, Sendable {
  /// The first line: what this is, in which version.
  case head
  /// The configuration from then on.
  case settings(JSONValue, at: Timestamp)
  case fact(Fact)
  /// When the service is last known to have run.
  case alive(Moment)
  /// The last line: how much there was.
  case end(facts: Int, settings: Int)

  /// The version of the format that is written; every earlier one is still read.
  package static let version: Int64 = 1

  package var json: JSONValue {
    switch self {
    case .head: ["export": "focuskey", "v": .integer(Self.version)]
    case .settings(let settings, let at): ["at": .integer(at.milliseconds), "settings": settings]
    case .fact(let fact): fact.json
    case .alive(let moment):
      [
        "alive": [
          "at": .integer(moment.wall.milliseconds), "steady": .integer(moment.steady),
          "boot": .string(moment.boot.text),
        ]
      ]
    case .end(let facts, let settings): ["end": ["facts": JSONValue(facts), "settings": JSONValue(settings)]]
    }
  }

  package init(octets: [UInt8], meaningOf meaning: (String) -> LinkMeaning) throws(TextError) {
    let item: JSONItem
    do throws(JSONError) { item = JSONItem(try JSONDocument(octets).root) } catch { throw TextError(error) }
    if item.node["fact"] != nil {
      do throws(FactError) { self = .fact(try Fact(item)) } catch { throw TextError(error, in: item) }
    } else {
      do throws(JSONShapeError) { self = try Self.other(item, meaningOf: meaning) } catch { throw TextError(error) }
    }
  }

  private static func other(
    _ item: JSONItem, meaningOf meaning: (String) -> LinkMeaning
  ) throws(JSONShapeError) -> LogLine {
    if item.node["export"] != nil {
      let members = try item.members("export", "v")
      _ = try members.required("export").word(among: ["focuskey"])
      _ = try members.required("v").integer(in: 1...version)
      return .head
    }
    if item.node["alive"] != nil {
      let alive = try item.members("alive").required("alive").members("at", "steady", "boot")
      return .alive(
        Moment(
          wall: Timestamp(milliseconds: try alive.required("at").integer()),
          steady: try alive.required("steady").integer(), boot: BootID(try alive.required("boot").string())))
    }
    if item.node["end"] != nil {
      let end = try item.members("end").required("end").members("facts", "settings")
      let range = 0...Int64(Int32.max)
      return .end(
        facts: Int(try end.required("facts").integer(in: range)),
        settings: Int(try end.required("settings").integer(in: range)))
    }
    guard item.node["settings"] != nil else {
      throw item.refusal("not a line of an export, which is a fact, settings, the first line or the last")
    }
    let members = try item.members("at", "settings")
    let settings = try members.required("settings")
    _ = try SettingsFile(settings, meaningOf: meaning)
    return .settings(settings.node.value, at: Timestamp(milliseconds: try members.required("at").integer()))
  }
}
