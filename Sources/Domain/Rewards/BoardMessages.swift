package import Coach
package import JSONText

/// How often movement followed each suggestion, as a person shows it their friends: a file beside ``BoardEntry``'s,
/// signed with the same key, so that others begin with what helped them.
package struct BoardMessages: Equatable, Sendable {
  /// Also the file's name.
  package var name: String
  /// What followed each message, indexed by its number.
  package var outcomes: [MessageChoice.Outcomes]
  /// The public half of the key that signs it, 64 hex digits.
  package var key: String
  /// The signature over ``signedOctets``, 128 hex digits.
  package var signature: String

  /// A higher count is not plausible.
  private static let most: Int64 = 100_000
  /// The most weight of one friend's outcomes for a message, so that none drowns out the others.
  private static let loudest = 20

  package init(name: String, outcomes: [MessageChoice.Outcomes], key: String, signature: String = "") {
    self.name = name
    self.outcomes = outcomes
    self.key = key
    self.signature = signature
  }

  package var signedOctets: [UInt8] {
    let pairs = outcomes.map { "\($0.moved)/\($0.stayed)" }.joined(separator: ",")
    return Array("focuskey-board-messages-1|\(name)|\(pairs)|\(key)".utf8)
  }

  package var json: JSONValue {
    [
      "name": .string(name), "messages": .array(outcomes.map { [JSONValue($0.moved), JSONValue($0.stayed)] }),
      "key": .string(key), "signature": .string(signature),
    ]
  }

  /// `nil` for anything but plausible numbers.
  package init?(_ node: JSONNode) {
    guard let name = node["name"]?.string, BoardEntry.isName(name), let pairs = node["messages"]?.array,
      pairs.count <= 64, let key = node["key"]?.string, key.utf8.count == 64,
      let signature = node["signature"]?.string, signature.utf8.count == 128
    else { return nil }
    var outcomes: [MessageChoice.Outcomes] = []
    for pair in pairs {
      guard let numbers = pair.array?.compactMap({ $0.integer }), numbers.count == 2,
        numbers.allSatisfy({ (0...Self.most).contains($0) })
      else { return nil }
      outcomes.append(MessageChoice.Outcomes(moved: Int(numbers[0]), stayed: Int(numbers[1])))
    }
    self.init(name: name, outcomes: outcomes, key: key, signature: signature)
  }

  /// Sums entries of `count` messages; each friend counts at most 20 times for one message.
  package static func sum(_ all: [BoardMessages], messages count: Int) -> [MessageChoice.Outcomes] {
    var sums = Array(repeating: MessageChoice.Outcomes(), count: count)
    for one in all where one.outcomes.count == count {
      for (place, outcome) in one.outcomes.enumerated() {
        let total = outcome.moved + outcome.stayed
        let heard = min(total, loudest)
        let moved = total == 0 ? 0 : (outcome.moved * heard + total / 2) / total
        sums[place].moved += moved
        sums[place].stayed += heard - moved
      }
    }
    return sums
  }
}
