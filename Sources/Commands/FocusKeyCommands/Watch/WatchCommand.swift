internal import CommandShell
internal import ServiceContract
internal import WatchScreen

var watchCommand: ProgramCommand {
  ProgramCommand(
    "watch", "Show a live screen in the terminal",
    discussion: """
      Shows the session with the time left, the open question with its wait, breaks and attempts, and the keys that work now. It \
      follows the size of the terminal, uses no colours if NO_COLOR is set or the terminal has none, and waits for a \
      service that is not running. q quits.

      $ focuskey watch
      """
  ) { context throws(Failure) in
    let surroundings = context.surroundings
    let name = surroundings.variable("TERM")
    guard let terminal = Terminal(input: surroundings.input, output: surroundings.output, name: name) else {
      throw Failure(
        .usage, kind: "not-a-terminal", what: "this is not a terminal", at: .text("standard output"),
        advice: "for scripts use: focuskey status --follow")
    }
    let loop = try renaming(Failure.system, EventLoop())
    let session = WatchSession(
      terminal, style: WatchStyle(surroundings), speech: context.speech, loop: loop, input: surroundings.input,
      home: context.home)
    // On the loop and nowhere else: the shared pool, once used, wakes the process every second for as long as somebody
    // watches.
    defer { loop.close() }
    return await withTaskExecutorPreference(loop) { await session.run() }
  }
}
