internal import CommandShell

/// Where a person's desktop keeps its entries and its defaults (freedesktop.org, "XDG Base Directory Specification", 0.8).
struct LinkHandlerFolders {
  /// The folder of desktop entries.
  let applications: String
  /// The folder of the lists of defaults.
  let configuration: String

  /// The file with the handler.
  var entry: String { applications + "/" + LinkHandlerEntry.name }
  /// The list of defaults.
  var defaults: String { configuration + "/mimeapps.list" }

  init(_ surroundings: Surroundings) throws(CommandFailure) {
    func folder(_ variable: String, _ usual: String) throws(CommandFailure) -> String {
      // Relative paths in these variables are invalid and to be passed over.
      if let named = surroundings.variable(variable), named.hasPrefix("/") { return named }
      guard let user = surroundings.variable("HOME"), user.hasPrefix("/") else {
        throw CommandFailure(
          .usage, kind: "no-home", what: "there is no home folder", at: .text("HOME"), advice: "set HOME")
      }
      return user + "/" + usual
    }
    applications = try folder("XDG_DATA_HOME", ".local/share") + "/applications"
    configuration = try folder("XDG_CONFIG_HOME", ".config")
  }
}
