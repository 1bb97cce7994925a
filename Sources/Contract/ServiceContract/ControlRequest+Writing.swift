internal import Allowance
internal import FocusSession
internal import Guarding
package import JSONText
internal import Learning
internal import Octets

extension ControlRequest {
  /// The request as it goes over the socket.
  package var json: JSONValue {
    switch self {
    case .status: ["command": "status"]
    case .start(let profile, let minutes, let task, let inMinutes):
      .members([
        "command": "start", "profile": profile.map(JSONValue.string), "minutes": minutes.map(JSONValue.init),
        "task": task.map(JSONValue.string), "in": inMinutes.map(JSONValue.init),
      ])
    case .stop: ["command": "stop"]
    case .confirm: ["command": "confirm"]
    case .confirmDone: ["command": "confirm", "task": "done"]
    case .finishTask: ["command": "finish-task"]
    case .restore: ["command": "restore"]
    case .pledges: ["command": "pledge"]
    case .settlePledge(let amount): ["command": "pledge-settled", "amount": .string(amount)]
    case .forgetSession(let session): ["command": "forget-session", "session": .string(session)]
    case .note(let words, let session):
      .members(["command": "note", "note": .string(words), "session": session.map(JSONValue.string)])
    case .keep: ["command": "keep"]
    case .type(let sentence): ["command": "type", "sentence": .string(sentence)]
    case .takeBreak(let minutes): .members(["command": "break", "minutes": minutes.map(JSONValue.init)])
    case .resume: ["command": "resume"]
    case .extend(let minutes): ["command": "extend", "minutes": JSONValue(minutes)]
    case .override(let name): ["command": "override", "name": .string(name)]
    case .emergency(let sentence): .members(["command": "emergency", "sentence": sentence.map(JSONValue.string)])
    case .open(let url): ["command": "open", "url": .string(url)]
    case .tap(.key(let key)): ["command": "tap", "key": .string(key)]
    case .tap(.link(let link, let uid)):
      .members(["command": "tap", "link": .string(link), "uid": uid.map { .string(HexText.text(of: $0)) }])
    case .tap(.uid(let uid)): ["command": "tap", "uid": .string(HexText.text(of: uid))]
    case .tap(.lift): ["command": "tap", "lift": true]
    case .simulatedCard(.look(let orPutBlank)):
      .members(["command": "simulated-card", "blank": orPutBlank ? true : nil])
    case .simulatedCard(.exchange(let uid, let frame)):
      .members([
        "command": "simulated-exchange", "uid": .string(HexText.text(of: uid)),
        "frame": frame.map { .string(HexText.text(of: $0)) },
      ])
    case .simulatedCard(.release): ["command": "simulated-release"]
    case .subscribe: ["subscribe": true]
    case .leaseReader(let name): .members(["command": "reader-lease", "reader": name.map(JSONValue.string)])
    case .statistics: ["command": "stats"]
    case .statisticsOf(let device): ["command": "stats", "device": .string(device)]
    case .frontSite(let site): .members(["command": "front-site", "site": site.map(JSONValue.string)])
    case .signals(let follow): .members(["command": "signals", "follow": follow ? true : nil])
    case .attempt(let attempt):
      .members(["command": "attempt", "site": attempt.name(of: .site), "app": attempt.name(of: .app)])
    case .keepPromise(let attempt):
      .members([
        "command": "keep-promise", "site": attempt?.name(of: .site), "app": attempt?.name(of: .app),
      ])
    case .learned(let facts): ["command": "learned", "facts": .array(facts.map { $0.json })]
    case .moved(let set):
      .members([
        "command": "moved", "kind": .string(set.kind), "amount": JSONValue(set.amount),
        "trust": .string(set.trust.rawValue), "after": set.earlier == 0 ? nil : JSONValue(set.earlier),
      ])
    case .sensors(let request): request.json
    case .sync: ["command": "sync-now"]
    case .household(let request): request.json
    case .feel(let eyes): ["command": "feel", "eyes": JSONValue(eyes.rawValue)]
    case .settings: ["command": "settings"]
    case .listed(let listing): ["command": .string(listing.rawValue)]
    case .say(let saying): ["command": .string(saying.rawValue)]
    case .configure(let settings): ["command": "configure", "settings": settings]
    case .recoveryCode: ["command": "recovery-code"]
    case .recover(let code): ["command": "recover", "code": .string(code)]
    case .replaceLog(let draft): ["command": "replace-log", "draft": .string(draft)]
    case .forget: ["command": "forget"]
    case .sessions(let limit, let before, let since, let until, let profile):
      .members([
        "command": "sessions", "limit": JSONValue(limit), "before": before.map(JSONValue.string),
        "since": since.map(JSONValue.string), "until": until.map(JSONValue.string),
        "profile": profile.map(JSONValue.string),
      ])
    case .days(let since, let until):
      .members(["command": "days", "since": since.map(JSONValue.string), "until": until.map(JSONValue.string)])
    case .dashboard: ["command": "dashboard"]
    case .writeCard(let link): ["command": "write-card", "link": .string(link)]
    case .explainLink(let association, let url, let domain, let app):
      .members([
        "command": "explain-link", "aasa": .string(association), "url": .string(url),
        "domain": domain.map(JSONValue.string), "app": app.map(JSONValue.string),
      ])
    case .history(let since, let until, let profile):
      .members([
        "command": "history", "since": since.map(JSONValue.integer), "until": until.map(JSONValue.integer),
        "profile": profile.map(JSONValue.string),
      ])
    }
  }
}

extension Attempt {
  /// The name, if the attempt is of that kind.
  fileprivate func name(of kind: Kind) -> JSONValue? { self.kind == kind ? .string(name) : nil }
}
