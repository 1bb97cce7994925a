/// Makes hellos by the letter of RFC 8446, for the tests to read.
struct HelloMaker {
  var serverNames: [(type: UInt8, name: [UInt8])]? = [(0, Array("m.social.example".utf8))]
  var before: [(kind: Int, content: [UInt8])] = [(43, [2, 3, 4]), (51, [UInt8](repeating: 7, count: 1300))]
  var after: [(kind: Int, content: [UInt8])] = [(0x0a0a, [])]
  var recordLength = 1 << 14

  static func two(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  var octets: [UInt8] {
    var extensions: [UInt8] = []
    var all = before
    if let serverNames {
      var list: [UInt8] = []
      for entry in serverNames { list += [entry.type] + Self.two(entry.name.count) + entry.name }
      all.append((0, Self.two(list.count) + list))
    }
    for item in all + after { extensions += Self.two(item.kind) + Self.two(item.content.count) + item.content }
    var body: [UInt8] = [3, 3] + [UInt8](repeating: 0xAB, count: 32)
    body += [32] + [UInt8](repeating: 1, count: 32)
    body += Self.two(4) + [0x13, 1, 0x13, 2] + [1, 0]
    body += Self.two(extensions.count) + extensions
    let message = [1, UInt8(truncatingIfNeeded: body.count >> 16)] + Self.two(body.count & 0xFFFF) + body
    var records: [UInt8] = []
    var rest = message[...]
    while !rest.isEmpty {
      let piece = rest.prefix(recordLength)
      records += [22, 3, 1] + Self.two(piece.count) + piece
      rest = rest.dropFirst(piece.count)
    }
    return records
  }
}
