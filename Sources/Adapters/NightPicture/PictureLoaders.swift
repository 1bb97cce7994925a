internal import LinuxRuntime

/// Which picture formats this computer has, as gdk-pixbuf lists them for swaybg and swaylock.
enum PictureLoaders {
  /// Whether an SVG can be shown; `true` where no list is found.
  static var knowSVG: Bool {
    var isListed = false
    for folder in ["/usr/lib", "/usr/lib64"] {
      for name in [""] + Folder.names(in: folder).map({ "/\($0)" }) {
        guard let list = try? Files.read("\(folder)\(name)/gdk-pixbuf-2.0/2.10.0/loaders.cache", limit: 1 << 20) else {
          continue
        }
        if String(decoding: list, as: UTF8.self).includes("image/svg") { return true }
        isListed = true
      }
    }
    return !isListed
  }
}
