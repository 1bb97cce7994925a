extension Form where Value == Question {
  static var question: Form {
    Form.record(
      .kind, .tick("opens"), .tick("closes"), .trigger("asked"), .flag("again").unless(false), make: Question.init,
      parts: { ($0.kind, $0.opens, $0.closes, $0.asked, $0.isAgain) })
  }

  static var openedQuestion: Form {
    question.nested("question").told { question, object, telling in
      object.append("opens_at", telling.time(telling.stamp.wall(at: question.opens).nextSecond))
      object.append("closes_at", telling.time(question.closes))
      object.append("kind", .string(question.kind.word))
      if case .switchTo(_, let profile) = question.kind { object.append("profile", .string(profile.text)) }
      if question.isAgain { object.append("again", true) }
      object.append(question.asked)
    }
  }
}

extension Form where Value == Question.Kind {
  /// What is switched to, if it is a question of switching.
  fileprivate static var kind: Form {
    let (target, ask) = (Form<ProfileID>.name("switch_to"), Form<StartRequest>.ask.nested("ask"))
    return Form(
      target.members + ask.members,
      keep: { kind, object in
        guard case .switchTo(let start, let profile) = kind else { return }
        target.keep(profile, &object)
        ask.keep(start, &object)
      }, tell: { _, _, _ in },
      read: { members throws(JSONShapeError) in
        guard members["switch_to"] != nil else { return .end }
        return .switchTo(try ask.read(members), try target.read(members))
      })
  }
}

extension Question.Kind {
  /// `end` or `switch`.
  var word: String {
    switch self {
    case .end: "end"
    case .switchTo: "switch"
    }
  }
}

extension Form where Value == StartRequest {
  static var ask: Form {
    Form.record(
      .optional(.name("profile")), .optional(.minutes("minutes")), .optional(.text("task")),
      .optional(.task.nested("work")), .optional(.minutes("in_minutes")),
      make: { profile, minutes, task, work, inMinutes in
        var request = StartRequest(profile: profile, minutes: minutes, task: task, inMinutes: inMinutes)
        request.work = work
        return request
      }, parts: { ($0.profile, $0.minutes, $0.task, $0.work, $0.inMinutes) }
    ).since(4) { $0.work != nil }
  }
}

extension Form where Value == Int {
  fileprivate static func minutes(_ name: String) -> Form {
    Form(
      name, write: { JSONValue($0) },
      read: { item throws(JSONShapeError) in Int(try item.integer(in: 1...Int64(Int32.max))) })
  }
}

extension Form where Value == PlannedStart {
  static var planned: Form {
    Form.record(.ask.nested("ask"), .tick("starts"), make: PlannedStart.init, parts: { ($0.ask, $0.at) })
      .told { planned, object, telling in
        object.append("profile", JSONValue(planned.ask.profile?.text))
        object.append("starts_at", telling.time(planned.at))
      }
  }
}

extension Form where Value == Occurrence {
  static var entry: Form {
    Form.record(
      .name("profile"), .name("schedule"), .day("day"), .wall("start"), .wall("end"), make: Occurrence.init,
      parts: { ($0.profile, $0.schedule, $0.day, $0.start, $0.end) })
  }

  /// Which occurrence of a schedule it was. Events leave it out.
  static var occurrence: Form { entry.nested("occurrence") }

  /// Events say which schedule it belongs to.
  static var joined: Form {
    occurrence.told { occurrence, object, _ in object.append("schedule", .string(occurrence.schedule.text)) }
  }

  static var toldOccurrence: Form {
    occurrence.told { occurrence, object, telling in
      object.append("profile", .string(occurrence.profile.text))
      object.append("schedule", .string(occurrence.schedule.text))
      object.append("starts_at", telling.time(occurrence.start))
      object.append("ends_at", telling.time(occurrence.end))
    }
  }
}

extension Form where Value == WallTrust {
  /// How far the clock is trusted; events say only the word.
  static var trust: Form {
    let waiting = Form<ClockAnchor>.anchor
    return Form(
      ["trust"] + waiting.members,
      keep: { trust, object in
        object.append("trust", .string(trust.word))
        if case .waiting(let anchor) = trust { waiting.keep(anchor, &object) }
      }, tell: { trust, object, _ in object.append("trust", .string(trust.word)) },
      read: { members throws(JSONShapeError) in
        switch try members.required("trust").word(among: ["synchronized", "hardware", "set", "waiting"]) {
        case "synchronized": .synchronized
        case "hardware": .hardware
        case "set": .set
        default: .waiting(try waiting.read(members))
        }
      })
  }
}

extension Form where Value == ClockAnchor {
  fileprivate static var anchor: Form {
    Form.record(
      .wall("wall"), .tick("since"), .word("measure"), make: ClockAnchor.init,
      parts: { ($0.wall, $0.tick, $0.measure) })
  }
}
