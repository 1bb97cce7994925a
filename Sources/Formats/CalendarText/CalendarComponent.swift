/// A component of an iCalendar text: what is between `BEGIN:KIND` and `END:KIND`.
package struct CalendarComponent: Equatable, Sendable {
  /// Its kind in capitals, such as `VTODO`.
  package let kind: String
  package let line: Int
  /// Its own content lines, in order, without those of its parts.
  package internal(set) var lines: [ContentLine] = []
  package internal(set) var parts: [CalendarComponent] = []
  /// Where a new content line belongs: before its first part, else before its end.
  package internal(set) var room: Int
  /// The octets from the beginning of the first line to the end of the last.
  package internal(set) var range: Range<Int>

  /// The first line of that name (in capitals).
  package func first(_ name: String) -> ContentLine? {
    for line in lines where line.name == name { return line }
    return nil
  }

  /// All lines of that name (in capitals).
  package func all(_ name: String) -> [ContentLine] {
    var found: [ContentLine] = []
    for line in lines where line.name == name { found.append(line) }
    return found
  }
}

package struct CalendarFault: Error, Equatable, Sendable {
  package enum Cause: Equatable, Sendable {
    case tooLong(limit: Int)
    case notACalendar
    case tooDeep
    /// An `END` without its `BEGIN`, or before that of an inner component.
    case unexpectedEnd(String)
    case missingEnd(String)
    /// A line has no name or no colon.
    case notAContentLine
  }

  /// The line, counted from 1.
  package let line: Int
  package let cause: Cause

  package init(line: Int, cause: Cause) {
    self.line = line
    self.cause = cause
  }
}

package struct CalendarText: Sendable {
  package let octets: [UInt8]
  /// The outermost components, mostly one `VCALENDAR`.
  package let components: [CalendarComponent]
  /// Lines that are not content lines; they are kept and mean nothing.
  package let faults: [CalendarFault]

  package static let mostOctets = 1 << 20
  /// Components deeper inside each other are not read; honest ones need three.
  static let mostDepth = 8

  /// Reads a text. Time and memory are linear in its length.
  package init(_ octets: [UInt8]) throws(CalendarFault) {
    guard octets.count <= Self.mostOctets else {
      throw CalendarFault(line: 1, cause: .tooLong(limit: Self.mostOctets))
    }
    var reader = ContentLineReader(octets)
    var open: [CalendarComponent] = []
    var whole: [CalendarComponent] = []
    var faults: [CalendarFault] = []
    var last = 1
    while let line = reader.next() {
      last = line.line
      switch line.name {
      case "BEGIN":
        guard open.count < Self.mostDepth else { throw CalendarFault(line: line.line, cause: .tooDeep) }
        if let above = open.indices.last, open[above].parts.isEmpty { open[above].room = line.range.lowerBound }
        open.append(
          CalendarComponent(
            kind: Self.kind(line), line: line.line, room: line.range.upperBound, range: line.range))
      case "END":
        guard var ended = open.popLast(), ended.kind == Self.kind(line) else {
          throw CalendarFault(line: line.line, cause: .unexpectedEnd(Self.kind(line)))
        }
        if ended.parts.isEmpty { ended.room = line.range.lowerBound }
        ended.range = ended.range.lowerBound..<line.range.upperBound
        if open.isEmpty { whole.append(ended) } else { open[open.count - 1].parts.append(ended) }
      case "": faults.append(CalendarFault(line: line.line, cause: .notAContentLine))
      default: if !open.isEmpty { open[open.count - 1].lines.append(line) }
      }
    }
    if let unended = open.last { throw CalendarFault(line: last, cause: .missingEnd(unended.kind)) }
    guard Self.hold(whole, "VCALENDAR") else { throw CalendarFault(line: 1, cause: .notACalendar) }
    self.octets = octets
    components = whole
    self.faults = faults
  }

  /// The components of that kind directly inside of a `VCALENDAR`.
  package func parts(_ kind: String) -> [CalendarComponent] {
    var found: [CalendarComponent] = []
    for component in components where component.kind == "VCALENDAR" {
      for part in component.parts where part.kind == kind { found.append(part) }
    }
    return found
  }

  private static func hold(_ components: [CalendarComponent], _ kind: String) -> Bool {
    for component in components where component.kind == kind { return true }
    return false
  }

  private static func kind(_ line: ContentLine) -> String {
    var text: [UInt8] = []
    for octet in line.value.utf8 where octet > 0x20 {
      text.append((0x61...0x7A).contains(octet) ? octet - 0x20 : octet)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
