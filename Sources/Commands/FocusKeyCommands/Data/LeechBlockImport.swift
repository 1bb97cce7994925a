internal import CommandShell
internal import ServiceContract
internal import SiteRules
internal import Spelling

struct LeechBlockImport {
  /// The longest file that is read, in octets; LeechBlock's own are some kilobytes.
  private static let longest = 4 << 20

  let context: CommandContext

  /// `id` is the profile, which may exist already; `nil` makes a new one.
  func run(_ file: String, into id: String?) throws(Failure) -> ExitCode {
    let list = try read(file)
    guard !list.entries.isEmpty else {
      throw Failure(
        .badData, kind: "no-sites", what: "there is no site in it that a profile can block", at: .text(file),
        advice: "export the options of LeechBlock as text (nothing was changed)",
        details: [("left_out", list.leftOut)])
    }
    var edit = try SettingsEdit(context)
    let known = edit.things("profiles")
    let id = id ?? Self.newID(besides: known.map { $0.id })
    var profile = known.first { $0.id == id } ?? ["id": .string(id), "name": "LeechBlock"]
    try put(list, in: &profile)
    edit.put(profile, in: "profiles")
    let answer = try edit.submit()
    try context.answer(LeechBlockAnswer(profile: id, list: list, events: answer["events"]?.value ?? []))
    return .done
  }

  private func read(_ file: String) throws(Failure) -> LeechBlockList {
    var lines: [String] = []
    var octets = 0
    try context.forEachLine(of: file, longestLine: Self.longest) { line throws(Failure) in
      octets += line.count + 1
      guard octets <= Self.longest else {
        throw Failure(
          .badData, kind: "too-long", what: "this file is longer than 4 MB", at: .text(file),
          advice: "nothing was changed")
      }
      guard let text = String(validating: line, as: UTF8.self) else {
        throw Failure(
          .badData, kind: "not-text", what: "this is not text in UTF-8", at: .text("\(file) line \(lines.count + 1)"),
          advice: "export the options of LeechBlock as text (nothing was changed)")
      }
      lines.append(text)
    }
    return LeechBlockList(lines: lines)
  }

  /// The first id of this kind that is free.
  private static func newID(besides known: [String]) -> String {
    let usual = "leechblock"
    guard known.contains(usual) else { return usual }
    var number = 2
    while known.contains("\(usual)-\(number)") { number += 1 }
    return "\(usual)-\(number)"
  }

  private func put(_ list: LeechBlockList, in profile: inout JSONObject) throws(Failure) {
    let blocks = profile["blocks"]
    let before = blocks?["sites"]?.words ?? []
    let mode = blocks?["mode"]?.word ?? "block"
    let wanted = list.allowsOnlyNamed ? "allow" : "block"
    guard blocks == nil || mode == wanted else {
      throw Failure(
        .no, kind: "other-mode",
        what: mode == "allow"
          ? "this profile names what is allowed, and the file what is blocked"
          : "this profile names what is blocked, and the file what is allowed",
        at: .text(profile.id), advice: "import it into another profile (nothing was changed)")
    }
    profile.set("blocks.mode", .string(wanted))
    profile.set("blocks.sites", JSONValue(before + list.entries.filter { !before.contains($0) }))
  }
}

extension LeechBlockList {
  fileprivate var leftOut: JSONValue {
    .array(leftovers.map { ["line": JSONValue($0.line), "entry": .string($0.entry), "why": .string($0.why)] })
  }
}

private struct LeechBlockAnswer: PrintedAnswer {
  let profile: String
  let list: LeechBlockList
  let events: JSONValue

  var text: String {
    var lines = ["Imported \(counted(list.entries.count, "site")) into the profile \(profile)."]
    if list.allowsOnlyNamed { lines.append("It blocks everything but these sites.") }
    if !list.leftovers.isEmpty {
      lines.append("\(counted(list.leftovers.count, "entry", "entries")) could not be taken:")
      lines += list.leftovers.map { "line \($0.line): \($0.entry): \($0.why)" }
    }
    if list.otherOptions > 0 {
      lines.append(
        counted(
          list.otherOptions, "other option of LeechBlock's own was passed over.",
          "other options of LeechBlock's own were passed over."))
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    .members([
      "ok": true, "profile": .string(profile), "taken": JSONValue(list.entries), "left_out": list.leftOut,
      "passed_over": JSONValue(list.otherOptions), "events": events,
    ])
  }
}
