extension ServiceConfiguration {
  /// The folders of a home's tasks: those that are configured, else the one beside its data.
  package func taskFolders(in home: Home, environment: (String) -> String?) -> [String] {
    let user = environment("HOME") ?? "/"
    guard taskFolders.isEmpty else {
      return taskFolders.map { folder in
        if folder.hasPrefix("~/") { return user + folder.dropFirst(1) }
        // Beside the configuration, unless the whole path is named.
        return folder.hasPrefix("/") ? folder : "\(home.configurationFolder)/\(folder)"
      }
    }
    return [home.ownTasks(environment: environment)]
  }
}

extension Home {
  /// The folder of a home's tasks if nothing else is configured.
  package func ownTasks(environment: (String) -> String?) -> String {
    if let folder { return "\(folder)/tasks" }
    let data = environment("XDG_DATA_HOME") ?? "\(environment("HOME") ?? "/")/.local/share"
    return "\(data)/focuskey/tasks"
  }
}
