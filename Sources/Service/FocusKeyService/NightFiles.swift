internal import FocusEngine
public import FocusHistory
public import FocusPorts
public import FocusSession
internal import FocusWire
internal import Guarding
internal import JSONText
public import LinuxRuntime
internal import SQLiteLog
public import ServiceContract

/// The files of nights: one a night, made from the facts alone, so that they can be made again byte for byte.
public struct NightFiles: Sendable {
  /// Why they cannot be made.
  public enum Fault: Error {
    /// The log cannot be read.
    case log(LogError)
    /// A file cannot be written.
    case system(SystemError)
  }

  private let home: Home
  private let zone: CivilZone

  /// The files of a home, with times as clocks of that zone show them.
  public init(home: Home, zone: CivilZone) {
    self.home = home
    self.zone = zone
  }

  /// Where they are.
  public var folder: String { "\(home.stateFolder)/nights" }

  /// All nights, oldest first.
  public func records() throws(Fault) -> [NightRecord] {
    guard Files.exists(home.database) else { return [] }
    do throws(LogError) {
      return NightFold.records(of: try LogReader(path: home.database).facts(of: NightRecord.factKinds))
    } catch {
      throw .log(error)
    }
  }

  /// Writes the files of nights: of all, or of those that have none.
  ///
  /// - Returns: how many were written.
  @discardableResult
  public func write(onlyMissing: Bool) throws(Fault) -> Int {
    var count = 0
    for record in try records() {
      let path = "\(folder)/\(ISO8601.text(record.report.day)).json"
      if onlyMissing, Files.exists(path) { continue }
      do throws(SystemError) {
        try Files.makeFolder(folder)
        try Files.replace(path, with: record.json(in: zone).octets + [0x0A])
      } catch {
        throw .system(error)
      }
      count += 1
    }
    return count
  }

  /// Writes what is missing whenever a night is over, until the engine stops.
  func follow(_ engine: FocusEngine, _ words: ServiceLog) async {
    let notices = await engine.notices()
    // A night that ended while nothing ran was reported before anybody listened.
    if await engine.snapshot.machine.settings.bedtime != nil { writeMissing(words) }
    for await notice in notices {
      guard case .happened(let event) = notice, case .recorded(let fact) = event.kind,
        case .guard(.nightReported) = fact.body
      else { continue }
      writeMissing(words)
    }
  }

  private func writeMissing(_ words: ServiceLog) {
    do throws(Fault) {
      try write(onlyMissing: true)
    } catch {
      switch error {
      case .log(let fault): words.write(.warning, "nights: \(fault.sentence)")
      case .system(let fault): words.write(.warning, "nights: \(fault.subject): \(fault.reason)")
      }
    }
  }
}
