/// Keys to X11 screens, as they are in a key file (Xau(3)).
enum X11Key {
  /// The keys in a file that open a screen of this computer: a family, then an address, the screen's number, the kind
  /// of key and the key, each behind its length, all of it with the high octet first.
  static func keys(in file: [UInt8], of number: Int) -> [[UInt8]] {
    var rest = file[...]
    var keys: [[UInt8]] = []
    while let family = value(&rest), piece(&rest) != nil, let screen = piece(&rest), let name = piece(&rest),
      let data = piece(&rest)
    {
      // FamilyLocal and FamilyWild; an entry without a number is of every screen.
      guard family == 256 || family == 65_535, screen.isEmpty || screen.elementsEqual("\(number)".utf8) else {
        continue
      }
      guard name.elementsEqual("MIT-MAGIC-COOKIE-1".utf8) else { continue }
      keys.append(Array(data))
    }
    return keys
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
    return Int(high) << 8 | Int(low)
  }

  private static func piece(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let count = value(&rest), count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
