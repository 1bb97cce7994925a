import Octets
import TagFormats

/// Octets from hex digits.
func hex(_ text: String) -> [UInt8] {
  do throws(HexError) { return try HexText.octets(of: text) } catch { preconditionFailure("no hex: \(text)") }
}

func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

/// Octets that differ from their neighbours.
func octets(_ count: Int, from first: Int = 1) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + first) }
}

/// A Type 2 memory: identifier, container, and an area that begins with `blocks`.
func type2(_ container: String, _ blocks: String, size: Int? = nil) -> [UInt8] {
  let container = hex(container)
  let head = hex("04e10c61da993c80ff480000") + container
  let area = size ?? Int(container[2]) * 8
  let content = hex(blocks)
  return head + content + zeros(max(0, area - content.count))
}

extension CardContents {
  var fault: LayoutError? {
    if case .damaged(let fault) = message { fault } else { nil }
  }
}
