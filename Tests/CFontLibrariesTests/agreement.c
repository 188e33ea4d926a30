// Holds what is declared of HarfBuzz, fontconfig and FriBidi against their own headers: each
// function's type, and the layout of each structure that crosses.

#include <fontconfig/fontconfig.h>
#include <fribidi.h>
#include <hb-ot.h>
#include <hb.h>
#include <stddef.h>

#include "font_library_calls.h"

#define SAME(result, name, parameters)                                                             \
  _Static_assert(__builtin_types_compatible_p(__typeof__(&name), result(*) parameters), #name);
HARFBUZZ_CALLS(SAME)
FONTCONFIG_CALLS(SAME)
FRIBIDI_CALLS(SAME)

_Static_assert(sizeof(hb_glyph_info_t) == 20 && offsetof(hb_glyph_info_t, cluster) == 8, "");
_Static_assert(sizeof(hb_glyph_position_t) == 20 && offsetof(hb_glyph_position_t, x_offset) == 8,
               "");
_Static_assert(sizeof(hb_feature_t) == 16 && offsetof(hb_feature_t, start) == 8, "");
_Static_assert(sizeof(hb_variation_t) == 8 && offsetof(hb_variation_t, value) == 4, "");
_Static_assert(sizeof(hb_font_extents_t) == 48 && offsetof(hb_font_extents_t, descender) == 4, "");
_Static_assert(sizeof(FcFontSet) == 16 && offsetof(FcFontSet, fonts) == 8, "");
_Static_assert(sizeof(FcMatrix) == 32 && offsetof(FcMatrix, xy) == 8, "");
_Static_assert(sizeof(FriBidiLevel) == 1 && sizeof(FriBidiChar) == 4, "");

_Static_assert(HB_DIRECTION_LTR == 4 && HB_DIRECTION_RTL == 5 && HB_DIRECTION_TTB == 6, "");
_Static_assert(HB_BUFFER_FLAG_BOT == 1 && HB_BUFFER_FLAG_EOT == 2, "");
_Static_assert(HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK == 10 &&
                   HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK == 11 &&
                   HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK == 12,
               "");
_Static_assert(FcSetSystem == 0 && FcSetApplication == 1 && FcMatchPattern == 0 &&
                   FcResultMatch == 0,
               "");
_Static_assert(FC_SLANT_ROMAN == 0 && FC_SLANT_ITALIC == 100 && FC_SLANT_OBLIQUE == 110, "");
_Static_assert(FRIBIDI_PAR_LTR == 0x110 && FRIBIDI_PAR_RTL == 0x111, "");
