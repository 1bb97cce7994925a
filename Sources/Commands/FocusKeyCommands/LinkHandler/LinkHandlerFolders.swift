internal import CommandShell
internal import Requests

/// Where a person's desktop keeps its entries and its defaults.
struct LinkHandlerFolders {
  /// The folder of desktop entries.
  let applications: String
  /// The folder of the lists of defaults.
  let configuration: String

  /// The file with the handler.
  var entry: String { applications + "/" + LinkHandlerEntry.name }
  /// The cache that desktops keep of the entries.
  var cache: String { applications + "/mimeinfo.cache" }
  /// The list of defaults.
  var defaults: String { configuration + "/mimeapps.list" }

  init(_ surroundings: ProcessContext) throws(Failure) {
    let folders = try DesktopFolders(surroundings)
    applications = folders.data + "/applications"
    configuration = folders.configuration
  }
}
