import Glibc

/// Everything outside that a command may touch. Tests give it descriptors, a folder and an environment of their own.
package struct ProcessContext: Sendable {
  package let input: Int32
  package let output: Int32
  package let error: Int32
  /// The folder that relative file names start from.
  package let folder: String
  private let variables: [String: String]?

  package static let process = ProcessContext(input: 0, output: 1, error: 2, folder: "", variables: nil)

  /// For tests.
  package init(input: Int32, output: Int32, error: Int32, folder: String, environment: [String: String]) {
    self.init(input: input, output: output, error: error, folder: folder, variables: environment)
  }

  private init(input: Int32, output: Int32, error: Int32, folder: String, variables: [String: String]?) {
    self.input = input
    self.output = output
    self.error = error
    self.folder = folder
    self.variables = variables
  }

  /// The value of an environment variable, or `nil` where it is missing or empty.
  package func variable(_ name: String) -> String? {
    guard let variables else { return Environment[name] }
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// A file name as this process can open it.
  package func path(of name: String) -> String {
    guard !folder.isEmpty, !name.hasPrefix("/") else { return name }
    return folder + "/" + name
  }
}
