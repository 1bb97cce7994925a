// Endurance [--short] [NAME ...]
//
// The long runs: kills, tears, mutations, random walks. Without names all of them; --short is what every change runs.
// Build it with
// `swift build -c release --static-swift-stdlib`.
//
// Endurance real-files DIR judges every file below a folder; see RealFiles.swift.

import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let isShort = arguments.contains("--short")
let wanted = arguments.filter { !$0.hasPrefix("--") }

/// Every run by the name that calls it. A run returns one line on what it did, and throws when something did not hold.
let runs: [(name: String, body: (_ isShort: Bool) throws -> String)] = [
  ("ndef-mutations", ndefMutations),
  ("ndef-beside-ndeflib", ndefBesideNdeflib),
  ("reader-sequences", readerSequences),
  ("reader-restarts", readerRestarts),
  ("reader-idle", readerIdle),
  ("card-pulls", cardPulls),
  ("libnfc-restarts", libnfcRestarts),
  ("libnfc-spoilt-frames", libnfcSpoiltFrames),
  ("tears", tears),
  ("torn-signing", tornSigning),
  ("forged-taps", forgedTaps),
  ("pre-commit", preCommitHooks),
  ("kills", kills),
  ("gate-kills", gateKills),
  ("gate-scripts", gateScripts),
  ("deck-mutations", deckMutations),
  ("gate-walks", gateWalks),
  ("night-kills", nightKills),
  ("link-mutations", linkMutations),
  ("association-mutations", associationMutations),
  ("association-differences", associationDifferences),
  ("session-states", sessionStates),
  ("session-scripts", sessionScripts),
  ("guard-scripts", guardScripts),
  ("civil-time", civilTime),
  ("allowance-weeks", allowanceWeeks),
  ("visit-weeks", visitWeeks),
  ("movement-streams", movementStreams),
  ("movement-others", movementOthers),
  ("movement-frames", movementFrames),
  ("camera-kills", cameraKills),
  ("camera-films", cameraFilms),
  ("task-urgencies", taskUrgencies),
  ("task-kills", taskKills),
  ("task-mutations", taskMutations),
  ("phone-forgeries", phoneForgeries),
  ("phone-taps", phoneTaps),
  ("phone-starts", phoneStarts),
  ("device-histories", deviceHistories),
  ("hostile-mailboxes", hostileMailboxes),
  ("hostile-carriers", hostileCarriers),
  ("revocations-at-once", revocationsAtOnce),
  ("device-kills", deviceKills),
  ("restore-kills", restoreKills),
  ("shield", shieldRuns),
  ("shield-kills", shieldKills),
  ("shield-attacks", shieldAttacks),
  ("shield-requests", shieldRequests),
  ("shield-flights", shieldFlights),
  ("shield-names", shieldNameRuns),
  ("shield-boot", shieldBoot),
  ("shield-browsers", shieldBrowserRuns),
  ("desktops", desktopRuns),
]

if arguments.count == 2, arguments[0] == "real-files" {
  exit(try realFiles(arguments[1]) ? 0 : 1)
}
if arguments.count == 2, arguments[0] == "real-file" {
  try realFile(at: arguments[1])
  exit(0)
}

if arguments.first == "night-life" {
  try await nightLife(Array(arguments.dropFirst()))
  exit(0)
}

// A slip of the hand is not to begin an hour of runs.
let unknown = arguments.filter { word in word != "--short" && !runs.contains { $0.name == word } }
if let word = unknown.first {
  print("no run or option '\(word)'; there are: --short, \(runs.map(\.name).joined(separator: ", "))")
  exit(64)
}
var failed = false
for (name, body) in runs where wanted.isEmpty || wanted.contains(name) {
  do {
    print("\(name): \(try body(isShort))")
  } catch {
    print("\(name): FAILED: \(error)")
    failed = true
  }
}
exit(failed ? 1 : 0)
