/// A device under a new id: what it shares with the one before, and what people call it.
extension Hello {
  /// How far the log under the id before is this device's too, where this is the first thing that a new id says.
  ///
  /// What came later under the id before is another device's: of the same home as it went on elsewhere.
  package var past: Head? { continues.flatMap { seen[$0] } }
}

/// How far a log and what was sent of it are the same, fact by fact: hand in what was sent, in order, and with each
/// fact of it what the log has in its place.
///
/// Facts are compared, not messages: they are the same wherever they are read, and a message is made again where the
/// file of messages was lost.
package struct CommonPast: Equatable, Sendable {
  /// The number of the last message that was made of this log.
  package private(set) var message: UInt64 = 0
  /// The log's number of the last fact that both have.
  package private(set) var fact: Int64
  /// Whether they part after that.
  package private(set) var isOver = false

  package init(after fact: Int64) { self.fact = fact }

  /// The next fact that was sent, and what the log has; `nil` where the log ends.
  package mutating func compare(
    _ sent: [UInt8], number: UInt64, with recorded: (number: Int64, octets: [UInt8])?
  ) {
    compare(number: number, with: recorded) { $0 == sent }
  }

  /// The next fact that was sent, of which something was left out, and what the log has; `nil` where the log ends.
  package mutating func compare(
    _ left: LeftOut, number: UInt64, with recorded: (number: Int64, octets: [UInt8])?, by functions: SealFunctions
  ) {
    compare(number: number, with: recorded) { left.isLeft(of: $0, by: functions) }
  }

  private mutating func compare(
    number: UInt64, with recorded: (number: Int64, octets: [UInt8])?, _ isSame: ([UInt8]) -> Bool
  ) {
    guard !isOver, let recorded, isSame(recorded.octets) else { return isOver = true }
    (message, fact) = (number, recorded.number)
  }
}

package enum DeviceNaming {
  /// The most bytes of a name.
  package static let longest = 64

  /// The name of a device that goes on under a new id, beside those that are taken: `laptop 2`, then `laptop 3`.
  package static func next(after name: String, besides taken: [String]) -> String {
    var stem = Array(name.utf8)
    if let blank = stem.lastIndex(of: 0x20), blank > 0, let number = Int(decimal: stem[(blank + 1)...]), number > 1 {
      stem.removeSubrange(blank...)
    }
    var number = 2
    while true {
      let ending = Array(" \(number)".utf8)
      var start = stem.prefix(longest - ending.count)
      // Never in the middle of a character.
      while String(validating: start, as: UTF8.self) == nil { start.removeLast() }
      let wish = String(decoding: start + ending, as: UTF8.self)
      if !taken.contains(wish) { return wish }
      number += 1
    }
  }
}

extension Int {
  /// Digits only, few enough for a number that people count to.
  fileprivate init?(decimal digits: some Collection<UInt8>) {
    guard (1...6).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
