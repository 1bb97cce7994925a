package import FocusLinks

extension Intent {
  /// What a link asks of the session; `nil` for the person's own routes, which ask nothing of it.
  package init?(_ link: FocusLink) {
    switch link {
    case .start(let profile, let minutes, let task):
      self = .start(StartRequest(profile: profile.map { ProfileID($0) }, minutes: minutes, task: task))
    case .stop: self = .stop
    case .break(let minutes): self = .takeBreak(minutes: minutes)
    case .visit(let what, let minutes): self = .visit(VisitRequest(what: what, minutes: minutes))
    case .resume: self = .resume
    case .focus(let profile, let task): self = .focus(StartRequest(profile: ProfileID(profile), task: task))
    case .task(.next): self = .work(StartRequest(task: "next"))
    case .task(.done): self = .finishTask
    case .bed: self = .bed
    case .up: self = .up
    case .excuse: self = .excuse
    // Cards are learned beside the session: it has nothing to decide.
    case .status, .learn: self = .status
    case .own: return nil
    }
  }
}
