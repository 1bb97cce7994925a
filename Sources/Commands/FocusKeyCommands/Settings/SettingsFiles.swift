internal import CommandShell
internal import FeaturePorts
internal import FocusLinks
internal import FocusWire
internal import ServiceAPI
internal import SiteLists

enum SettingsFiles {
  /// Reads and checks a whole file; a fault anywhere refuses all of it and names the line.
  static func read(
    _ name: String, _ context: CommandContext, for edit: SettingsEdit
  ) throws(Failure) -> JSONValue {
    let octets = try context.read(file: name)
    let shown = name == "-" ? "standard input" : name
    do throws(TextError) {
      _ = try SettingsFile(
        octets, known: edit.things("profiles").map { ProfileID($0.id) },
        categories: KnownCategories(shipped: SiteLists.names, own: edit.things("categories").map { $0.id }),
        meaningOf: RouteTable().meaning(of:))
    } catch {
      throw Failure(error, in: shown).showing(octets, at: error.place)
    }
    return try json5(octets, shown)
  }

  /// Parses JSON5 without checking what it means.
  static func json5(_ octets: [UInt8], _ shown: String) throws(Failure) -> JSONValue {
    do throws(JSONError) {
      return try JSONDocument(octets, grammar: .json5).root.value
    } catch {
      throw Failure(
        .badData, kind: "not-json5", what: error.message, at: .text("\(shown) \(error.place.inWords)"),
        advice: "nothing was changed"
      ).showing(octets, at: error.place)
    }
  }

  /// Writes a file for people, or prints it.
  static func write(_ value: JSONValue, to name: String?, _ context: CommandContext) throws(Failure) {
    let text = value.indentedText + "\n"
    guard let name, name != "-" else { return try context.write(text) }
    try context.write(file: name, Array(text.utf8))
  }

  /// Removes what no person writes, such as `accepted`.
  static func forPeople(_ thing: JSONObject) -> JSONObject {
    var thing = thing
    guard case .array(let schedules) = thing["schedules"] else { return thing }
    thing["schedules"] = .array(
      schedules.map { schedule in
        guard case .object(var members) = schedule else { return schedule }
        members["accepted"] = nil
        return .object(members)
      })
    return thing
  }
}
