import ControlSocket
import Glibc
import Movement
import MovementRehearsal
import ServiceContract
import Session
import TestSupport

/// Kills the camera helper at a random byte of a set, and in each fourth set `move` itself at a random moment: what was
/// told as counted is recorded, nothing else is, and nothing is recorded twice.
func cameraKills(_ isShort: Bool) throws -> String {
  let rounds = isShort ? 40 : 1000
  let trial = try CameraTrial()
  var generator = SeededGenerator(seed: 20261123)
  for round in 1...rounds {
    do {
      try round % 4 == 0 ? trial.killMove(&generator) : trial.killHelper(&generator)
    } catch {
      throw Broken("round \(round): \(error)")
    }
  }
  return "\(rounds) kills in the middle of a set: \(trial.total) repetitions recorded, none lost, none twice"
}

/// A home with a service, and a helper that says the lines of ten squats.
private final class CameraTrial {
  /// How many repetitions have to be recorded.
  private(set) var total = 0
  private let folder = TemporaryFolder()
  private let service: RunningService
  private let text = PoseText(
    MovementStream(.squat, Condition("camera") { $0.framesPerSecond = 15 }, seed: 30_000_010), .squat)

  init() throws {
    try Files.replace(folder("config.json5"), with: Array("{port: 0}".utf8))
    try Files.replace(folder("lines"), with: text.octets)
    service = try RunningService(home: folder.path)
  }

  deinit { service.kill() }

  /// The helper is killed: what the whole lines before show is recorded.
  func killHelper(_ generator: inout SeededGenerator) throws {
    let cut = Int.random(in: 0...text.octets.count, using: &generator)
    let seen = text.repetitions(inFirst: cut)
    let outcome = try BuiltProgram.focuskey.run(
      words, environment: try environment("head -c \(cut) \(folder("lines"))\nkill -9 $$"))
    try hold(outcome.exitCode == 69, "exit \(outcome.exitCode) after \(cut) bytes: \(outcome.errors)")
    let recorded = try recorded() - total
    try hold(recorded == MovementSet.booked(seen), "\(recorded) recorded of \(seen) in \(cut) bytes")
    total += recorded
  }

  /// The program that counts is killed: it tells of a repetition after it is recorded, so that one more may be.
  func killMove(_ generator: inout SeededGenerator) throws {
    let output = try Descriptor.open(folder("told"), O_RDWR | O_CREAT | O_TRUNC)
    let child = try ChildProcess.start(
      BuiltProgram.focuskey.path, words, environment: try environment("cat \(folder("lines"))"),
      output: .descriptor(output.number), errors: .nothing)
    usleep(UInt32.random(in: 0...120_000, using: &generator))
    child.signal(SIGKILL)
    child.wait()
    let lines = String(decoding: try Files.read(folder("told")), as: UTF8.self).split(separator: "\n")
    var told = 0
    for line in lines {
      if let answer = try? JSONDocument(String(line)).root, answer["t"] != nil {
        told = Int(answer["reps"]?.integer ?? 0)
      }
    }
    // The service may still be at what it was told last.
    usleep(100_000)
    let recorded = try recorded() - total
    try hold(
      recorded == MovementSet.booked(told) || recorded == MovementSet.booked(told + 1),
      "\(recorded) recorded, \(told) told")
    total += recorded
  }

  private var words: [String] {
    ["move", "squat", "--frames", folder.path, "--json", "--home", folder.path]
  }

  private func environment(_ script: String) throws -> [String] {
    try Files.replace(folder("helper"), with: Array("#!/bin/sh\n\(script)\n".utf8), mode: 0o755)
    return TrialEnvironment.lines(["FOCUSKEY_CAMERA": folder("helper")])
  }

  private func recorded() throws -> Int {
    var client = try ControlClient(path: Home(folder: folder.path).socket)
    let status = try JSONDocument(try client.ask(SessionRequests.status().json.octets)).root
    return Int(status["challenge"]?["repetitions"]?.integer ?? -1)
  }
}
