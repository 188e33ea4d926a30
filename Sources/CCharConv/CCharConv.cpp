#include "CCharConv.h"

#include <charconv>

namespace {
size_t taken(std::to_chars_result result, char *text) {
  return result.ec == std::errc() ? static_cast<size_t>(result.ptr - text) : 0;
}
}  // namespace

extern "C" size_t strokemill_read_double(
    const char *text, size_t count, double *value, int32_t *status) {
  auto result = std::from_chars(text, text + count, *value);
  if (result.ec == std::errc::invalid_argument) return 0;
  *status = result.ec == std::errc() ? 0 : 1;
  return static_cast<size_t>(result.ptr - text);
}

extern "C" size_t strokemill_write_shortest(double value, char *text, size_t capacity) {
  return taken(std::to_chars(text, text + capacity, value, std::chars_format::scientific), text);
}

extern "C" size_t strokemill_write_fixed(
    double value, int32_t precision, char *text, size_t capacity) {
  return taken(
      std::to_chars(text, text + capacity, value, std::chars_format::fixed, precision), text);
}
