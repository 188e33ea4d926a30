#ifndef STROKEMILL_CCHARCONV_H
#define STROKEMILL_CCHARCONV_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// Reads the longest decimal number at the start of `text`, correctly rounded (std::from_chars).
/// Returns how many bytes were taken, 0 when there is no number; `*status` is 0 for a finite value
/// and 1 when the value lies outside the range of a double.
size_t strokemill_read_double(const char *text, size_t count, double *value, int32_t *status);

/// Writes the fewest digits that read back as exactly `value`, as `d.ddde±dd` (std::to_chars), at
/// most 32 bytes. Returns how many bytes were written.
size_t strokemill_write_shortest(double value, char *text, size_t capacity);

/// Writes `value` with `precision` decimals, correctly rounded (std::to_chars), at most
/// 312 + `precision` bytes. Returns how many bytes were written.
size_t strokemill_write_fixed(double value, int32_t precision, char *text, size_t capacity);

/// How many rows `strokemill_whole_texts` has: enough for the units in any 24 bits of thousandths, 20 bits
/// of hundredths, 17 bits of tenths and 14 bits of units.
#define STROKEMILL_WHOLE_TEXTS 16778

/// The texts of 0 to 9999 as they stand before a point: none for 0, whose text with one digit is in row
/// 10000 and those after it.
///
/// The first character is in a row's lowest byte, and how many there are in bits 48 to 55. The highest bit
/// says whether the number keeps a space apart from the one before it, whatever that ends with.
const uint64_t *strokemill_whole_texts(void);

/// The texts of all fractions of so many decimals, from 0 to 4, the point included and trailing zeros
/// cut, in the same form: 10^decimals rows. NULL for other numbers of decimals.
///
/// The highest bit says whether the number keeps a space apart from the one after it, whatever that begins
/// with.
const uint64_t *strokemill_fraction_texts(int32_t decimals);

#ifdef __cplusplus
}
#endif
#endif
