import FocusSession
import SessionRehearsal

let stopKey: [UInt8] = [4, 1]
let startKey: [UInt8] = [4, 2]
let breakKey: [UInt8] = [4, 3]
let deskKey: [UInt8] = [4, 4]
let signedKey: [UInt8] = [4, 5]

/// Keys of every kind, and profiles that end in every way.
func settings(
  breaks: BreakRules = BreakRules(), end: EndRule = .confirm, schedules: [Schedule] = [],
  studySchedules: [Schedule] = [], switchTo: [ProfileID] = [], zone: CivilZone = .utc
) -> Settings {
  Settings(
    profiles: [
      Profile(
        policy: Policy(
          profile: "work", blocks: Blocks(sites: ["reddit.com"]), breaks: breaks, end: end, switchTo: switchTo),
        schedules: schedules),
      Profile(
        policy: Policy(profile: "study", blocks: Blocks(sites: ["news.example"])), schedules: studySchedules),
      Profile(policy: Policy(profile: "exam", end: .key)),
      Profile(policy: Policy(profile: "sprint", end: .timer)),
      Profile(policy: Policy(profile: "vault", end: .key, proof: .sun)),
    ],
    keys: [
      Key(id: "stop", uid: CardUID(stopKey), may: RoleSet([.stop]), ask: .stop),
      Key(id: "start", uid: CardUID(startKey), may: RoleSet([.start]), ask: .start(StartRequest(profile: "work"))),
      Key(id: "pause", uid: CardUID(breakKey), may: RoleSet([.takeBreak]), ask: .takeBreak(minutes: nil)),
      Key(id: "desk", uid: CardUID(deskKey), ask: .focus("work")),
      Key(id: "signed", uid: CardUID(signedKey), ask: .focus("vault"), proof: .sun),
    ], zone: zone)
}

func time(_ text: String) -> Timestamp { ISO8601.moment(text)! }

func clock(_ hour: Int, _ minute: Int = 0) -> TimeOfDay { TimeOfDay(hour: hour, minute: minute)! }

/// The names of facts in the order in which they were told, as short words.
func told(_ events: [Event]) -> [String] {
  events.map { event in
    switch event.kind {
    case .refused(let refusal): return "refused \(refusal.rule)"
    case .tapIgnored(let why, _, _): return "ignored \(why)"
    case .ring(let number, _): return "ring \(number)"
    case .noticed(let cause): return "noticed \(cause)"
    case .recorded(let fact):
      switch fact.body {
      case .sessionStarted(let start): return "started \(start.own.policy.profile.text)"
      case .layerAdded(let layer, _): return "layer+ \(layer.policy.profile.text)"
      case .layerRemoved(let profile): return "layer- \(profile.text)"
      case .blocksAdded(let profile, _): return "blocks+ \(profile.text)"
      case .sessionExtended: return "extended"
      case .questionOpened(let question): return question.kind == .end ? "end?" : "switch?"
      case .questionAnswered(let answer, _): return "answer \(answer)"
      case .breakStarted: return "break"
      case .visit(let happened): return "visit \(happened)"
      case .breakNoticed: return "break notice"
      case .breakEnded(let why): return "break \(why)"
      case .sessionEnded(let ending): return "ended \(ending.why)"
      case .emergencyOpened: return "exit waits"
      case .emergencyCancelled: return "exit taken back"
      case .attempted(let attempt): return "attempt \(attempt.name)"
      case .bypassed(let layer): return "bypass \(layer)"
      case .promiseKept(let attempt): return "kept \(attempt?.name ?? "-")"
      case .scheduleNoticed(let occurrence): return "notice \(occurrence.schedule.text)"
      case .scheduleSkipped(let occurrence, let why): return "skipped \(occurrence.schedule.text) \(why)"
      case .startPlanned: return "start planned"
      case .startUnplanned: return "start unplanned"
      case .clockJumped(let by): return "jump \(by.wholeSeconds)"
      case .clockTrusted(let trust): return "clock trust \(trust)"
      case .clockCorrected(let by, let why): return "clock \(why) \(by.wholeSeconds)"
      case .serviceStarted(let down): return "recovered \(down?.wholeSeconds ?? -1)"
      case .key(.proven(let key, _)): return "proven \(key.text)"
      case .key(.counterShown(let card, let counter)): return "counter \(card.octets.last ?? 0) \(counter)"
      case .key(.codeMade): return "code made"
      case .key(.codeUsed): return "code used"
      case .guard(let found): return "\(found)"
      case .learn: return "learned"
      case .move(let fact): return "\(fact)"
      case .plan(.taskBegan(let task)): return "task began \(task.uid)"
      case .plan(.taskDone(let task)): return "task done \(task.uid)"
      case .plan(.noted(_, let words)): return "noted \(words)"
      case .plan(.forgotten(let gone)): return "forgotten \(gone.id.text)"
      case .pledge(let fact): return "\(fact)"
      case .gate(let happened): return "\(happened)"
      case .sync(let found): return "\(found)"
      }
    }
  }
}
