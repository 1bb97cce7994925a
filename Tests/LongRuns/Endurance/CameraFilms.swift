import Glibc
import JSONText
import LinuxRuntime
import Movement
import MovementFilms
import TestSupport

/// People who are drawn as a camera would film them, looked at by the real helper with its real model: each set of ten
/// is counted as ten and as nothing else, the joints are where they are, and the helper keeps to its time and memory on
/// one core.
///
/// It needs the model: `Sources/Setup/camera.sh model`.
func cameraFilms(_ isShort: Bool) throws -> String {
  let model = ".build/camera/share/focuskey-camera/pose.onnx"
  guard Files.exists(model) else {
    return "NOT RUN: the camera's model is not here; to make it: Sources/Setup/camera.sh model"
  }
  let studio = try FilmStudio(model: model)
  for round in 0..<(isShort ? 1 : 16) {
    for (place, exercise) in Exercise.standing.enumerated() {
      let number = UInt64(round * 3 + place)
      // Every pace and both rates come to each exercise.
      let pace = isShort ? 1 + Double(place) * 0.3 : [1.0, 1.4, 1.8, 2.5][(round + place) % 4]
      try studio.show(
        exercise, seed: 180_000_000 + number, pace: pace, framesPerSecond: isShort || round / 4 % 2 == 0 ? 15 : 30)
    }
  }
  return try studio.verdict()
}

/// Shows films to the helper, one after the other.
private final class FilmStudio {
  private let folder = TemporaryFolder()
  private let model: String
  private var sets = 0
  /// How far joints were from their true places, in shares of the picture's width, on average for each set.
  private var errors: [Double] = []
  /// Of each set, the processor's seconds for a picture, and the most memory in KiB.
  private var seconds: [Double] = []
  private var memory: [Int] = []

  /// The helper is built from the sources that are here: what was built earlier may be another one.
  init(model: String) throws {
    self.model = model
    let outcome = try BuiltProgram(at: "/bin/sh").run(["Sources/Setup/camera.sh", folder.path])
    try hold(outcome.exitCode == 0, "the helper cannot be built: \(outcome.errors)")
    // A helper that ends early is an error that is told, not a signal.
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
  }

  func show(_ exercise: Exercise, seed: UInt64, pace: Double, framesPerSecond: Int) throws {
    var film = Film(exercise, seed: seed, pace: pace, framesPerSecond: framesPerSecond)
    let name = "\(exercise) \(seed), \(pace) s, \(framesPerSecond) pictures a second"
    let poses = try poses(of: &film, name)
    let seen = poses.count { $0 != nil }
    try hold(seen * 50 >= film.count * 49, "\(name): somebody is seen in \(seen) of \(film.count) pictures")
    for counted in Exercise.standing {
      var counter = PhaseCounter(counted)
      let repetitions = poses.compactMap { $0 }.count { counter.count($0) }
      let wanted = counted == exercise ? 10 : 0
      try hold(repetitions == wanted, "\(name): \(repetitions) of \(wanted) counted as \(counted)")
    }
    var (sum, joints) = (0.0, 0.0)
    for (pose, truth) in zip(poses, film.truth) {
      for (found, real) in zip(pose?.places ?? [], truth) {
        let (x, y) = (found.x - real.x, found.y - real.y)
        sum += (x * x + y * y).squareRoot()
        joints += 1
      }
    }
    let error = sum / joints / Double(Film.size.width)
    try hold(error <= 0.015, "\(name): joints are \(error * 100) % of the picture away from their places")
    errors.append(error)
    sets += 1
  }

  func verdict() throws -> String {
    let (time, most) = (seconds.sorted()[seconds.count / 2] * 1000, Double(memory.max() ?? 0) / 1024)
    let error = errors.reduce(0, +) / Double(errors.count) * 100
    let figures = "\(Int(time.rounded())) ms a picture and \(Int(most.rounded(.up))) MB on one core"
    try hold(time <= 65 && most <= 60, figures)
    return "\(sets) sets of ten, each counted as ten; joints \((error * 100).rounded() / 100) % of the picture away "
      + "from their places; \(figures)"
  }

  /// What the helper says of each picture.
  private func poses(of film: inout Film, _ name: String) throws -> [Pose?] {
    let ends = try makePipe()
    let reading = Descriptor(owning: ends.reading)
    let writing = Descriptor(owning: ends.writing)
    let output = try Descriptor.open(folder("lines"), O_RDWR | O_CREAT | O_TRUNC)
    let before = try Self.secondsOfChildren()
    let helper = try ChildProcess.start(
      "/usr/bin/taskset",
      ["-c", "0", folder("bin/focuskey-camera"), "--model", model, "--frames", "/dev/stdin"],
      input: .descriptor(reading.number), output: .descriptor(output.number))
    // Only the helper reads now: it is noticed if it ends early.
    _ = consume reading
    var isTaken = Self.write(film.head, to: writing)
    for index in 0..<film.count where isTaken { isTaken = Self.write(film.frame(index), to: writing) }
    memory.append(Self.mostMemory(of: helper.id))
    _ = consume writing
    let exitCode = helper.wait()
    try hold(exitCode == 0 && isTaken, "\(name): the helper ended with \(exitCode)")
    seconds.append((try Self.secondsOfChildren() - before) / Double(film.count))
    let lines = try Files.read(folder("lines")).split(separator: UInt8(ascii: "\n")).dropFirst()
    try hold(lines.count == film.count, "\(name): \(lines.count) lines for \(film.count) pictures")
    return try lines.map { try Self.pose(Array($0)) }
  }

  private static func pose(_ line: [UInt8]) throws -> Pose? {
    let root = try JSONDocument(line).root
    guard let time = root["t"]?.number else { throw Broken("a line without a time") }
    guard let places = root["xy"]?.array, let sure = root["c"]?.array else { return nil }
    return Pose(
      time: time,
      places: zip(places, sure).map { place, sure in
        let numbers = place.array?.map { $0.number ?? .nan } ?? []
        return JointPlace(x: numbers.first ?? .nan, y: numbers.last ?? .nan, confidence: sure.number ?? 0)
      })
  }

  private static func write(_ octets: [UInt8], to pipe: borrowing Descriptor) -> Bool {
    var written = 0
    while written < octets.count {
      let count = unsafe octets.withUnsafeBytes {
        unsafe Glibc.write(pipe.number, $0.baseAddress! + written, $0.count - written)
      }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  /// The processor's time of all processes that were waited for.
  private static func secondsOfChildren() throws -> Double {
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage) == 0 else { throw SystemError.last("getrusage") }
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

  /// The most memory that a process had at any time, in KiB.
  private static func mostMemory(of process: Int32) -> Int {
    let status = (try? Files.read("/proc/\(process)/status")) ?? []
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
