import FocusLinks

/// A million mutated links: none traps, each error is within its link, and what is taken is printed and read back.
func linkMutations(_ isShort: Bool) throws -> String {
  let table = try RouteTable(own: [
    Route(own: "lights", path: "/lights/:room", parameters: ["level"]), Route(own: "scene", path: "/scene/:a/:b"),
    Route(own: "evening", path: "/scene/evening"),
  ])
  let seeds = [
    "https://focuskey.app/start?profile=work&minutes=50&task=write%20it", "https://focuskey.app/focus/B%C3%BCro",
    "focuskey:///break?minutes=5", "focuskey://scene/evening", "focuskey://scene/a/b",
    "https://focuskey.app/lights/x?level=1",
    "https://focuskey.app/stop", "https://focuskey.app/status/",
  ].map { text in Array(text.utf8) }
  let words = [
    "%", "%00", "%2F", "%2e", "//", "..", "?", "&", "=", "#", "@", ":443", "minutes=", "profile=", "task=", "\u{E4}",
    "\u{1F9D8}",
    "https://", "focuskey:", "http:", "start", "focus", "99999999999999999999",
  ].map { text in Array(text.utf8) }
  var random = SeededGenerator(seed: 0x4C49_4E4B)
  let rounds = isShort ? 50_000 : 1_000_000
  var taken = 0
  for round in 0..<rounds {
    var link = seeds[round % seeds.count]
    for _ in 0..<Int.random(in: 0...3, using: &random) { mutate(&link, words, &random) }
    let said: FocusLink
    do throws(LinkError) {
      said = try table.parse(link.span)
    } catch {
      try hold(
        error.range.lowerBound >= 0 && error.range.upperBound <= link.count,
        "an error outside of its link: \(error) in \(link)")
      _ = error.advice(in: table)
      continue
    }
    taken += 1
    // What was read can be printed, unless its canonical form is longer than a link may be.
    guard let printed = try? table.print(said) else { continue }
    try hold((try? table.parse(printed)) == said, "\(link) changed its meaning")
  }
  return "\(rounds) links, \(taken) taken, the others refused"
}

private func mutate(_ link: inout [UInt8], _ words: [[UInt8]], _ random: inout SeededGenerator) {
  let place = Int.random(in: 0...link.count, using: &random)
  switch Int.random(in: 0..<7, using: &random) {
  case 0 where place < link.count: link[place] = UInt8.random(in: 0...255, using: &random)
  case 1 where place < link.count: link[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
  case 2 where place < link.count: link.remove(at: place)
  case 3: link.insert(UInt8.random(in: 0...255, using: &random), at: place)
  case 4: link.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
  case 5: link.removeSubrange(place...)
  default:
    let from = Int.random(in: 0...place, using: &random)
    link.insert(contentsOf: link[from..<place], at: from)
    if Int.random(in: 0..<200, using: &random) == 0 {
      link += Array(repeating: UInt8(ascii: "x"), count: Int.random(in: 0...4096, using: &random))
    }
  }
}
