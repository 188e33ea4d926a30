// The types of HarfBuzz, fontconfig and FriBidi that cross their binary interfaces. Enumerations are
// 32 bits wide. See font_library_calls.h.

#include <stdint.h>

typedef struct hb_blob_t hb_blob_t;
typedef struct hb_face_t hb_face_t;
typedef struct hb_font_t hb_font_t;
typedef struct hb_buffer_t hb_buffer_t;
typedef struct hb_draw_funcs_t hb_draw_funcs_t;
typedef struct hb_unicode_funcs_t hb_unicode_funcs_t;
typedef const struct hb_language_impl_t *hb_language_t;
typedef int hb_bool_t;
typedef uint32_t hb_script_t, hb_direction_t, hb_buffer_flags_t, hb_unicode_general_category_t;
typedef void (*hb_destroy_func_t)(void *);
typedef struct hb_draw_state_t hb_draw_state_t;
typedef void (*hb_draw_move_to_func_t)(hb_draw_funcs_t *, void *, hb_draw_state_t *, float, float,
                                       void *);
typedef hb_draw_move_to_func_t hb_draw_line_to_func_t;
typedef void (*hb_draw_quadratic_to_func_t)(hb_draw_funcs_t *, void *, hb_draw_state_t *, float,
                                            float, float, float, void *);
typedef void (*hb_draw_cubic_to_func_t)(hb_draw_funcs_t *, void *, hb_draw_state_t *, float, float,
                                        float, float, float, float, void *);
typedef void (*hb_draw_close_path_func_t)(hb_draw_funcs_t *, void *, hb_draw_state_t *, void *);
typedef struct {
  uint32_t tag;
  float value;
} hb_variation_t;
typedef struct {
  int32_t ascender, descender, line_gap, reserved[9];
} hb_font_extents_t;
typedef struct {
  uint32_t tag, value;
  unsigned start, end;
} hb_feature_t;
typedef struct {
  uint32_t codepoint, mask, cluster, reserved[2];
} hb_glyph_info_t;
typedef struct {
  int32_t x_advance, y_advance, x_offset, y_offset;
  uint32_t reserved;
} hb_glyph_position_t;
enum { HB_DIRECTION_LTR = 4, HB_DIRECTION_RTL = 5, HB_DIRECTION_TTB = 6 };
enum { HB_BUFFER_FLAG_BOT = 1, HB_BUFFER_FLAG_EOT = 2 };
enum {
  HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK = 10,
  HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK = 11,
  HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK = 12
};

typedef struct _FcConfig FcConfig;
typedef struct _FcStrList FcStrList;
typedef struct _FcPattern FcPattern;
typedef struct _FcCharSet FcCharSet;
typedef unsigned char FcChar8;
typedef unsigned int FcChar32;
typedef int FcBool;
typedef uint32_t FcSetName, FcMatchKind, FcResult;
typedef struct _FcFontSet {
  int nfont, sfont;
  FcPattern **fonts;
} FcFontSet;
typedef struct _FcMatrix {
  double xx, xy, yx, yy;
} FcMatrix;
enum { FcSetSystem = 0, FcSetApplication = 1 };
enum { FcMatchPattern = 0 };
enum { FcResultMatch = 0 };
enum { FC_SLANT_ROMAN = 0, FC_SLANT_ITALIC = 100, FC_SLANT_OBLIQUE = 110 };

typedef uint32_t FriBidiChar, FriBidiCharType, FriBidiBracketType, FriBidiParType;
typedef int FriBidiStrIndex;
typedef signed char FriBidiLevel;
enum { FRIBIDI_PAR_LTR = 0x00000110, FRIBIDI_PAR_RTL = 0x00000111 };
