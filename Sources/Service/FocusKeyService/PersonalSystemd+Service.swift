internal import DesktopBus
internal import FeaturePorts
internal import HookRunner

extension PersonalSystemd {
  /// What starts programs outside this service, if its unit restricts its own; else `nil`.
  static func ofThisService(on loop: EventLoop) -> PersonalSystemd? {
    isNeeded ? PersonalSystemd(loop: loop, places: Place.all { Environment[$0] }) : nil
  }

  /// Starts hooks' programs; if that fails, the unit's limits apply to them, which is told once.
  nonisolated func starter(telling words: ServiceLog) -> HookStarter {
    let hasTold = Locked(false)
    return HookStarter { [self] program in
      let folder = Files.target(of: "/proc/self/cwd") ?? "/"
      let path = program.path.hasPrefix("/") ? program.path : "\(folder)/\(program.path)"
      let outcome = await run(
        Program(
          "A hook", path, program.arguments, environment: program.environment, folder: folder, input: program.input,
          output: program.output, limit: program.limit))
      switch outcome {
      case .ended(let code): return .ended(code)
      case .cutOff: return .cutOff
      case .lost(let reason): return .lost(reason)
      case .notStarted(let reason):
        let isNews = hasTold.withLock { told in
          defer { told = true }
          return !told
        }
        if isNews { words.write(.warning, "hooks may do only what the service's unit allows: \(reason)") }
        return .notStarted
      }
    } stop: { [self] in
      await stop()
    }
  }
}
