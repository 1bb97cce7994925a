internal import CommandShell
internal import CommandSpec
internal import SiteAssociation

private let source = Operand<String>(.text("FILE|URL"), "the file; - is standard input")

/// `aasa validate`: what is wrong with a site's file.
let aasaValidateCommand = Command(
  CommandSpec(
    "validate", "examines the file with which a site claims its links on Apple devices",
    discussion: """
      Each finding has its place, says what a device will do, and whether Apple documents it, its tools were seen to do it, or it is \
      concluded. The exit code is 1 if there is an error.

      $ keytool aasa validate public/.well-known/apple-app-site-association
      """
  ) {
    source
  }
) { context throws(CommandFailure) in
  let name = try context.usage { invocation throws(UsageError) in try invocation.require(source) }
  let report = AssociationReport(reading: try context.read(file: name))
  try context.answer(FindingsAnswer(name: name, findings: report.findings))
  return report.isSound ? .done : .no
}
