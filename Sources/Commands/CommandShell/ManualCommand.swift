import Glibc

private let source = Flag("source", "print the page's mdoc source")

func manualCommand(of program: String) -> ProgramCommand {
  ProgramCommand(
    "manual", "Show the manual page",
    discussion: """
      On a terminal, the page is shown with man. Elsewhere, or if man is not installed, its mdoc source is printed.

      $ \(program) manual
      $ \(program) manual --source > \(program).1
      """, takes: [source]
  ) { context throws(Failure) in
    let page = ManualPage.mdoc(of: context.program.spec)
    if !context.invocation[source], isatty(context.outputDescriptor) == 1,
      Pager("man", ["-l", "-"], context.surroundings)?.show(page) == true
    {
      return .done
    }
    try context.write(page)
    return .done
  }
}
