internal import CommandSpec
import Glibc
internal import LinuxRuntime

private let source = Flag("source", "print the page's mdoc source")

/// `manual`: the manual page, shown by man on a terminal.
func manualCommand(of program: String) -> ProgramCommand {
  let spec = CommandSpec(
    "manual", "Show the manual page",
    discussion: """
      On a terminal, the page is shown with man. Elsewhere, or if man is not installed, its mdoc source is printed.

      $ \(program) manual
      $ \(program) manual --source > \(program).1
      """
  ) {
    source
  }
  return ProgramCommand(spec) { context throws(CommandError) in
    let page = ManualPage.mdoc(of: context.program)
    if !context.invocation[source], isatty(context.outputDescriptor) == 1, show(page, context) { return .done }
    try context.write(page)
    return .done
  }
}

/// Shows a page with man.
///
/// - Returns: whether man is installed and was started.
private func show(_ page: String, _ context: CommandContext) -> Bool {
  let folders = (context.surroundings.variable("PATH") ?? "").split(separator: ":")
  guard let man = folders.map({ "\($0)/man" }).first(where: { Files.exists($0) }) else { return false }
  do throws(SystemError) {
    let pipe = try makePipe()
    let source = Descriptor(owning: pipe.reading)
    let writing = Descriptor(owning: pipe.writing)
    let child = try ChildProcess.start(man, ["-l", "-"], input: .descriptor(source.number))
    _ = consume source
    // Control-C is the pager's.
    let previous = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, previous) }
    // A person may leave the pager before it has the whole page.
    try? Files.write(page.utf8, to: writing.number)
    _ = consume writing
    child.wait()
    return true
  } catch {
    return false
  }
}
