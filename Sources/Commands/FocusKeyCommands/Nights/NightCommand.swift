internal import CommandShell
internal import ControlSocket
internal import FocusHistory
internal import FocusKeyService
internal import FocusPorts
internal import FocusWire
internal import Guarding
internal import Nights
internal import ServiceContract
internal import Spelling

private let date = Operand<String>(
  .text("DATE"), "the day on which the night began (default: the last night)", count: .optional)

var nightCommand: ProgramCommand {
  ProgramCommand(
    group: "night", "Show how the computer was used at night",
    discussion: """
      $ focuskey night bedtime 23:00 07:00
      $ focuskey night
      $ focuskey night show 2026-11-21
      $ focuskey night feel 1
      """, usual: "show",
    [
      nightShowCommand, nightBedtimeCommand, nightFeelCommand, nightRebuildCommand, nightEyeCommand,
      nightPictureCommand,
    ])
}

private var nightShowCommand: ProgramCommand {
  ProgramCommand("show", "Show the report of a night", takes: [date]) { context throws(Failure) in
    let files = NightFiles(home: context.home, zone: try context.zone())
    let records = try context.nights(files)
    var found = records
    if let text = context.invocation[date] {
      guard let day = ISO8601.day(text) else {
        throw Failure(.usage, kind: "bad-day", what: "not a day", at: .text(text), advice: "write it like 2026-11-21")
      }
      found = records.filter { $0.report.day <= day }
      if found.last?.report.day != day { found = [] }
    }
    guard let night = found.last else {
      throw Failure(
        .noInput, kind: "no-such-night", what: "this night has no report",
        at: .text(context.invocation[date] ?? ""), advice: "reports come at wake time, once bedtime is set")
    }
    try context.answer(NightAnswer(night: night, trend: NightTrend(found), zone: try context.zone()))
    return .done
  }
}

private let eyes = Operand<Int>(
  .number("EYES", in: 0...3), "0 fine, 1 a little tired, 2 tired, 3 sore")

private var nightFeelCommand: ProgramCommand {
  ProgramCommand(
    "feel", "Say how your eyes feel this morning",
    discussion: """
      On the day on which a night ended. A later answer takes the place of an earlier one. From \(EyesAndMinutes.fewest) answers \
      on, `focuskey night` says whether your eyes feel worse after longer nights.

      $ focuskey night feel 1
      """, takes: [eyes]
  ) { context throws(Failure) in
    try context.relay(NightRequests.feel(try context.require(eyes)))
  }
}

private var nightRebuildCommand: ProgramCommand {
  ProgramCommand(
    "rebuild", "Write the files of all nights again",
    discussion: "They are made from the log alone: the same log gives the same files."
  ) { context throws(Failure) in
    guard Files.exists(context.home.database) else { throw .control(.nobodyThere(path: context.home.socket)) }
    let files = NightFiles(home: context.home, zone: try context.zone())
    let nights = try renaming({ Failure.log($0, context.home) }, files.records())
    let count = try renaming(Failure.nightsNotWritten, files.write(nights, onlyMissing: false))
    try context.answer(RebuildAnswer(count: count, folder: files.folder))
    return .done
  }
}

private struct NightAnswer: PrintedAnswer {
  let night: NightRecord
  let trend: NightTrend
  let zone: CivilZone

  private var headline: String {
    let day = ISO8601.text(night.report.day)
    return night.report.isNoticed
      ? "\(day): \(spokenLength(night.report.used)) in \(counted(night.uses.count, "use"))"
      : "\(day): not noticed, because nothing watched for input"
  }

  var text: String {
    var lines = [
      headline
    ]
    lines += night.uses.map { use in
      "  \(clockTime(use.began, in: zone))  \(spokenLength(use.ended - use.began))"
    }
    if let eyes = night.eyes { lines.append("Eyes: \(eyes.words)") }
    if let median = trend.median7 { lines.append("Median of the last 7 nights: \(Int(median.rounded())) min") }
    if let slope = trend.slope {
      lines.append(
        "Trend over \(counted(trend.nights, "night")): \(slope > 0 ? "+" : "")\(Int(slope.rounded())) min a night")
    }
    if let tau = trend.eyes.tau {
      let words =
        tau >= 0.3 ? "worse after longer nights" : tau <= -0.3 ? "better after longer nights" : "much the same"
      lines.append(
        "Eyes in \(counted(trend.eyes.answers, "answer")): \(words) (Kendall's tau \((tau * 100).rounded() / 100))")
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    guard case .object(var members) = night.json(in: zone) else { return .null }
    members["trend"] = trend.json
    return .object(members)
  }
}

private struct RebuildAnswer: PrintedAnswer {
  let count: Int
  let folder: String

  var text: String { "Wrote \(counted(count, "night")) to \(folder)." }
  var json: JSONValue { ["ok": true, "nights": JSONValue(count), "folder": .string(folder)] }
}

extension CommandContext {
  fileprivate func nights(_ files: NightFiles) throws(Failure) -> [NightRecord] {
    guard Files.exists(home.database) else { throw .control(.nobodyThere(path: home.socket)) }
    return try renaming({ Failure.log($0, home) }, files.records())
  }
}

extension Failure {
  fileprivate static func nightsNotWritten(_ fault: SystemError) -> Failure {
    Failure(
      .brokenIO, kind: "nights-not-written", what: fault.reason, at: .text(fault.subject),
      advice: "free some space or fix the folder's rights")
  }
}
