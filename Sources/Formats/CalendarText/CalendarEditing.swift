/// A change of all lines of one name in a component.
package struct LineChange: Equatable, Sendable {
  /// The name in capitals.
  package let name: String
  /// The new content lines, unfolded and without line ends; none removes the name.
  package let lines: [String]

  package init(_ name: String, _ lines: [String]) {
    self.name = name
    self.lines = lines
  }

  package init(_ name: String, _ line: String?) {
    self.init(name, line.map { [$0] } ?? [])
  }
}

extension CalendarText {
  /// The text with these names of a component changed and every other octet as it was.
  ///
  /// A line that is there already stays as it is written. New lines take the place of the first one of their name that
  /// goes; where none goes, they come behind the other lines.
  package func changing(_ component: CalendarComponent, _ changes: [LineChange]) -> [UInt8] {
    let lineEnd = self.lineEnd(of: component)
    var cuts: [(range: Range<Int>, text: [UInt8])] = []
    var behind: [UInt8] = []
    for change in changes {
      // Lines that stay are not touched, so that their folding stays too.
      var added = change.lines
      var removed: [ContentLine] = []
      for old in component.all(change.name) {
        let written = text(of: old)
        if let index = added.firstIndex(where: { $0.utf8.elementsEqual(written.utf8) }) {
          added.remove(at: index)
        } else {
          removed.append(old)
        }
      }
      var text: [UInt8] = []
      for line in added { text += Self.folded(line, lineEnd) }
      if removed.isEmpty { behind += text }
      for index in removed.indices { cuts.append((removed[index].range, index == 0 ? text : [])) }
    }
    if !behind.isEmpty { cuts.append((component.room..<component.room, behind)) }
    cuts.sort { $0.range.lowerBound < $1.range.lowerBound }
    var result: [UInt8] = []
    result.reserveCapacity(octets.count + behind.count + 256)
    var position = 0
    for cut in cuts {
      result += octets[position..<cut.range.lowerBound]
      result += cut.text
      position = cut.range.upperBound
    }
    result += octets[position...]
    return result
  }

  /// A parameter as it is written, its value in quotation marks where it needs them.
  package static func parameter(_ name: String, _ value: String) -> String {
    let isPlain = value.utf8.allSatisfy { octet in
      octet > 0x1F && octet != UInt8(ascii: ":") && octet != UInt8(ascii: ";") && octet != UInt8(ascii: ",")
    }
    let text = value.filter { $0 != "\"" }
    return name + "=" + (isPlain ? text : "\"" + text + "\"")
  }

  /// A content line, folded at 75 octets and never inside of a character.
  package static func folded(_ line: String, _ lineEnd: [UInt8] = [0x0D, 0x0A]) -> [UInt8] {
    var folded: [UInt8] = []
    var width = 0
    for character in line.unicodeScalars {
      let length = UTF8.width(character)
      if width + length > 75 {
        folded += lineEnd
        folded.append(0x20)
        width = 1
      }
      folded += Array(String(Character(character)).utf8)
      width += length
    }
    return folded + lineEnd
  }

  private func lineEnd(of component: CalendarComponent) -> [UInt8] {
    var index = component.range.lowerBound
    while index < octets.count, octets[index] != 0x0A { index += 1 }
    return index > 0 && index < octets.count && octets[index - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  /// A content line as it is in the text, unfolded and without its end.
  package func text(of line: ContentLine) -> String {
    var unfolded: [UInt8] = []
    let written = octets[line.range]
    var position = written.startIndex
    while position < written.endIndex {
      if written[position] == 0x0A {
        // What follows is the blank of a folded line, or nothing.
        position += 2
      } else if written[position] == 0x0D, position + 1 < written.endIndex, written[position + 1] == 0x0A {
        position += 1
      } else {
        unfolded.append(written[position])
        position += 1
      }
    }
    return String(decoding: unfolded, as: UTF8.self)
  }
}
