internal import CommandShell
internal import FocusSession
internal import NightEye
internal import SystemClock

private let minutes = Option(
  "minutes", value: .number("M", in: 0...NightEye.longest), "how long the computer was used", isRequired: true)
private let date = Option("date", value: .text("DATE"), "the night, such as 2026-11-21 (default: today)")

var nightEyeCommand: ProgramCommand {
  ProgramCommand(
    "eye", "Draw the eye of a night as SVG",
    discussion: """
      The same minutes and date give the same picture on every computer.

      $ focuskey night eye --minutes 45 --date 2026-11-21 > eye.svg
      """, takes: [minutes, date]
  ) { context throws(Failure) in
    let minutes = try context.require(minutes)
    let night: CivilDay
    if let text = context.invocation[date] {
      guard let day = ISO8601.day(text) else {
        throw Failure(.usage, kind: "bad-date", what: "not a date", at: .text(text), advice: "write it like 2026-11-21")
      }
      night = day
    } else {
      night = try context.zone().day(at: SystemTime.wall())
    }
    try context.write(octets: NightEye.svg(minutes: minutes, day: night.number))
    return .done
  }
}
