import DeckFiles
import JSONText
import Learning
import LinuxRuntime
import TestSupport

/// A million mutated decks, JSON, tables and packages: none traps, an error is within its deck, and what is taken is
/// written and read back as the same.
func deckMutations(isShort: Bool) throws -> String {
  let rounds = isShort ? 20_000 : 1_000_000
  var generator = SeededGenerator(seed: 0x4445_434B)
  var taken = 0
  for round in 0..<rounds {
    var octets = texts[round % texts.count]
    for _ in 0..<Int.random(in: 1...4, using: &generator) { mutate(&octets, &generator) }
    let deck: Deck
    do throws(DeckError) {
      // Both formats for all, since a name says nothing about what is in a file.
      deck =
        try (round / texts.count) % 2 == 0
        ? DeckJSON.read(octets, name: "d") : DeckTable.read(octets, name: "d", isFixed: true)
    } catch {
      try hold(error.place.offset <= octets.count && error.place.line >= 1, "round \(round): \(error)")
      continue
    }
    taken += 1
    try hold(try DeckJSON.read(DeckJSON.write(deck), name: "d") == deck, "round \(round): written otherwise than read")
  }
  let packages = try packageMutations(rounds / 100, &generator)
  return "\(rounds) decks, \(taken) of them taken; \(packages)"
}

/// The same for packages of Anki, which are three formats in one another.
private func packageMutations(_ rounds: Int, _ generator: inout SeededGenerator) throws -> String {
  let folder = TemporaryFolder()
  guard let script = PythonPeer("Tests/Kit/Peers/odd_packages.py", needing: "sqlite3") else {
    return "packages left out: Python's sqlite3 is not installed"
  }
  _ = try script([folder.path])
  let good = try ["good", "stub-beside", "generated"].map { try Files.read(folder("\($0).apkg"), limit: 1 << 20) }
  var taken = 0
  for round in 0..<rounds {
    var octets = good[round % good.count]
    for _ in 0..<Int.random(in: 1...3, using: &generator) { mutate(&octets, &generator) }
    let deck = try? DeckFile.read(octets, file: "d.apkg", deck: nil, folder: folder.path)
    if deck != nil { taken += 1 }
  }
  return "\(rounds) packages, \(taken) of them taken"
}

private func mutate(_ octets: inout [UInt8], _ generator: inout SeededGenerator) {
  guard !octets.isEmpty else { return octets = Array("{}".utf8) }
  let place = Int.random(in: octets.indices, using: &generator)
  switch Int.random(in: 0..<6, using: &generator) {
  case 0: octets[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
  case 1: octets[place] = UInt8.random(in: 0...255, using: &generator)
  case 2: octets.remove(at: place)
  case 3: octets.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
  case 4: octets.removeSubrange(place...)
  default: octets.append(contentsOf: octets[place...].prefix(40))
  }
}

private let texts = [
  #"{"cards":[{"id":1,"title":"<b>casa</b>","content":"house<br>home","category":"N","link":"https://a.example"},{"id":"2","title":"{{c1::Madrid::city}}","content":"x &amp; y"}]}"#,
  "id,title,content,category,link,tags\n1,casa,house,N,https://a.example,a b\n2,\"a \"\"b\"\"\",\"line\nline\",,,\n",
  "#separator:tab\n#html:true\n#columns:Front\tBack\ttags\n#tags column:3\nhola\thello <b class=x>you</b>\tt1 t2\n",
  "uno;one\ndos;two;Numbers\n",
].map { Array($0.utf8) }

private let pieces = [
  "<b>", "</ul>", "<script>", "&", "&#0;", "{{c1::", "}}", "\"", "\"\"", "\n", "\r\n", "\t", ";", "#html:", "\\u0000",
  "\u{1F469}\u{200D}\u{1F4BB}", "]}", "{\"", "\u{FEFF}", "\u{1F}",
].map { Array($0.utf8) }
