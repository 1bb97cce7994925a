package import FocusLinks
package import FocusWire
internal import Octets

package struct HookEvent: Sendable {
  package enum Arrival: Sendable {
    case card(reader: String, uid: [UInt8])
    /// From a browser, another program or the person's own words: nothing proves that a card was there.
    case soft
  }

  package let cause: Hook.Cause
  package let json: JSONValue

  /// An event, in the form in which the log and the event stream tell it.
  package init(_ event: Event, in zone: CivilZone) {
    cause = .event(event.name)
    json = event.json(in: zone)
  }

  /// The event for a link of the person's own route; `text` is the link as it is written.
  package init(_ link: OwnLink, text: String, by arrival: Arrival, at moment: Timestamp, in zone: CivilZone) {
    cause = .route(link.route)
    var arguments = JSONObject()
    for argument in link.arguments { arguments.append(argument.name, .string(argument.value)) }
    var object: JSONObject = [
      "at": .string(ISO8601.text(moment, in: zone)), "event": "link", "route": .string(link.route),
      "link": .string(text), "arguments": .object(arguments),
    ]
    switch arrival {
    case .card(let reader, let uid):
      object.append("by", "card")
      object.append("reader", .string(reader))
      object.append("uid", .string(HexText.text(of: uid, uppercase: true)))
    case .soft: object.append("by", "link")
    }
    json = .object(object)
  }

  /// One line of JSON, for the input of programs and for what is sent.
  package var line: [UInt8] { json.octets + [0x0A] }

  /// The same as lines of an environment: `FOCUSKEY_EVENT=session-started`, and `FOCUSKEY_ARG_ROOM=kitchen` for what a
  /// link carries. Lists and objects stand in the line of JSON alone.
  package var environment: [String] {
    guard case .object(let object) = json else { return [] }
    var lines: [String] = []
    for (name, value) in object.members {
      if case .object(let arguments) = value {
        for argument in arguments.members { Self.add("FOCUSKEY_ARG_", argument.name, argument.value, to: &lines) }
      } else {
        Self.add("FOCUSKEY_", name, value, to: &lines)
      }
    }
    return lines
  }

  private static func add(_ prefix: String, _ name: String, _ value: JSONValue, to lines: inout [String]) {
    let text: String
    switch value {
    case .string(let string): text = string
    case .integer, .number, .bool: text = value.text
    case .null, .array, .object: return
    }
    // Names come from the configuration and from us, values from anywhere: an octet of zero would cut the line.
    let octets = name.utf8.map { octet -> UInt8 in
      switch octet {
      case 0x61...0x7A: octet - 0x20
      case 0x41...0x5A, 0x30...0x39: octet
      default: UInt8(ascii: "_")
      }
    }
    let rest = text.utf8.filter { octet in octet != 0 }
    lines.append(prefix + String(decoding: octets, as: UTF8.self) + "=" + String(decoding: rest, as: UTF8.self))
  }
}
