internal import CommandShell
internal import FeaturePorts
internal import FocusKeyService
internal import FocusLinks
internal import FocusWire
import Glibc
internal import Keeping
internal import SQLiteLog
internal import ServiceAPI
internal import Spelling

private let file = Operand<String>(.file(), "a file of `focuskey export`; - for standard input")
private let replace = Flag("replace", "replace the existing data")
private let format = Option(
  "format", value: .choice("FORMAT", of: ["focuskey", "leechblock"]), "what the file is (default: focuskey)")
private let profile = Option(
  "profile", value: .text("PROFILE", wordList: "profiles"), "the profile that gets LeechBlock's sites")

var importCommand: ProgramCommand {
  ProgramCommand(
    "import", "Import data from a `focuskey export` file",
    discussion: """
      Afterwards this home has the data of the file and nothing else. If there is data already, it is kept unless you give --replace. Nothing is \
      imported during a session. If any line of the file is wrong, nothing is imported, and the line is named.

      With --format leechblock the file is what LeechBlock NG exports as text, or a list of sites in its syntax. Its sites become those of         a new profile, or are added to the one of --profile; what a profile cannot have is named line by line. Nothing else is changed.

      $ focuskey import focus-2026.jsonl
      $ focuskey import --format leechblock LeechBlockOptions.txt
      """, takes: [file, replace, format, profile]
  ) { context throws(Failure) in
    let intoProfile = context.invocation[profile]
    if context.invocation[format] == "leechblock" {
      guard !context.invocation[replace] else {
        throw Failure(
          .usage, kind: "conflicting-options", what: "nothing is replaced by a list of sites", at: .text("--replace"),
          advice: "leave it out")
      }
      return try LeechBlockImport(context: context).run(try context.require(file), into: intoProfile)
    }
    guard intoProfile == nil else {
      throw Failure(
        .usage, kind: "conflicting-options", what: "only sites of another program go into one profile",
        at: .text("--profile"), advice: "add --format leechblock")
    }
    let home = context.home
    try home.prepare()
    if !context.invocation[replace] { try mustBeUnused(home) }
    let draft = home.draft(by: getpid())
    let counts: (facts: Int, settings: Int)
    do throws(Failure) {
      counts = try read(try context.require(file), into: draft, context)
      try await context.exchangeLog(KeepingRequests.replaceLog(draft)) { resting throws(SystemError) in
        try resting.takeUp(draft: draft)
      }
      // A service that could not take it up left it where it was.
      guard !Files.exists(draft) else {
        throw Failure(
          .brokenIO, kind: "import-failed", what: "the new log could not be installed", at: .text(draft),
          advice: "see the service's messages")
      }
    } catch {
      for companion in ["", "-wal", "-shm", "-journal"] { try? Files.remove(draft + companion) }
      throw error
    }
    try context.answer(ImportAnswer(facts: counts.facts, settings: counts.settings))
    return .done
  }
}

/// Throws if there is data in the home already.
private func mustBeUnused(_ home: Home) throws(Failure) {
  guard Files.exists(home.database) else { return }
  let isUsed = try renaming({ Failure.log($0, home) }, LogReader(path: home.database).holdsAnything())
  guard isUsed else { return }
  throw Failure(
    .no, kind: "home-in-use", what: "there is data here already", at: .text(home.database),
    advice: "export it first, then add --replace (nothing was changed)")
}

private func read(
  _ name: String, into draft: String, _ context: CommandContext
) throws(Failure) -> (facts: Int, settings: Int) {
  let shown = name == "-" ? "standard input" : name
  let zone = try context.zone()
  var log = try renaming(
    { Failure.log($0, context.home) }, LogImport(path: draft, zone: zone, meaningOf: RouteTable().meaning(of:)))
  var number = 0
  // The longest line holds the settings, of which one list may have 10,000 entries.
  try context.forEachLine(of: name, longestLine: 16 << 20) { line throws(Failure) in
    number += 1
    try renaming({ Failure($0, shown, line: number) }, log.importLine(line))
  }
  do throws(LogImportError) { return try log.finish() } catch { throw Failure(error, shown, line: number) }
}

private struct ImportAnswer: PrintedAnswer {
  let facts: Int
  let settings: Int

  var text: String { "Imported \(counted(facts, "fact")) and \(counted(settings, "version")) of the settings." }
  var json: JSONValue { ["ok": true, "facts": JSONValue(facts), "settings": JSONValue(settings)] }
}

extension Failure {
  fileprivate init(_ fault: LogImportError, _ file: String, line: Int) {
    let what: String
    var path = ""
    switch fault {
    case .line(let fault):
      what = fault.message
      path = fault.path
    case .notAnExport: what = "this is not a file of focuskey export"
    case .secondHead: what = "a second export begins here"
    case .behindTheEnd: what = "unexpected data after the last line"
    case .cutOff: what = "the last line is missing: the file was cut off"
    case .incomplete(let facts, let settings, let foundFacts, let foundSettings):
      what =
        "the file announces \(facts) facts and \(settings) settings but has \(foundFacts) and \(foundSettings)"
    case .log(let fault):
      self.init(
        .brokenIO, kind: "import-failed", what: "the new log cannot be written", at: .text(file),
        advice: fault.sentence)
      return
    }
    self.init(
      .badData, kind: "bad-import", what: what,
      at: .text("\(file) line \(line)" + (path.isEmpty ? "" : " (\(path))")), advice: "nothing was changed",
      details: [("line", JSONValue(line)), ("path", .string(path))])
  }
}
