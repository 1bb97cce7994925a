internal import Choosing
internal import CommandShell
internal import SystemShield

private let words = Operand<String>(.text("WORDS"), "only apps with these words", count: .any)

var appsCommand: ProgramCommand {
  ProgramCommand(
    "apps", "List the apps that can be blocked",
    discussion: """
      Each app of this computer's menus with its ID, which profiles and allowances take, its name, and the categories that \
      block it. An app that is installed later belongs to a category by what its menu entry says: a new game is a game. \
      What you need to get help and to get out, such as terminals and settings, is never blocked and not listed.

      $ focuskey apps telegram
      $ focuskey profile edit work --app org.telegram.desktop
      """, takes: [words]
  ) { context throws(Failure) in
    let wanted = context.invocation.all(words).map { $0.lowercased() }
    let found = SystemShield.apps().filter { app in
      let text = "\(app.id) \(app.name) \(app.categories.joined(separator: " "))".lowercased()
      return wanted.allSatisfy { text.includes($0) }
    }
    guard !found.isEmpty else {
      throw Failure(
        .noInput, "no-app", wanted.isEmpty ? "no apps are in the menus of this computer" : "no app is called this",
        at: wanted.joined(separator: " "), advice: wanted.isEmpty ? "" : "list them all with: focuskey apps")
    }
    for app in found { try context.write((context.wantsJSON ? app.json.text : line(app)) + "\n") }
    return .done
  }
}

private func line(_ app: InstalledApp) -> String {
  let categories = app.categories.isEmpty ? "" : "  (\(app.categories.joined(separator: ", ")))"
  return "\(oneLine(app.id))  \(oneLine(app.name))\(categories)"
}
