internal import FocusPorts
internal import FocusWire
internal import Following
internal import LinuxRuntime
internal import SQLiteLog
internal import SyncProtocol

/// The facts of a log that others may know, one after the other.
struct SharedLines: ~Copyable {
  private let log: LogReader
  private var page: [(number: Int64, text: String)]
  private var place = 0
  private var last: Int64

  init(_ path: String, after number: Int64) throws(SyncFault) {
    log = try renaming(SyncFault.log, LogReader(path: path))
    last = number
    page = []
  }

  mutating func next() throws(SyncFault) -> (number: Int64, octets: [UInt8])? {
    while true {
      if place == page.count {
        page = try renaming(SyncFault.log, log.bodies(after: last, most: 1000))
        place = 0
      }
      guard place < page.count else { return nil }
      let line = page[place]
      place += 1
      last = line.number
      let octets = Array(line.text.utf8)
      if let fact = try? Fact(octets: octets), fact.isShared { return (line.number, octets) }
    }
  }
}
