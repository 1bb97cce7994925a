internal import Allowance
internal import FocusPorts
internal import FocusWire
internal import Spelling

/// What is said of allowances and of movement.
extension BulletinWords {
  func nearlyUsedUp(_ id: AllowanceID, _ left: Lapse) -> Bulletin {
    Bulletin(.allowance, title: "\(durationWords(seconds: left.secondsLeft, .left)) of \(id.text) left today")
  }

  func usedUp(_ id: AllowanceID) -> Bulletin {
    let now = now(id)
    let until = now?.openingTime(in: settings.zone).map { "It opens again at \($0)." }
    let ways = now?.offers.map(\.sentence) ?? []
    return Bulletin(
      .allowance, title: now?.nothingLeft ?? "\(id.text) is used up for today",
      text: (ways + [until].compactMap { $0 }).joined(separator: "\n"))
  }

  /// The hours of exercise begin.
  func waitsForExercise() -> Bulletin {
    let names = status.allowances.filter { $0.waitsUntil != nil }.map(\.name).joined(separator: ", ")
    let until = status.exerciseWindow.map { ", or until \(clockTime($0.ends, in: settings.zone))" } ?? ""
    return Bulletin(.allowance, title: "Time to move", text: "\(names): closed until you move\(until).")
  }

  /// What was blocked opens; `nil` if minutes were added to something already open.
  func openAgain(_ id: AllowanceID, _ way: LiftWay, _ minutes: Int) -> Bulletin? {
    guard let now = now(id), now.state != .shut else { return nil }
    if way == .override {
      return Bulletin(.allowance, title: "\(id.text) is open for the rest of the day", urgency: .low)
    }
    guard let left = now.left, left <= .minutes(Int64(minutes)) else { return nil }
    return Bulletin(
      .allowance, title: "\(id.text) is open again",
      text: "\(durationWords(seconds: left.secondsLeft, .left)) left today.", urgency: .low)
  }

  private func now(_ id: AllowanceID) -> AllowanceNow? { status.allowances.first { $0.id == id } }

  /// Suggests movement from what is known, which is not how somebody sits or what they usually do.
  func nudge(_ nudge: Nudge) -> Bulletin {
    let left = status.challenge.map { counted(max(1, $0.target - $0.done), "repetition") }
    let messages: [(title: String, text: String)] = [
      ("Time to move", "Stand up and do ten squats."),
      ("A minute for your back?", "Ten arm raises, then back to work."),
      (left.map { "\($0) to go today" } ?? "Today\u{2019}s challenge", "One set gets you closer."),
      ("Stretch your legs?", "Ten jumping jacks wake you up."),
      ("A short set now?", "Ten squats are enough."),
      ("Move before you continue", "One set is enough: focuskey move squat --reps 10"),
    ]
    let message = messages[min(max(0, nudge.message), messages.count - 1)]
    // The first suggestion of a day tells its challenge.
    let challenge = status.challenge.flatMap { challenge in
      challenge.done == 0 ? "Today's challenge: \(counted(challenge.target, "repetition"))." : nil
    }
    return Bulletin(.movement, title: message.title, text: lines(message.text, challenge), urgency: .low)
  }

  func challengeMet() -> Bulletin {
    let done = status.challenge.map { "\(counted($0.done, "repetition")) of \($0.target)." } ?? ""
    return Bulletin(.allowance, title: "Today\u{2019}s challenge is met", text: done, urgency: .low)
  }
}
