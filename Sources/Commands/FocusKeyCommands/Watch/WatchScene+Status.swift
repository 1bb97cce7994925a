internal import FocusWire
internal import LinuxRuntime
internal import Requests
internal import Spelling
internal import SystemClock
internal import WatchScreen

extension WatchScene {
  init(_ status: JSONNode, _ faces: ProfileFaces) {
    switch status["state"]?.string {
    case "focusing": self.init(state: .focusing)
    case "break": self.init(state: .onBreak)
    default: self.init(state: .idle)
    }
    profile = faces.name(of: status["profile"]?.string ?? "")
    hue = faces.place(of: status["profile"]?.string ?? "")
    task = status["task"]?.string
    focused = status["focused_seconds"]?.integer ?? 0
    left = status["remaining_seconds"]?.integer
    breakLeft = status["break"]?["remaining_seconds"]?.integer ?? 0
    breaksTaken = status["breaks"]?["taken"]?.integer ?? 0
    breaksLeft = status["breaks"]?["left"]?.integer
    nextBreak = Self.clock(status["breaks"]?["next_at"])
    attempts = status["attempts"]?.integer ?? 0
    if let question = status["question"], let opens = Self.secondsTo(question["opens_at"]),
      let closes = Self.secondsTo(question["closes_at"])
    {
      self.question = Question(
        switchTo: question["profile"]?.string.map(faces.name), opensIn: opens, closesIn: closes,
        toDo: Self.toDo(question["steps"]))
    }
    if let visit = status["visit"], let what = visit["what"]?.string {
      self.visit = Visit(what: what, left: visit["left_seconds"]?.integer ?? 0)
    }
    toDoBeforeBreak = Self.toDo(status["breaks"]?["steps"])
    brokenOffIn = Self.secondsTo(status["emergency"]?["ends_at"])
    remarks = Self.remarks(status, faces)
  }

  /// The steps of a gate that are still to be done, beyond waiting for the question.
  private static func toDo(_ steps: JSONNode?) -> [String] {
    (steps?.array ?? []).filter { step in
      step["state"]?.string == "open" && (step["step"]?.string != "wait" || step["instead_of"] != nil)
    }.compactMap { $0["text"]?.string }
  }

  /// The shield and the readers where something is wrong with them, and what comes next.
  private static func remarks(_ status: JSONNode, _ faces: ProfileFaces) -> [String] {
    var remarks: [String] = []
    if let next = status["next"], let profile = next["profile"]?.string, let at = clock(next["at"]) {
      remarks.append("Next: \(faces.name(of: profile)) at \(at)")
    }
    if status["visit"]?["what"] == nil, let visits = status["visits"], let left = visits["left"]?.integer, left > 0,
      let today = visits["minutes_left_today"]?.integer, let most = visits["minutes"]?.integer
    {
      let first = toDo(visits["steps"]).isEmpty ? "" : ", after its steps"
      remarks.append("\(left) visits of \(min(most, today)) min left\(first): focuskey visit WHAT")
    }
    remarks += sessionsElsewhere(status)
    if let blocking = status["blocking"], ["partly", "crowded", "none"].contains(blocking["state"]?.string) {
      remarks.append(blocking["text"]?.string ?? "")
    }
    for reader in status["readers"]?.array ?? [] where reader["state"]?.string == "lost" {
      remarks.append("Reader lost: \(reader["name"]?.string ?? "")")
    }
    return remarks
  }

  /// What an idle screen says first: what was done today, for how many days in a row, and the person's promise.
  static func day(_ stats: JSONNode?, _ settings: JSONNode) -> [String] {
    var lines: [String] = []
    let days = stats?["streak"]?["days"]?.integer ?? 0
    if let today = stats?["today"]?["focused_seconds"]?.integer, today > 0 || days > 0 {
      lines.append(durationWords(seconds: today) + " today" + (days > 1 ? ", \(counted(days, "day")) in a row" : ""))
    }
    if let promise = settings["settings"]?["promise"]?.string, !promise.isEmpty { lines.append(promise) }
    return lines
  }

  static func exit(in settings: JSONNode) -> Exit? {
    guard let exit = settings["emergency_exit"], let left = exit["left"]?.integer, left > 0,
      let sentence = exit["sentence"]?.string, let wait = exit["wait_seconds"]?.integer
    else { return nil }
    return Exit(sentence: sentence, wait: wait, left: left)
  }

  /// Whole seconds until a time; 0 where it has passed.
  private static func secondsTo(_ node: JSONNode?) -> Int64? {
    node?.string.flatMap(ISO8601.moment).map { ($0 - SystemTime.wall()).secondsLeft }
  }

  /// The hours and minutes of a time as it is written.
  private static func clock(_ node: JSONNode?) -> String? {
    guard let time = node?.string?.split(separator: "T").last, time.count >= 5 else { return nil }
    return String(time.prefix(5))
  }
}
