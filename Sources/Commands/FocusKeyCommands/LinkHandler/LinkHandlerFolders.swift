internal import CommandShell

struct LinkHandlerFolders {
  /// The folder of desktop entries.
  let applications: String
  /// The folder of the lists of defaults.
  let configuration: String

  var entry: String { applications + "/" + LinkHandlerEntry.name }
  var cache: String { applications + "/mimeinfo.cache" }
  var defaults: String { configuration + "/mimeapps.list" }

  init(_ surroundings: ProcessContext) throws(Failure) {
    let folders = try DesktopFolders(surroundings)
    applications = folders.data + "/applications"
    configuration = folders.configuration
  }
}
