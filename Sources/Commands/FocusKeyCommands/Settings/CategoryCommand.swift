internal import CommandShell
internal import Languages
internal import SiteLists
internal import SiteRules
internal import Spelling
internal import SystemShield

private let id = Operand<String>(.text("ID"), "which category")
private let newID = Operand<String>(.text("ID"), "the ID to use in profiles")
private let site = Option("site", value: .text("DOMAIN"), "add this site", mayRepeat: true)
private let app = Option("app", value: .text("ENTRY"), "add this app", mayRepeat: true)
private let withoutSite = Option("without-site", value: .text("DOMAIN"), "leave this site out", mayRepeat: true)
private let withoutApp = Option("without-app", value: .text("ENTRY"), "leave this app out", mayRepeat: true)

var categoryCommand: ProgramCommand {
  ProgramCommand(
    group: "category", "Manage categories of sites and apps",
    discussion: """
      Some categories come with FocusKey, such as social and games. Your changes to them are kept separately, so that an update can bring newer \
      lists. A category of your own needs a name that no other has. While a session uses a category, it can only be made stricter.

      $ focuskey category edit social --site chat.example --without-site linkedin.com
      $ focuskey category add traps --site time.example --app org.example.Game
      """,
    [
      ProgramCommand("list", "List categories") { context throws(Failure) in
        let edit = try SettingsEdit(context)
        for name in edit.categoryNames {
          let answer = try CategoryAnswer(name, edit)
          try context.write((context.wantsJSON ? answer.json.text : answer.line(context.speech)) + "\n")
        }
        return .done
      },
      ProgramCommand("show", "Show a category with your changes", takes: [id]) { context throws(Failure) in
        try context.answer(try CategoryAnswer(try context.require(id), try SettingsEdit(context)))
        return .done
      },
      ProgramCommand("add", "Add a category of your own", takes: [newID, site, app]) { context throws(Failure) in
        var edit = try SettingsEdit(context)
        let name = try context.require(newID)
        guard !edit.categoryNames.contains(name) else { throw Failure.exists("category", name) }
        edit.put(["id": .string(name)], in: "categories")
        try change(name, context, in: &edit)
        return try context.changed(edit, "Added the category \(name).")
      },
      ProgramCommand(
        "edit", "Change a category", takes: [id, site, app, withoutSite, withoutApp]
      ) { context throws(Failure) in
        var edit = try SettingsEdit(context)
        let name = try context.require(id)
        _ = try CategoryAnswer(name, edit)
        try change(name, context, in: &edit)
        return try context.changed(edit, "Changed the category \(name).")
      },
      ProgramCommand("remove", "Remove a category, or your changes to it", takes: [id]) { context throws(Failure) in
        var edit = try SettingsEdit(context)
        let name = try context.require(id)
        let answer = try CategoryAnswer(name, edit)
        if !answer.isShipped, let user = edit.things("profiles").first(where: { $0.names(category: name) }) {
          throw Failure(
            .no, kind: "category-in-use", what: "the profile \u{201C}\(user.id)\u{201D} uses this category",
            at: .text(name), advice: "remove it from the profile first")
        }
        edit.remove(name, from: "categories")
        return try context.changed(
          edit, answer.isShipped ? "Removed your changes to the category \(name)." : "Removed the category \(name).")
      },
      ListCommands.importing("category", "categories"), ListCommands.exporting("categories"),
    ])
}

/// Puts the command line's words into a category's own entries; of equal words the last counts.
private func change(
  _ name: String, _ context: CommandContext, in edit: inout SettingsEdit
) throws(Failure) {
  var own = edit.things("categories").first { $0.id == name } ?? ["id": .string(name)]
  for (list, option, without) in [("sites", site, withoutSite), ("apps", app, withoutApp)] {
    var entries = own[list]?.words ?? []
    let shipped = (list == "sites" ? SiteLists.sites(of: name)?.map(\.text) : SiteLists.apps(of: name)) ?? []
    for word in context.invocation.all(option) {
      entries.removeAll { $0 == word || $0 == "!" + word }
      if !shipped.contains(word) { entries.append(word) }
    }
    for word in context.invocation.all(without) {
      let wasOwn = entries.contains(word)
      entries.removeAll { $0 == word || $0 == "!" + word }
      // What only the person had put there is gone; what ships has to be taken out.
      if !wasOwn || shipped.contains(word) { entries.append("!" + word) }
    }
    own[list] = entries.isEmpty ? nil : JSONValue(entries)
  }
  edit.put(own, in: "categories")
}

private struct CategoryAnswer: PrintedAnswer {
  let name: String
  let isShipped: Bool
  let contents: CategoryContents
  let own: CategoryContents.Changes

  init(_ name: String, _ edit: SettingsEdit) throws(Failure) {
    let entries = edit.things("categories").first { $0.id == name }
    let own = CategoryContents.Changes(sites: entries?["sites"]?.words ?? [], apps: entries?["apps"]?.words ?? [])
    guard let contents = CategoryContents(of: name, changedBy: entries == nil ? nil : own) else {
      throw .unknown("category", name, among: edit.categoryNames)
    }
    self.name = name
    self.own = own
    self.contents = contents
    isShipped = SiteLists.names.contains(name)
  }

  /// The apps of this computer that belong to it because their menu entries say so.
  private var menu: [String] {
    let out = own.apps.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
    return SystemShield.apps().filter { $0.categories.contains(name) }.map(\.id).filter {
      !contents.apps.contains($0) && !out.contains($0)
    }
  }

  func line(_ speech: Speech) -> String {
    let changes = own.sites.count + own.apps.count
    let whose = isShipped ? changes == 0 ? "" : "\(counted(changes, "change")) of yours" : "your own"
    let parts = "\(counted(contents.sites.count, "site")), \(counted(contents.apps.count, "app"))"
    return ([name, speech.say(parts)] + (whose.isEmpty ? [] : [speech.say(whose)])).joined(separator: "  ")
  }

  var text: String { text(in: .english) }

  func text(in speech: Speech) -> String {
    let sites = contents.sites.map(\.text) + contents.exceptions.map { "!\($0.text)" }
    let apps = contents.apps.map { speech.say("app \($0)") } + menu.map { speech.say("app \($0), by the menu") }
    return ([line(speech)] + sites + apps).joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "id": .string(name), "shipped": .bool(isShipped), "sites": JSONValue(contents.sites.map(\.text)),
      "exceptions": JSONValue(contents.exceptions.map(\.text)), "apps": JSONValue(contents.apps),
      "menu_apps": JSONValue(menu),
      "changed": ["sites": JSONValue(own.sites), "apps": JSONValue(own.apps)],
    ]
  }
}

extension JSONObject {
  fileprivate func names(category: String) -> Bool {
    self["blocks"]?["categories"]?.words.contains(category) ?? false
  }
}

extension SettingsEdit {
  /// The categories that profiles may name: those that ship, then the person's own.
  fileprivate var categoryNames: [String] {
    let shipped = SiteLists.names
    return shipped + things("categories").map { $0.id }.filter { !shipped.contains($0) }
  }
}
