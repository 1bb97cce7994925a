package import FocusSession
internal import JSONText

/// What a home may ask of FocusKey: to start a session or to make it stricter, and nothing else.
///
/// ```json
/// {"do":"start","profile":"work","minutes":50}
/// {"do":"extend","minutes":15}
/// {"do":"add","profile":"study"}
/// {"do":"choose","minutes":50}
/// {"do":"start","profile":"work","minutes":"chosen"}
/// ```
package enum HomeCommand: Equatable, Sendable {
  /// Begin a session, as a link that was not read from a card would.
  case start(ProfileID?, minutes: Int?)
  /// Begin a session with the minutes that the home chose.
  case startChosen(ProfileID)
  /// Choose the minutes of starts that name none; 0 for no end. Nothing starts.
  case choose(minutes: Int)
  case extend(minutes: Int)
  /// Block what another profile blocks, too.
  case add(ProfileID, minutes: Int?)

  /// The longest message that is read, in bytes.
  package static let longest = 1024

  /// Reads a message; `nil` for one that is not meant for now.
  ///
  /// - Parameter isRetained: whether the broker kept it. Then it may be from any time, so nothing is done.
  package static func read(_ payload: [UInt8], isRetained: Bool) throws(HomeRefusal) -> HomeCommand? {
    guard !isRetained, !payload.isEmpty else { return nil }
    guard payload.count <= longest else { throw .tooLong }
    let root: JSONNode
    do throws(JSONError) { root = try JSONDocument(payload).root } catch { throw .notJSON(error) }
    // What would loosen is refused for what it is, whatever else the message says.
    if let word = root["do"]?.string, HomeRefusal.isLoosening(word) { throw .soft }
    do throws(JSONShapeError) { return try HomeCommand(JSONItem(root)) } catch { throw .notUnderstood(error) }
  }

  private init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("do", "profile", "minutes")
    let wish = try members.required("do").word(among: ["start", "extend", "add", "choose"])
    switch wish {
    case "extend":
      if let profile = members["profile"] { throw profile.refusal("extend takes only minutes") }
      self = .extend(minutes: try members.required("minutes").minutes())
    case "add":
      self = .add(try members.required("profile").profile(), minutes: try members["minutes"]?.minutes())
    case "choose":
      if let profile = members["profile"] { throw profile.refusal("choose takes only minutes") }
      self = .choose(
        minutes: Int(try members.required("minutes").integer(in: 0...Int64(Limits.minutes.upperBound))))
    case "start" where members["minutes"]?.node.string == "chosen":
      self = .startChosen(try members.required("profile").profile())
    default:
      self = .start(try members["profile"]?.profile(), minutes: try members["minutes"]?.minutes())
    }
  }

  /// What the session is asked for; it judges it like a link that is not a key.
  ///
  /// - Parameter state: the session's state now.
  /// - Parameter chosen: the minutes that the home chose; 0 for none.
  package func command(in state: Status.State, chosen: Int = 0) throws(HomeRefusal) -> Command {
    switch self {
    case .choose: throw .onlyAChoice
    case .startChosen(let profile):
      return .ask(.start(StartRequest(profile: profile, minutes: chosen > 0 ? chosen : nil)), by: .soft)
    case .start(let profile, let minutes):
      return .ask(.start(StartRequest(profile: profile, minutes: minutes)), by: .soft)
    case .extend(let minutes): return .extend(minutes: minutes)
    case .add(let profile, let minutes):
      // Without a session it would start one, which is not what was asked for.
      guard state != .idle else { throw .nothingToAddTo }
      return .ask(.start(StartRequest(profile: profile, minutes: minutes)), by: .soft)
    }
  }
}

extension JSONItem {
  fileprivate func minutes() throws(JSONShapeError) -> Int {
    Int(try integer(in: Int64(Limits.minutes.lowerBound)...Int64(Limits.minutes.upperBound)))
  }

  fileprivate func profile() throws(JSONShapeError) -> ProfileID {
    let text = try string()
    guard !text.isEmpty, text.utf8.count <= 64 else { throw refusal("this is not a profile's name") }
    return ProfileID(text)
  }
}
