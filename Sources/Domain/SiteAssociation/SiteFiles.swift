public import JSONText

/// A file that is generated from a site's definition.
public struct SiteFile: Sendable {
  /// Its path below the folder of the site.
  public let path: String
  /// What it holds.
  public let content: String
}

extension SiteDefinition {
  /// All files: the two that are served, a snippet for each kind of server, and the line for the app's entitlements.
  public var files: [SiteFile] {
    var files: [SiteFile] = []
    if apple != nil {
      files.append(SiteFile(path: ".well-known/apple-app-site-association", content: association.indentedText + "\n"))
    }
    if android != nil {
      files.append(SiteFile(path: ".well-known/assetlinks.json", content: assetLinks.indentedText + "\n"))
    }
    files += ServerSnippets(domain: domain, paths: files.map { file in file.path }).files
    if apple != nil { files.append(SiteFile(path: "FocusKey.entitlements", content: entitlements)) }
    if android != nil { files.append(SiteFile(path: "AndroidManifest-intent-filter.xml", content: intentFilter)) }
    return files
  }

  /// What `/.well-known/apple-app-site-association` holds.
  public var association: JSONValue {
    guard let apple else { return [:] }
    var root: JSONObject = ["applinks": .object(applinks(apple))]
    if !apple.clips.isEmpty { root["appclips"] = ["apps": JSONValue(apple.clips.map { apple.team + "." + $0 })] }
    if apple.sharesPasswords { root["webcredentials"] = ["apps": JSONValue(apple.ids)] }
    return .object(root)
  }

  private func applinks(_ apple: AppleApps) -> JSONObject {
    let rules = RouteRules(routes).rules
    let components = JSONValue.array(
      rules.map { rule in
        .members([
          "/": .string(rule.pattern), "comment": .string(rule.comment), "exclude": rule.excludes ? true : nil,
        ])
      })
    // Systems before 13 want an empty list of apps, one app per entry, and paths.
    guard apple.oldest < .components else {
      return ["apps": [], "details": [["appIDs": JSONValue(apple.ids), "components": components]]]
    }
    let paths = JSONValue(rules.map { rule in (rule.excludes ? "NOT " : "") + rule.pattern })
    let entries = apple.ids.map { id -> JSONValue in
      ["appID": .string(id), "appIDs": [.string(id)], "components": components, "paths": paths]
    }
    return ["apps": [], "details": .array(entries)]
  }

  /// What `/.well-known/assetlinks.json` holds.
  public var assetLinks: JSONValue {
    guard let android else { return [] }
    var statement: JSONObject = [
      "relation": [.string(AssetLinks.handleAllURLs)],
      "target": [
        "namespace": "android_app", "package_name": .string(android.package),
        "sha256_cert_fingerprints": JSONValue(android.fingerprints),
      ],
    ]
    if android.hasRules {
      let components = RouteRules(routes).rules.map { rule -> JSONValue in
        .members(["/": .string(rule.pattern), "exclude": rule.excludes ? true : nil])
      }
      statement["relation_extensions"] = [
        AssetLinks.handleAllURLs: ["dynamic_app_link_components": .array(components)]
      ]
    }
    return [.object(statement)]
  }

  /// The property list with the app's claim; the line goes into the app's own entitlements.
  var entitlements: String {
    var claims = ["applinks:\(domain)"]
    if apple?.clips.isEmpty == false { claims.append("appclips:\(domain)") }
    if apple?.sharesPasswords == true { claims.append("webcredentials:\(domain)") }
    let lines = claims.map { claim in "        <string>\(claim)</string>" }.joined(separator: "\n")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
          <key>com.apple.developer.associated-domains</key>
          <array>
      \(lines)
          </array>
      </dict>
      </plist>

      """
  }

  /// Goes into the activity of the Android app.
  var intentFilter: String {
    """
    <intent-filter android:autoVerify="true">
        <action android:name="android.intent.action.VIEW" />
        <category android:name="android.intent.category.DEFAULT" />
        <category android:name="android.intent.category.BROWSABLE" />
        <data android:scheme="https" />
        <data android:host="\(domain)" />
    </intent-filter>

    """
  }
}

extension SiteDefinition.AppleApps {
  /// The ids of the apps: prefix, dot, bundle identifier.
  public var ids: [String] { apps.map { bundle in team + "." + bundle } }
}
