import LinuxRuntime
import SiteAssociation
import TestSupport
import Testing

/// Files in the shapes that public repositories hold, written for these tests, each with its verdict and its findings.
@Suite struct CorpusTests {
  struct Expectation: Sendable, CustomTestStringConvertible {
    let file: String
    let verdict: String
    let kinds: [String]
    var testDescription: String { file }
  }

  static let folder = Repository.root + "/Tests/Rooms/SiteAssociation/Corpus/"

  static let table: [Expectation] = {
    let text = (try? Files.read(folder + "expectations.tsv")) ?? []
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      if line.hasPrefix("#") { return nil }
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count == 3 else { return nil }
      let kinds = columns[2] == "-" ? [] : columns[2].split(separator: " ").map(String.init)
      return Expectation(file: columns[0], verdict: columns[1], kinds: kinds)
    }
  }()

  @Test(arguments: table) func eachFileIsJudgedAsExpected(_ expectation: Expectation) throws {
    let octets = try Files.read(Self.folder + expectation.file)
    let (isSound, kinds) = Self.judge(octets, isAssetLinks: expectation.file.hasPrefix("assetlinks"))
    #expect(isSound == (expectation.verdict == "sound"))
    #expect(kinds == expectation.kinds)
  }

  @Test func everyFileIsInTheTable() throws {
    let files = try Files.names(inFolder: Self.folder).filter { $0 != "expectations.tsv" }
    #expect(files.sorted() == Self.table.map(\.file).sorted())
  }

  private static func judge(_ octets: [UInt8], isAssetLinks: Bool) -> (isSound: Bool, kinds: [String]) {
    if isAssetLinks {
      let report = AssetLinksReport(reading: octets)
      return (report.isSound, Set(report.findings.map(\.kind.rawValue)).sorted())
    }
    let report = AssociationReport(reading: octets)
    return (report.isSound, Set(report.findings.map(\.kind.rawValue)).sorted())
  }
}
