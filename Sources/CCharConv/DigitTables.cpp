#include <array>

#include "CCharConv.h"

// Made by the compiler, so that no program that starts has to.
namespace {
constexpr int decimalsInAll = 4;

/// A text of so many digits, the first in the lowest byte; how many there are stands in the highest.
constexpr uint64_t text(uint64_t value, int count) {
  uint64_t word = 0;
  for (int i = count - 1; i >= 0; i--) {
    word |= ('0' + value % 10) << (8 * i);
    value /= 10;
  }
  return word | static_cast<uint64_t>(count) << 56;
}

constexpr auto makeWhole() {
  std::array<uint64_t, 10001> table{};
  for (int value = 1; value < 10000; value++)
    table[value] = text(value, value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4);
  table[10000] = text(0, 1);
  return table;
}

constexpr auto makeFractions() {
  std::array<uint64_t, 11111> table{};
  int row = 0;
  for (int decimals = 0, steps = 1; decimals <= decimalsInAll; decimals++, steps *= 10) {
    for (int fraction = 0; fraction < steps; fraction++, row++) {
      if (fraction == 0) continue;
      int rest = fraction, count = decimals;
      for (; rest % 10 == 0; count--) rest /= 10;
      uint64_t digits = text(rest, count) & 0x00FFFFFFFFFFFFFF;
      table[row] = digits << 8 | '.' | static_cast<uint64_t>(count + 1) << 56;
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
