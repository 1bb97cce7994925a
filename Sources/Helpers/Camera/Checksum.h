// SHA-256 (FIPS 180-4).
#pragma once

#include <string>

// The checksum of some octets, in hex.
std::string sha256(const std::string &octets);
