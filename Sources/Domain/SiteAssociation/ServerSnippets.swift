/// How to serve the two files with the servers that people have: https, status 200, no redirect, the right type,
/// readable by anyone.
struct ServerSnippets {
  let domain: String
  let paths: [String]

  var files: [SiteFile] {
    [
      SiteFile(path: "servers/nginx.conf", content: nginx),
      SiteFile(path: "servers/Caddyfile", content: caddy),
      SiteFile(path: "servers/apache.conf", content: apache),
      SiteFile(path: "servers/static-host/_headers", content: staticHost),
    ]
  }

  private var nginx: String {
    var text = """
      # Inside the server block of \(domain), before any location that redirects or falls back to a page.
      # The files lie below /var/www/\(domain).

      """
    for path in paths {
      text += """

        location = /\(path) {
            root /var/www/\(domain);
            types { }
            default_type application/json;
            try_files $uri =404;
        }

        """
    }
    return text
  }

  private var caddy: String {
    var text = """
      # The files lie below /var/www/\(domain).

      \(domain) {
      	handle /.well-known/* {
      		root * /var/www/\(domain)

      """
    for path in paths { text += "\t\theader /\(path) Content-Type application/json\n" }
    return text + "\t\tfile_server\n\t}\n}\n"
  }

  private var apache: String {
    var text = """
      # Inside the virtual host of \(domain), before any rule that redirects or falls back to a page.
      # The files lie below /var/www/\(domain).

      """
    for path in paths {
      text += """

        Alias "/\(path)" "/var/www/\(domain)/\(path)"
        <Location "/\(path)">
            ForceType application/json
            Require all granted
            RewriteEngine Off
        </Location>

        """
    }
    return text
  }

  private var staticHost: String {
    var text = """
      # For hosts that read a file _headers (Netlify, Cloudflare Pages). Publish the folder .well-known as it is,
      # without a redirect from or to www. GitHub Pages publishes such a folder only with an empty file .nojekyll
      # beside it.

      """
    for path in paths { text += "/\(path)\n  Content-Type: application/json\n" }
    return text
  }
}
