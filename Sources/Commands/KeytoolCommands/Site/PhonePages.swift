internal import CPhonePages
internal import LandingPages

enum PhonePages {
  static let assets: [PublishedSite.Asset] = (0..<focuskey_phone_files()).map { index in
    var length = 0
    let name = unsafe String(cString: focuskey_phone_name(index))
    let start = unsafe focuskey_phone_content(index, &length)
    return PublishedSite.Asset(name: name, content: unsafe Array(UnsafeBufferPointer(start: start, count: length)))
  }
}
