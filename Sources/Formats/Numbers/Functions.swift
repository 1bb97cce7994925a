#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// What the C library's mathematics compute: the one part of the platform that a pure room may use, and only here.

/// e to the power of `x`.
public func exponential(_ x: Double) -> Double { exp(x) }

/// The natural logarithm of `x`.
public func logarithm(_ x: Double) -> Double { log(x) }

/// A positive number to any power.
public func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// A half to a power that need not be whole.
public func half(toThe power: Double) -> Double { exp2(-power) }

/// The cosine and the sine of an angle.
public func circle(_ angle: Double) -> (cosine: Double, sine: Double) { (cos(angle), sin(angle)) }

/// The angle of a point, from -pi to pi.
public func angle(_ sine: Double, _ cosine: Double) -> Double { atan2(sine, cosine) }
