package import FeaturePorts
package import FocusHistory
internal import FocusWire
internal import Guarding
internal import NightEye
internal import SQLiteLog

/// The files of nights, one per night; made from facts alone, so they can be made again exactly.
package struct NightFiles: Sendable {
  private let home: Home
  private let zone: CivilZone

  package init(home: Home, zone: CivilZone) {
    self.home = home
    self.zone = zone
  }

  package var folder: String { "\(home.stateFolder)/nights" }

  /// All nights, oldest first.
  package func records() throws(LogError) -> [NightRecord] {
    guard Files.exists(home.database) else { return [] }
    return NightFold.records(of: try LogReader(path: home.database).facts(of: NightRecord.factKinds))
  }

  /// Writes the missing files, and that of `day` even if it is there; returns how many.
  @discardableResult
  package func write(
    _ records: [NightRecord], onlyMissing: Bool, again day: CivilDay? = nil
  ) throws(SystemError) -> Int {
    var count = 0
    for record in records {
      let path = "\(folder)/\(ISO8601.text(record.report.day)).json"
      if onlyMissing, record.report.day != day, Files.exists(path) { continue }
      try Files.makeFolder(folder)
      // The picture first: a report that is there has its picture.
      try Files.replace(
        "\(folder)/\(ISO8601.text(record.report.day)).svg",
        with: NightEye.svg(of: record.report.used, day: record.report.day.number))
      try Files.replace(path, with: record.json(in: zone).octets + [0x0A])
      count += 1
    }
    return count
  }

  /// Writes what is missing whenever a night is over, until the engine stops.
  package func follow(_ engine: FocusEngine, _ words: ServiceLog) async {
    let notices = await engine.notices()
    // A night that ended while nothing ran was reported before anybody listened.
    if await engine.snapshot.machine.settings.bedtime != nil { writeMissing(words) }
    for await notice in notices {
      guard case .happened(let event) = notice, case .recorded(let fact) = event.kind else { continue }
      switch fact.body {
      case .guard(.nightReported): writeMissing(words)
      case .guard(.felt(_, let day)): writeMissing(words, again: day)
      default: continue
      }
    }
  }

  private func writeMissing(_ words: ServiceLog, again day: CivilDay? = nil) {
    let nights: [NightRecord]
    do throws(LogError) { nights = try records() } catch {
      return words.write(.warning, "nights: \(error.sentence)")
    }
    do throws(SystemError) { try write(nights, onlyMissing: true, again: day) } catch {
      words.write(.warning, "nights: \(error.subject): \(error.reason)")
    }
  }
}

extension NightEye {
  static func svg(of used: Lapse, day: Int64) -> [UInt8] {
    svg(minutes: Int(min(used.milliseconds / 60_000, Int64(longest))), day: day)
  }
}
