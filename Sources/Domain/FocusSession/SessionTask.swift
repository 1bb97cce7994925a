/// A task of the person's, as a session that works on it has to know it. The session carries it as it stood when it was
/// begun, so that a file that is renamed, moved or deleted changes nothing about what was.
public struct SessionTask: Equatable, Sendable {
  /// What names it for ever, whatever its file is called.
  public var uid: String
  /// Its words.
  public var words: String
  /// The apps that it is worked on with, beside those of the profile.
  public var apps: [String]
  /// The sites that it is worked on with.
  public var sites: [String]
  /// The profile that it is worked on in.
  public var profile: ProfileID?

  /// A task.
  public init(uid: String, words: String, apps: [String] = [], sites: [String] = [], profile: ProfileID? = nil) {
    self.uid = uid
    self.words = words
    self.apps = apps
    self.sites = sites
    self.profile = profile
  }
}

/// What happens about a plan.
public enum PlanFact: Equatable, Sendable {
  /// The session works on this task from now on.
  case taskBegan(SessionTask)
  /// The person said that this task is done; the session works on none until another is begun.
  case taskDone(SessionTask)
  /// The person wrote this about a session, in place of what they wrote before; nothing takes it back.
  case noted(SessionID, String)
  /// The person wants a session that is over to be in no list and no total; what limits are counted from stays.
  case forgotten(ForgottenSession)
}

extension SessionMachine {
  mutating func apply(_ planned: PlanFact) {
    changeFocus { focus in
      switch planned {
      case .taskBegan(let task):
        focus.work = task
        focus.task = task.words
      case .taskDone: focus.work = nil
      case .noted, .forgotten: break
      }
    }
  }
}
