/// Whether a port is one of the web's: those of HTTP and HTTPS, and the ones that stand in for them (IANA: http-alt,
/// https-alt, pcsync-https).
public func isWebPort(_ port: UInt16) -> Bool {
  [80, 443, 8080, 8008, 8443].contains(port)
}
