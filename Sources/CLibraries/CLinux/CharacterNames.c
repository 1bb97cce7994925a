#include <stdint.h>

// The standard library has the name of each character ("LATIN SMALL LETTER A") in half a megabyte of tables, which
// every program would carry and none says. A release is linked with this in the place of the function that reads them
// (`--wrap` in the manifest): a character has no name there. With the copy of the library that packages are linked with
// the tables stay out; the original marks that function as one to keep.
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
    (void)scalar;
    (void)buffer;
    (void)capacity;
    return 0;
}
