import ControlSocket
import DeckFiles
import Glibc
import Learning
import ServiceContract
import Study
import TestSupport

/// Learning: a review until it is on disk, a large deck on the page, the forgetting curve of a long history, and
/// packages of Anki.
func learningBenchmarks(_ run: BenchmarkRun) throws {
  replayBenchmark(run)
  try packageBenchmarks(run)
  let folder = TemporaryFolder()
  let port = try FreePort.take()
  try Files.replace(folder("config.json5"), with: Array("{ port: \(port) }".utf8))
  try importDeck(of: run.isSmoke ? 1000 : 100_000, to: folder)
  let service = try RunningService(home: folder.path)
  try largeDeckBenchmark(run, service, port)
  try reviewBenchmark(run, folder)
  service.stop()
}

/// As many reviews as the reference's own test has, of as many cards.
private func replayBenchmark(_ run: BenchmarkRun) {
  let (cards, reviews) = (1205, 12_580)
  let schedule = StudySchedule()
  let time = run.nanoseconds(samples: 11) {
    var memories = [Memory?](repeating: nil, count: cards)
    for number in 0..<reviews {
      let moment = StudyMoment(milliseconds: 1_700_000_000_000 + Int64(number / cards) * 259_200_000)
      let grade = Grade(rawValue: 1 + number * 7 % 4) ?? .good
      memories[number % cards] = schedule.review(memories[number % cards], grade, at: moment)
    }
    keep(memories)
  }
  run.promise("learning, \(reviews) reviews of \(cards) cards replayed", time / 1e6, atMost: 5, "ms")
}

/// Old and new packages, as Anki's own library writes them.
private func packageBenchmarks(_ run: BenchmarkRun) throws {
  guard let anki = PythonPeer("Tests/Kit/Peers/anki_packages.py", needing: "anki") else {
    return run.report("learning, packages left out: .build/peers/bin/pip install anki", 0, "packages")
  }
  let folder = TemporaryFolder()
  let notes = run.isSmoke ? 100 : 10_000
  _ = try anki([folder.path, "\(notes)"])
  for name in ["new", "old"] {
    let octets = try Files.read(folder("\(name).apkg"), limit: 1 << 30)
    let time = try run.nanoseconds(samples: 3) {
      keep(try DeckFile.read(octets, file: "\(name).apkg", deck: nil, folder: folder.path))
    }
    run.promise("learning, \(name) package of \(notes) notes", time / 1e6, atMost: 500, "ms")
  }
}

private func importDeck(of count: Int, to folder: TemporaryFolder) throws {
  let cards = (0..<count).map { "{\"id\":\"\($0)\",\"title\":\"word \($0)\",\"content\":\"meaning of word \($0)\"}" }
  try Files.replace(folder("words.json"), with: Array("{\"cards\":[\(cards.joined(separator: ","))]}".utf8))
  let outcome = try BuiltProgram.focuskey.run(["deck", "import", folder("words.json"), "--home", folder.path])
  guard outcome.exitCode == 0 else { throw SystemError("deck import", EINVAL, on: outcome.errors) }
}

/// What the page asks when *Learn* is opened, and for each further card.
private func largeDeckBenchmark(_ run: BenchmarkRun, _ service: RunningService, _ port: UInt16) throws {
  let opening = try milliseconds {
    for target in ["/api/v1/decks", "/api/v1/cards?count=1"] { _ = try fetch(target, port) }
  }
  run.promise("learning, the page of a large deck opens", opening, atMost: 300, "ms")
  var times: [Double] = []
  for _ in 0..<(run.isSmoke ? 5 : 100) {
    times.append(try milliseconds { _ = try fetch("/api/v1/cards?count=1", port) })
  }
  run.promise("learning, the next card of a large deck", median(times), atMost: 20, "ms")
  run.promise(
    "learning, the service with a large deck, resident",
    Double(try field("VmRSS", in: "/proc/\(service.id)/status")) / 1024,
    atMost: 60, "MB")
}

/// From the answer to a card until the service says that it is in the log.
private func reviewBenchmark(_ run: BenchmarkRun, _ folder: TemporaryFolder) throws {
  var client = try ControlClient(path: Home(folder: folder.path).socket)
  var times: [Double] = []
  for number in 0..<(run.isSmoke ? 5 : 300) {
    let card = CardID(deck: "words", card: "\(number)")
    let request = StudyRequests.learned([.reviewed(card, .good, took: 2500)]).json.octets
    times.append(try milliseconds { _ = try client.ask(request) })
  }
  run.promise("learning, a review until it is on disk, median", median(times), atMost: 5, "ms")
}
