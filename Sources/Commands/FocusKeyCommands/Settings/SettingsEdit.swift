internal import CommandShell
internal import FocusWire
internal import ServiceContract

/// A service's settings during a change: fetched, edited as in files, and submitted whole.
struct SettingsEdit {
  private let call: ServiceCall
  private let context: CommandContext
  private(set) var settings: JSONValue
  /// The keys that were tapped and may stop.
  let provenKeys: [String]

  init(_ context: CommandContext) throws(Failure) {
    call = ServiceCall(context)
    self.context = context
    let answer = try call.ask(SettingsRequests.settings())
    settings = answer["settings"]?.value ?? [:]
    provenKeys = answer["proven_keys"]?.array?.compactMap { $0.string } ?? []
  }

  /// Submits the settings; the service checks all of them and changes all or nothing.
  func submit() throws(Failure) -> JSONNode {
    let answer = try call.ask(SettingsRequests.configure(settings))
    for warning in answer["warnings"]?.array ?? [] { context.printNote(warning.string ?? "") }
    return answer
  }

  // MARK: Things with an id in a list

  func things(_ list: String) -> [JSONObject] { Self.objects(settings[list]) }

  /// Returns the thing with that id; an unknown id is refused with the nearest right one.
  func thing(_ list: String, _ kind: String, id: String) throws(Failure) -> JSONObject {
    if let found = things(list).first(where: { $0.id == id }) { return found }
    throw .unknown(kind, id, among: things(list).map { $0.id })
  }

  /// Replaces the thing with the same id, or appends this one.
  mutating func put(_ thing: JSONObject, in list: String) {
    var things = self.things(list)
    if let index = things.firstIndex(where: { $0.id == thing.id }) {
      things[index] = thing
    } else {
      things.append(thing)
    }
    set(list, .array(things.map { .object($0) }))
  }

  mutating func remove(_ id: String, from list: String) {
    set(list, .array(things(list).filter { $0.id != id }.map { .object($0) }))
  }

  /// Removes a deleted profile from those that others may be switched to.
  mutating func forgetSwitches(to profile: String) {
    for var other in things("profiles") where other["switchTo"]?.words.contains(profile) == true {
      let left = other["switchTo"]?.words.filter { $0 != profile } ?? []
      other["switchTo"] = left.isEmpty ? nil : JSONValue(left)
      put(other, in: "profiles")
    }
  }

  mutating func set(_ name: String, _ value: JSONValue) {
    guard case .object(var members) = settings else { return }
    members[name] = value
    settings = .object(members)
  }

  static func objects(_ value: JSONValue?) -> [JSONObject] {
    guard case .array(let elements) = value else { return [] }
    return elements.compactMap { element in
      guard case .object(let object) = element else { return nil }
      return object
    }
  }
}

extension JSONValue {
  subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  var word: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var words: [String] {
    guard case .array(let elements) = self else { return [] }
    return elements.compactMap { $0.word }
  }
}

extension JSONObject {
  var id: String { self["id"]?.word ?? "" }
}

extension Failure {
  static func unknown(_ kind: String, _ id: String, among known: [String]) -> Failure {
    Failure(
      .noInput, kind: "unknown-\(kind)", what: "there is no \(kind) with that name", at: .text(id),
      advice: known.isEmpty ? "add one" : advice(on: id, among: known))
  }

  static func exists(_ kind: String, _ id: String) -> Failure {
    let one = kind == "allowance" ? "an allowance" : "a \(kind)"
    return Failure(
      .no, kind: "\(kind)-exists", what: "there is already \(one) with that name", at: .text(id),
      advice: "change it with: focuskey \(kind) edit \(id)")
  }
}
