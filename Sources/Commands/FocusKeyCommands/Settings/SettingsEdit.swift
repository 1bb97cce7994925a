internal import CommandShell
internal import FocusSession
internal import FocusWire
internal import JSONText
internal import Requests
internal import ServiceContract

/// The settings of a service while a command changes them: fetched, edited as the values that files hold, and handed
/// back whole.
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

  /// Hands the settings in; the service looks at all of them and changes all or nothing.
  func submit() throws(Failure) -> JSONNode {
    let answer = try call.ask(SettingsRequests.configure(settings))
    for warning in answer["warnings"]?.array ?? [] { context.printNote(warning.string ?? "") }
    return answer
  }

  // MARK: Things with an id in a list

  /// The things of a list, in order.
  func things(_ list: String) -> [JSONObject] { Self.objects(settings[list]) }

  /// The thing with that id; another id is refused with the nearest right one.
  func thing(_ list: String, _ kind: String, id: String) throws(Failure) -> JSONObject {
    if let found = things(list).first(where: { $0.id == id }) { return found }
    throw .unknown(kind, id, among: things(list).map { $0.id })
  }

  /// Puts a thing in the place of the one with its id, or behind the others.
  mutating func put(_ thing: JSONObject, in list: String) {
    var things = self.things(list)
    if let index = things.firstIndex(where: { $0.id == thing.id }) {
      things[index] = thing
    } else {
      things.append(thing)
    }
    set(list, .array(things.map { .object($0) }))
  }

  /// Takes the thing with that id away.
  mutating func remove(_ id: String, from list: String) {
    set(list, .array(things(list).filter { $0.id != id }.map { .object($0) }))
  }

  /// Takes a profile that is gone out of those to which others may be switched.
  mutating func forgetSwitches(to profile: String) {
    for var other in things("profiles") where other["switchTo"]?.words.contains(profile) == true {
      let left = other["switchTo"]?.words.filter { $0 != profile } ?? []
      other["switchTo"] = left.isEmpty ? nil : JSONValue(left)
      put(other, in: "profiles")
    }
  }

  /// Sets a member of the settings.
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
  /// The member of that name, if this is an object that has one.
  subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The text, if it is one.
  var word: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The texts of a list.
  var words: [String] {
    guard case .array(let elements) = self else { return [] }
    return elements.compactMap { $0.word }
  }
}

extension JSONObject {
  /// The thing's id.
  var id: String { self["id"]?.word ?? "" }
}

extension Failure {
  /// There is no thing of that id.
  static func unknown(_ kind: String, _ id: String, among known: [String]) -> Failure {
    Failure(
      .noInput, kind: "unknown-\(kind)", what: "there is no \(kind) with that name", at: .text(id),
      advice: known.isEmpty ? "add one" : advice(on: id, among: known))
  }

  /// The thing is there already.
  static func exists(_ kind: String, _ id: String) -> Failure {
    let one = kind == "allowance" ? "an allowance" : "a \(kind)"
    return Failure(
      .no, kind: "\(kind)-exists", what: "there is already \(one) with that name", at: .text(id),
      advice: "change it with: focuskey \(kind) edit \(id)")
  }
}
