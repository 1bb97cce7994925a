internal import CommandShell

/// Where a person's desktop keeps what belongs to them (freedesktop.org, "XDG Base Directory Specification", 0.8).
struct DesktopFolders {
  /// The folder of data: entries, manual pages, completions.
  let data: String
  let configuration: String
  let programs: String

  init(_ surroundings: ProcessContext) throws(Failure) {
    func folder(_ variable: String?, _ usual: String) throws(Failure) -> String {
      // Relative paths in these variables are invalid and to be passed over.
      if let variable, let named = surroundings.variable(variable), named.hasPrefix("/") { return named }
      guard let user = surroundings.variable("HOME"), user.hasPrefix("/") else {
        throw Failure(.usage, kind: "no-home", what: "there is no home folder", at: .text("HOME"), advice: "set HOME")
      }
      return user + "/" + usual
    }
    data = try folder("XDG_DATA_HOME", ".local/share")
    configuration = try folder("XDG_CONFIG_HOME", ".config")
    // The one that has no variable.
    programs = try folder(nil, ".local/bin")
  }
}
