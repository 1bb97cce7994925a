package import FocusSession

package enum HistoryExport {
  /// Comma-separated values with a header line (RFC 4180).
  package static func csv(_ sessions: [SessionRecord], in zone: CivilZone) -> String {
    var text =
      "session,profile,task,trigger,started_at,ended_at,planned_end,why,focused_seconds,break_seconds,breaks,attempts,note\r\n"
    for session in sessions {
      let fields = [
        session.id.text, session.profile.text, session.task ?? "", word(of: session.details.trigger),
        ISO8601.text(session.started, in: zone), time(session.ended, zone), time(session.plannedEnd, zone),
        session.why.map { word(of: $0) } ?? "", String(session.focused.wholeSeconds),
        String(session.breakTime.wholeSeconds), String(session.breaks), String(session.attempts),
        session.details.note ?? "",
      ]
      text += fields.map { quoted($0) }.joined(separator: ",") + "\r\n"
    }
    return text
  }

  private static func time(_ moment: Timestamp?, _ zone: CivilZone) -> String {
    moment.map { ISO8601.text($0, in: zone) } ?? ""
  }

  private static func quoted(_ field: String) -> String {
    // A field that a spreadsheet would take for a formula is only a text here.
    let isFormula = field.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
    let text = isFormula ? "'" + field : field
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// A calendar with one event for each session that ended (RFC 5545).
  package static func calendar(_ sessions: [SessionRecord], names: (ProfileID) -> String) -> String {
    var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//FocusKey//FocusKey//EN\r\nCALSCALE:GREGORIAN\r\n"
    for session in sessions {
      guard let ended = session.ended else { continue }
      let title = session.task.map { names(session.profile) + ": " + $0 } ?? names(session.profile)
      let minutes = session.focused.wholeSeconds / 60
      text += "BEGIN:VEVENT\r\n"
      text += folded("UID:" + session.id.text + "@focuskey.app")
      text +=
        "DTSTAMP:" + instant(ended) + "\r\nDTSTART:" + instant(session.started) + "\r\nDTEND:" + instant(ended) + "\r\n"
      text += folded("SUMMARY:" + escaped(title))
      text += folded(
        "DESCRIPTION:"
          + escaped(
            String(minutes) + " min focused\n" + Self.counted(session.breaks, "break") + "\n"
              + Self.counted(session.attempts, "attempt") + " resisted" + (session.details.note.map { "\n" + $0 } ?? "")
          ))
      text += "CATEGORIES:" + escaped(session.profile.text) + "\r\nTRANSP:OPAQUE\r\nEND:VEVENT\r\n"
    }
    return text + "END:VCALENDAR\r\n"
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    String(count) + " " + noun + (count == 1 ? "" : "s")
  }

  /// `20261121T080000Z`
  private static func instant(_ moment: Timestamp) -> String {
    var text = ""
    for octet in ISO8601.text(moment, in: .utc).utf8.prefix(19) where octet != 0x2D && octet != 0x3A {
      text.unicodeScalars.append(Unicode.Scalar(octet))
    }
    return text + "Z"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": result += "\\" + String(Character(scalar))
      case "\n": result += "\\n"
      case "\r": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Folds a line into lines of at most 75 octets, without splitting a character.
  private static func folded(_ line: String) -> String {
    var text = ""
    var count = 0
    for scalar in line.unicodeScalars {
      let width = UTF8.width(scalar)
      if count + width > 75 {
        text += "\r\n "
        count = 1
      }
      text.unicodeScalars.append(scalar)
      count += width
    }
    return text + "\r\n"
  }

  private static func word(of trigger: Trigger) -> String {
    switch trigger {
    case .command: return "command"
    case .card: return "card"
    case .link: return "link"
    case .schedule: return "schedule"
    case .later: return "later"
    case .device: return "device"
    }
  }

  private static func word(of why: SessionEnd) -> String {
    switch why {
    case .confirmed: return "confirmed"
    case .completed: return "completed"
    case .emergency: return "emergency"
    case .switched: return "switched"
    }
  }
}

extension SessionRecord {
  /// The length of the breaks that are over.
  package var breakTime: Lapse {
    var sum = Lapse.zero
    for pause in details.pauses {
      if let ended = pause.ended { sum = sum + (ended - pause.began) }
    }
    return sum
  }
}

extension UTF8 {
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x80: return 1
    case 0x80..<0x800: return 2
    case 0x800..<0x10000: return 3
    default: return 4
    }
  }
}
