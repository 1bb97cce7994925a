import JSONText
import RealParts
import TestSupport
import Testing

@Suite struct MutationTests {
  static let seeds = [
    #"{"applinks":{"apps":[],"details":[{"appIDs":["ABCDE12345.com.example.app"],"components":[{"/":"/a/*","?":{"x":"?*"}}]}]}}"#,
    "{ // comment\n  name: 'Wörk', minutes: 0x32, list: [.5, 5., +1, -Infinity, NaN,], 'a\\\nb': \"\\u00e4\\uD83D\\uDE00\" }",
    "[[[[[[1.5e-7,-0,true,false,null]]]],\"\\\"\\\\\"],{\"a\":{\"a\":{\"a\":1}},\"a\":2}]",
  ]

  /// Whatever happens to a text, it is read or refused, and a fault is inside the text.
  @Test(.longWork, arguments: [JSONGrammar.strict, .json5]) func noMutationTraps(grammar: JSONGrammar) {
    var random = Dice(seed: 7)
    let pieces: [[UInt8]] = [
      "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\\u", "//", "/*", "*/", "\u{201C}", "\u{A0}", "\n", "\r", "0x",
      "1e9",
    ]
    .map { Array($0.utf8) }
    for _ in 0..<20_000 {
      var octets = Array(Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)].utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let position = Int.random(in: 0...octets.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where position < octets.count: octets[position] = UInt8.random(in: 0...255, using: &random)
        case 1 where position < octets.count: octets.remove(at: position)
        case 2: octets.insert(contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &random)], at: position)
        default: octets.removeLast(octets.count - position)
        }
      }
      do throws(JSONError) {
        let document = try JSONDocument(octets, grammar: grammar)
        _ = document.repeatedNames()
        let text = document.root.value.text
        #expect((try? JSONDocument(text)) != nil)
      } catch {
        #expect((0...octets.count).contains(error.place.offset))
        #expect(error.place.line >= 1 && error.place.column >= 1)
        #expect(!error.message.isEmpty)
      }
    }
  }
}
