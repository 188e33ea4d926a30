#include <array>

#include "CCharConv.h"

// Made by the compiler, so that no program that starts has to.
namespace {
constexpr int decimalsInAll = 4;

/// So many digits, the first in the lowest byte.
constexpr uint64_t digits(uint64_t value, int count) {
  uint64_t word = 0;
  for (int i = count - 1; i >= 0; i--) {
    word |= ('0' + value % 10) << (8 * i);
    value /= 10;
  }
  return word;
}

/// A row of a table.
constexpr uint64_t row(uint64_t text, uint64_t count, bool isParted) {
  return text | count << 48 | static_cast<uint64_t>(isParted) << 63;
}

constexpr auto makeWhole() {
  std::array<uint64_t, STROKEMILL_WHOLE_TEXTS> table{};
  for (int value = 1; value < 10000; value++) {
    int count = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4;
    table[value] = row(digits(value, count), count, true);
  }
  for (int value = 10000; value < STROKEMILL_WHOLE_TEXTS; value++) table[value] = row('0', 1, true);
  return table;
}

constexpr auto makeFractions() {
  std::array<uint64_t, 11111> table{};
  int index = 0;
  for (int decimals = 0, steps = 1; decimals <= decimalsInAll; decimals++, steps *= 10) {
    for (int fraction = 0; fraction < steps; fraction++, index++) {
      int rest = fraction, count = decimals;
      for (; rest != 0 && rest % 10 == 0; count--) rest /= 10;
      table[index] = rest == 0 ? row(0, 0, true) : row(digits(rest, count) << 8 | '.', count + 1, false);
    }
  }
  return table;
}

constexpr auto whole = makeWhole();
constexpr auto fractions = makeFractions();
}  // namespace

extern "C" const uint64_t *strokemill_whole_texts(void) { return whole.data(); }

extern "C" const uint64_t *strokemill_fraction_texts(int32_t decimals) {
  constexpr int first[] = {0, 1, 11, 111, 1111};
  return decimals >= 0 && decimals <= decimalsInAll ? fractions.data() + first[decimals] : nullptr;
}
