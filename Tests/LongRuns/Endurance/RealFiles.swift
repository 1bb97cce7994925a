import CardDumps
import Glibc
import LinuxRuntime
import NDEF
import SiteAssociation
import TagFormats
import TestSupport

// Endurance real-files DIR
//
// For anyone who has association files, dumps of cards or NDEF messages that nobody here wrote: judges every file below
// a folder, each in a process of its own that may take ten seconds, and prints a line for each. `crashed` stands for
// one that broke off, `too-slow` for one that took longer, `not-judged` for files of other kinds:
//
//   FILE <tab> VERDICT <tab> FINDINGS <tab> MILLISECONDS
//
// If there is a file `expectations.tsv` in the folder, its first three columns are compared with that, and the
// differences are what it ends with. Without one, the output's first three columns can become it.

/// What a judge says about one file.
struct RealFileJudgement {
  /// `sound`, `errors`, or what the judge of the kind says in its place.
  let verdict: String
  /// Kinds of findings, or whatever tells one file from another.
  let findings: [String]
}

/// A kind of file, how it is recognised, and who judges it. The first that fits does.
struct RealFileKind: Sendable {
  let name: String
  let fits: @Sendable (_ name: String, _ file: [UInt8]) -> Bool
  let judge: @Sendable (_ file: [UInt8]) -> RealFileJudgement
}

/// A file that fits none is not judged.
let realFileKinds: [RealFileKind] = [
  RealFileKind(name: "message", fits: { name, _ in name.hasSuffix(".ndef") }, judge: judgeMessage),
  RealFileKind(name: "card", fits: isCardFile, judge: judgeCardDump),
  RealFileKind(name: "assetlinks", fits: { name, _ in name.contains("assetlinks") }, judge: judgeAssetLinks),
  RealFileKind(name: "association", fits: isAssociation, judge: judgeAssociation),
]

/// Named as one, however broken it is inside, or JSON by another name, as people keep versions of a file.
private func isAssociation(_ name: String, _ file: [UInt8]) -> Bool {
  if name.contains("apple-app-site-association") || name.contains("aasa") { return true }
  return name.hasSuffix(".json") || (!name.contains(".") && file.first == UInt8(ascii: "{"))
}

/// Says which records are in a message; written again, it must be the same message.
private func judgeMessage(_ file: [UInt8]) -> RealFileJudgement {
  do {
    let message = try NDEFMessage(decoding: file)
    var findings = ["\(message.records.count)-records", "\(file.count)-bytes"]
    if try NDEFMessage(decoding: message.encoded()) != message { findings.append("!reads-otherwise-again") }
    return RealFileJudgement(verdict: "readable", findings: findings)
  } catch {
    return RealFileJudgement(verdict: "refused", findings: ["\(error)".replacing(" ", with: "-")])
  }
}

/// Files of tools for cards by their endings; others only if a dump is recognised in them.
private func isCardFile(_ name: String, _ file: [UInt8]) -> Bool {
  if [".nfc", ".mfd", ".dump", ".bin", ".eml", ".mct", ".raw"].contains(where: { name.hasSuffix($0) }) { return true }
  return (try? CardDump(recognizing: file)) != nil
}

/// Says what card it is and what is odd about the file; the memory alone must hold the same message.
private func judgeCardDump(_ file: [UInt8]) -> RealFileJudgement {
  do {
    guard let dump = try CardDump(recognizing: file) else {
      return RealFileJudgement(verdict: "unknown", findings: [CardDump.isText(file) ? "text" : "bytes"])
    }
    let contents = try dump.contents()
    var findings = [
      "\(dump.format)", contents.type.rawValue, contents.chip.name.replacing(" ", with: "-"),
      contents.message.octets.map { "\($0.count)-bytes" } ?? "\(contents.message)",
    ]
    for note in dump.notes {
      switch note {
      case .otherUID: findings.append("other-uid")
      case .cutShort: findings.append("cut-short")
      }
    }
    if !dump.unread.isEmpty { findings.append("unread-\(dump.unread.count)") }
    if let again = try dump.image.memory.flatMap({ try CardDump(recognizing: $0) }), again.image == dump.image,
      try again.contents().message != contents.message, !dump.isSwitchedOff, dump.unread.isEmpty
    {
      findings.append("!reads-otherwise-alone")
    }
    return RealFileJudgement(verdict: "readable", findings: findings)
  } catch {
    return RealFileJudgement(verdict: "refused", findings: ["\(error)".replacing(" ", with: "-")])
  }
}

extension TagImage {
  /// The memory as it is; `nil` for a card with files.
  fileprivate var memory: [UInt8]? {
    switch self {
    case .type1(let image): image.octets
    case .type2(let image): image.octets
    case .type3(let image): image.octets
    case .type4: nil
    case .type5(let image): image.octets
    case .classic(let image): image.octets
    }
  }
}

private func judgeAssetLinks(_ file: [UInt8]) -> RealFileJudgement {
  let report = AssetLinksReport(reading: file)
  if let address = WebAddress("https://example.com/a/b?c=d#e") { _ = report.links.decision(for: address) }
  return RealFileJudgement(
    verdict: report.isSound ? "sound" : "errors", findings: Set(report.findings.map(\.kind.rawValue)).sorted())
}

/// Also puts a link to the file, explains it, and compares the file with itself.
private func judgeAssociation(_ file: [UInt8]) -> RealFileJudgement {
  let report = AssociationReport(reading: file)
  var findings = Set(report.findings.map(\.kind.rawValue)).sorted()
  if let address = WebAddress("https://example.com/a/b?c=d#e") {
    let decision = report.links.decision(for: address)
    if report.links.explanation(for: address).decision != decision { findings.append("!explained-otherwise") }
  }
  let same = AssociationDiff(before: report.links, after: report.links, host: "example.com")
  if !same.changes.isEmpty || !same.isComplete { findings.append("!differs-from-itself") }
  return RealFileJudgement(verdict: report.isSound ? "sound" : "errors", findings: findings)
}

/// Judges all files below the folder. Returns whether all is as expected.
func realFiles(_ folder: String) throws -> Bool {
  let expectations = try expectedLines(folder)
  let judge = BuiltProgram(at: Files.real("/proc/self/exe") ?? CommandLine.arguments[0])
  var counts: [String: Int] = [:]
  var differences: [String] = []
  var slowest = (name: "", milliseconds: 0.0)
  for name in try files(below: folder) where name != expectationsName {
    let outcome = try judge.run(["real-file", folder + "/" + name])
    // alarm(2) ends a judge that takes too long; anything else that leaves no line is a crash.
    let broken = outcome.exitCode == 128 + SIGALRM ? "too-slow\t-\t10000" : "crashed\t-\t0"
    let columns = outcome.output.split(separator: "\n").last.map(String.init) ?? broken
    print(name + "\t" + columns)
    let parts = columns.split(separator: "\t").map(String.init)
    counts[parts[0], default: 0] += 1
    if parts.count == 3, let time = Double(parts[2]), time > slowest.milliseconds { slowest = (name, time) }
    let line = parts.prefix(2).joined(separator: "\t")
    if let expectations {
      if let expected = expectations[name] {
        if expected != line { differences.append("\(name): expected \(expected), found \(line)") }
      } else {
        differences.append("\(name): not in \(expectationsName)")
      }
    }
  }
  let verdicts = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  print("# \(verdicts); the slowest is \(slowest.name) with \(slowest.milliseconds) ms")
  for difference in differences { print("# \(difference)") }
  return differences.isEmpty && counts["crashed"] == nil && counts["too-slow"] == nil
}

/// Judges one file, for ``realFiles(_:)``: a line with the verdict, the findings and the time.
func realFile(at path: String) throws {
  alarm(10)
  let file = try Files.read(path)
  let name = path.split(separator: "/").last.map(String.init) ?? path
  guard let kind = realFileKinds.first(where: { $0.fits(name, file) }) else { return print("not-judged\t-\t0") }
  var judgement = RealFileJudgement(verdict: "", findings: [])
  let time = ContinuousClock().measure { judgement = kind.judge(file) }
  let tenths = Int(time / .microseconds(100))
  let findings = judgement.findings.isEmpty ? "-" : judgement.findings.joined(separator: " ")
  print("\(judgement.verdict)\t\(findings)\t\(tenths / 10).\(tenths % 10)")
}

private let expectationsName = "expectations.tsv"

private func expectedLines(_ folder: String) throws -> [String: String]? {
  guard Files.exists(folder + "/" + expectationsName) else { return nil }
  let text = String(decoding: try Files.read(folder + "/" + expectationsName), as: UTF8.self)
  var lines: [String: String] = [:]
  for line in text.split(separator: "\n") where !line.hasPrefix("#") {
    let columns = line.split(separator: "\t").map(String.init)
    if columns.count >= 3 { lines[columns[0]] = columns[1] + "\t" + columns[2] }
  }
  return lines
}

private func files(below folder: String) throws -> [String] {
  var found: [String] = []
  for name in try Files.names(inFolder: folder) where name != ".git" {
    if Files.isFolder(folder + "/" + name) {
      found += try files(below: folder + "/" + name).map { name + "/" + $0 }
    } else {
      found.append(name)
    }
  }
  return found
}
