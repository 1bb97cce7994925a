extension ServiceConfiguration {
  /// Where the tasks of a home live: in the folders that are configured, else beside its data.
  public func taskFolders(in home: Home, environment: (String) -> String?) -> [String] {
    let user = environment("HOME") ?? "/"
    guard taskFolders.isEmpty else {
      return taskFolders.map { folder in
        if folder.hasPrefix("~/") { return user + folder.dropFirst(1) }
        // Beside the configuration, unless the whole path is named.
        return folder.hasPrefix("/") ? folder : "\(home.configurationFolder)/\(folder)"
      }
    }
    if let folder = home.folder { return ["\(folder)/tasks"] }
    return ["\(environment("XDG_DATA_HOME") ?? "\(user)/.local/share")/focuskey/tasks"]
  }
}
