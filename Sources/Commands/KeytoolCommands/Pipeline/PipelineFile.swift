struct PipelineFile {
  /// Its path in the repository.
  let path: String
  let text: String
  /// What to do once it is there.
  let next: String?

  /// Matches the names of association files, for pre-commit.
  private static let association = #"(^|/)apple-app-site-association(\.json)?$"#
  private static let assetLinks = #"(^|/)assetlinks\.json$"#

  /// The hooks of pre-commit, which run the installed program.
  static func preCommit(calling program: String) -> PipelineFile {
    PipelineFile(
      path: ".pre-commit-config.yaml",
      text: """
        # Checks the files that connect this site's links to its apps. Needs \(program) on the PATH.
        repos:
          - repo: local
            hooks:
              - id: keytool-aasa
                name: apple-app-site-association
                entry: \(program) aasa validate
                language: system
                files: '\(association)'
              - id: keytool-assetlinks
                name: assetlinks.json
                entry: \(program) assetlinks validate
                language: system
                files: '\(assetLinks)'

        """,
      next: "next: pre-commit install; pre-commit run --all-files")
  }

  /// An action and its workflow. GitHub's machines have Java's keytool, so they use the long name.
  static let gitHub = [
    PipelineFile(
      path: "action.yml",
      text: """
        name: Check association files
        description: Find errors in apple-app-site-association and assetlinks.json
        inputs:
          package:
            description: Address of the Debian package focuskey-keytool, where it is not installed
            default: ''
        runs:
          using: composite
          steps:
            - name: Install keytool
              shell: bash
              env:
                PACKAGE: ${{ inputs.package }}
              run: |
                if command -v focuskey-keytool >/dev/null; then exit 0; fi
                if [ -z "$PACKAGE" ]; then
                  echo '::error::focuskey-keytool is not installed: set the variable KEYTOOL_PACKAGE to the address of its package'
                  exit 69
                fi
                curl --fail --silent --show-error --location --output "$RUNNER_TEMP/focuskey-keytool.deb" "$PACKAGE"
                sudo apt-get install --yes --no-install-recommends "$RUNNER_TEMP/focuskey-keytool.deb"
            - name: Check the files
              shell: bash
              run: |
                result=0
                git ls-files -z -- ':(glob)**/apple-app-site-association' ':(glob)**/apple-app-site-association.json' |
                  xargs -0 -r focuskey-keytool aasa validate --format github || result=1
                git ls-files -z -- ':(glob)**/assetlinks.json' |
                  xargs -0 -r focuskey-keytool assetlinks validate --format github || result=1
                exit $result

        """, next: nil),
    PipelineFile(
      path: ".github/workflows/keytool.yml",
      text: """
        name: Association files
        on:
          push:
          pull_request:
        permissions:
          contents: read
        jobs:
          keytool:
            runs-on: ubuntu-latest
            steps:
              - uses: actions/checkout@v4
              - uses: ./
                with:
                  package: ${{ vars.KEYTOOL_PACKAGE }}

        """, next: "next: set the repository's variable KEYTOOL_PACKAGE to the address of the package, and commit"),
  ]
}
