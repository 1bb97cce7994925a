internal import FocusPorts
internal import FocusWire
internal import Guarding

/// What is said of straying and of nights.
extension BulletinWords {
  /// Straying is certain. Being away never rings: nobody is there, so it is only seen in passing.
  func strayed(_ cause: Cause) -> Bulletin {
    Bulletin(
      .straying, title: cause.sentence, text: strayingFor ?? "", buttons: whileStraying,
      urgency: cause == .away ? .low : .normal)
  }

  /// The alarm rings: repeats the same bulletin with the time that it has lasted.
  func ringing() -> Bulletin {
    Bulletin(
      .straying, title: status.guarding?.causes.first?.sentence ?? "Back to work?", text: strayingFor ?? "",
      buttons: [(.excuse, "This was work"), (.snooze, "Snooze"), (.hush, "Hush for this session")], stays: true)
  }

  /// Asks quietly when the person is back; it expires by itself. The answer counts for an hour.
  func wasThatWork(_ stray: Stray) -> Bulletin {
    Bulletin(
      .straying, title: "Was that work?", text: "Back after \(spokenLength(stray.ended - stray.began)).",
      buttons: [(.excuse, "This was work")], urgency: .low)
  }

  /// A cause that is only reported.
  func noticed(_ cause: Cause) -> Bulletin { Bulletin(.straying, title: cause.sentence, urgency: .low) }

  /// Shown if the computer is in use at night; an idle one at bedtime needs no bulletin.
  func bedtime() -> Bulletin {
    let used = status.night.map { spokenLength($0.used) }
    return Bulletin(
      .night, title: "It is past your bedtime", text: used.map { "In use for \($0) tonight." } ?? "",
      buttons: [(.bed, "Good night")], urgency: .low)
  }

  /// The report and the question of a night, once it is over and the person is there.
  func morning(_ report: NightReport) -> Bulletin {
    Bulletin(
      .night, title: "Good morning", text: "\(report.sentence) How do your eyes feel?",
      buttons: [(.eyesFine, "Fine"), (.eyesWeary, "A little tired"), (.eyesTired, "Tired"), (.eyesSore, "Sore")],
      urgency: .low, stays: true)
  }

  private var strayingFor: String? {
    status.guarding?.length.map {
      "Away from \(status.task ?? status.profile.map(name) ?? "work") for \(spokenLength($0))."
    }
  }

  private var whileStraying: [(Bulletin.Button, String)] {
    [(.excuse, "This was work"), (.hush, "Hush for this session")]
  }
}
