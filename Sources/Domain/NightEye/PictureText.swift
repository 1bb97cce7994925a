struct PictureText {
  private(set) var octets: [UInt8] = []

  mutating func write(_ text: String) { octets.append(contentsOf: text.utf8) }

  mutating func write(_ text: PictureText) { octets.append(contentsOf: text.octets) }

  /// A place in tenths.
  mutating func write(_ point: (x: Int64, y: Int64)) {
    write(tenths: point.x)
    write(" ")
    write(tenths: point.y)
  }

  mutating func write(tenths number: Int64) { write(number, places: 1) }

  mutating func write(hundredths number: Int64) { write(number, places: 2) }

  /// A colour as `#rrggbb`.
  mutating func write(color: (Int64, Int64, Int64)) {
    write("#")
    for part in [color.0, color.1, color.2] {
      for nibble in [part >> 4, part & 15] { octets.append(Array("0123456789abcdef".utf8)[Int(nibble)]) }
    }
  }

  private mutating func write(_ number: Int64, places: Int) {
    var (digits, left) = (number.magnitude, places)
    while left > 0, digits % 10 == 0 {
      digits /= 10
      left -= 1
    }
    if number < 0 { write("-") }
    var scale: UInt64 = 1
    for _ in 0..<left { scale *= 10 }
    write("\(digits / scale)")
    guard left > 0 else { return }
    let rest = "\(digits % scale)"
    write(".")
    for _ in rest.utf8.count..<left { write("0") }
    write(rest)
  }
}
