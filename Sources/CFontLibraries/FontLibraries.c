#include "include/font_libraries.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "font_library_types.h"

#include "font_library_calls.h"

// The functions, under their own names behind `lib.`.
static struct {
#define POINTER(result, name, parameters) result(*name) parameters;
  HARFBUZZ_CALLS(POINTER)
  FONTCONFIG_CALLS(POINTER)
  FRIBIDI_CALLS(POINTER)
#undef POINTER
} lib;

static hb_draw_funcs_t *drawing;
static hb_unicode_funcs_t *characters;
static const char *missing;
static pthread_once_t opening = PTHREAD_ONCE_INIT;

static void prepare(void);

// Tests make one library look as if it weren't there.
static const char *file_of(const char *name) {
  const char *hidden = getenv("STROKEMILL_WITHOUT_LIBRARY");
  return hidden && strcmp(hidden, name) == 0 ? "/dev/null" : name;
}

static void open_libraries(void) {
  void *library;
  const char *name;
#define OPEN(file)                                                                                 \
  name = file;                                                                                     \
  library = dlopen(file_of(name), RTLD_NOW | RTLD_LOCAL);                                          \
  if (!library) {                                                                                  \
    missing = name;                                                                                \
    return;                                                                                        \
  }
#define FIND(result, call, parameters)                                                             \
  lib.call = (result(*) parameters)dlsym(library, #call);                                          \
  if (!lib.call) {                                                                                 \
    missing = name;                                                                                \
    return;                                                                                        \
  }
  OPEN("libharfbuzz.so.0")
  HARFBUZZ_CALLS(FIND)
  OPEN("libfontconfig.so.1")
  FONTCONFIG_CALLS(FIND)
  OPEN("libfribidi.so.0")
  FRIBIDI_CALLS(FIND)
#undef OPEN
#undef FIND
  prepare();
}

const char *strokemill_fonts_open(void) {
  pthread_once(&opening, open_libraries);
  return missing;
}

// Memory.

// HarfBuzz goes on without what it couldn't allocate, and keeps what it made without: from then on what it gives may be
// anything. Nothing tells it but the C library's error.
static atomic_bool lacks_memory;
static _Thread_local bool has_worked;

static int begin(void) {
  const int before = errno;
  errno = 0;
  has_worked = true;
  return before;
}

static void end(const int *before) {
  if (errno == ENOMEM) atomic_store(&lacks_memory, true);
  errno = *before;
}

// Stands at the beginning of a function that calls the libraries.
#define WATCH __attribute__((cleanup(end))) const int before = begin()

bool strokemill_fonts_lacked_memory(void) {
  const bool result = has_worked && atomic_load(&lacks_memory);
  has_worked = false;
  return result;
}

bool strokemill_fonts_lack_memory(void) { return atomic_load(&lacks_memory); }

// Where they are.

char *strokemill_fonts_places(size_t *size) {
  *size = 0;
  FcConfig *config = lib.FcInitLoadConfig();
  if (!config) return NULL;
  char *places = NULL;
  FcStrList *lists[] = {lib.FcConfigGetConfigFiles(config), lib.FcConfigGetFontDirs(config),
                        lib.FcConfigGetCacheDirs(config)};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    const FcChar8 *place;
    while (lists[i] && (place = lib.FcStrListNext(lists[i]))) {
      const size_t count = strlen((const char *)place) + 1;
      char *longer = realloc(places, *size + count);
      if (!longer) {
        // Half of them would give other pictures.
        free(places);
        return NULL;
      }
      places = longer;
      memcpy(places + *size, place, count);
      *size += count;
    }
    if (lists[i]) lib.FcStrListDone(lists[i]);
  }
  lib.FcConfigDestroy(config);
  return places;
}

// Fonts that are installed.

struct strokemill_fonts {
  FcConfig *config;
  // Those that HarfBuzz reads.
  FcFontSet *usable;
};

struct strokemill_font_list {
  FcFontSet *sorted;
  // Each font with what the configuration adds to it for this request, made when it's asked for.
  FcPattern **prepared;
  FcConfig *config;
  FcPattern *request;
};

static FcBool boolean(const FcPattern *pattern, const char *property, FcBool otherwise) {
  FcBool value;
  return lib.FcPatternGetBool(pattern, property, 0, &value) == FcResultMatch ? value : otherwise;
}

static const char *text(const FcPattern *pattern, const char *property) {
  FcChar8 *value;
  return lib.FcPatternGetString(pattern, property, 0, &value) == FcResultMatch ? (char *)value
                                                                               : NULL;
}

// Fonts of Type 1 and of bitmaps aren't read, those in colours are only to be named.
static bool is_usable(const FcPattern *font) {
  const char *format = text(font, "fontformat");
  if (!text(font, "file") || !format) return false;
  if (boolean(font, "color", 0)) return true;
  return boolean(font, "outline", 1) &&
         (strcmp(format, "TrueType") == 0 || strcmp(format, "CFF") == 0);
}

strokemill_fonts *strokemill_fonts_new(const char *const *folders, size_t count, long *unreadable) {
  WATCH;
  *unreadable = -1;
  strokemill_fonts *fonts = calloc(1, sizeof *fonts);
  if (!fonts) return NULL;
  fonts->config = lib.FcInitLoadConfigAndFonts();
  fonts->usable = lib.FcFontSetCreate();
  if (!fonts->config || !fonts->usable) {
    strokemill_fonts_free(fonts);
    return NULL;
  }
  for (size_t i = 0; i < count; i++) {
    struct stat facts;
    if ((stat(folders[i], &facts) != 0 || !S_ISDIR(facts.st_mode) ||
         !lib.FcConfigAppFontAddDir(fonts->config, (const FcChar8 *)folders[i])) &&
        *unreadable < 0)
      *unreadable = (long)i;
  }
  FcSetName names[] = {FcSetApplication, FcSetSystem};
  for (size_t i = 0; i < 2; i++) {
    FcFontSet *set = lib.FcConfigGetFonts(fonts->config, names[i]);
    for (int k = 0; set && k < set->nfont; k++) {
      if (!is_usable(set->fonts[k])) continue;
      lib.FcPatternReference(set->fonts[k]);
      lib.FcFontSetAdd(fonts->usable, set->fonts[k]);
    }
  }
  return fonts;
}

void strokemill_fonts_free(strokemill_fonts *fonts) {
  if (fonts->usable) lib.FcFontSetDestroy(fonts->usable);
  if (fonts->config) lib.FcConfigDestroy(fonts->config);
  free(fonts);
}

strokemill_font_list *strokemill_fonts_sort(strokemill_fonts *fonts,
                                            const struct strokemill_font_request *request) {
  WATCH;
  FcPattern *pattern = lib.FcPatternCreate();
  strokemill_font_list *list = calloc(1, sizeof *list);
  if (!pattern || !list) {
    if (pattern) lib.FcPatternDestroy(pattern);
    free(list);
    return NULL;
  }
  for (size_t i = 0; i < request->family_count; i++)
    lib.FcPatternAddString(pattern, "family", (const FcChar8 *)request->families[i]);
  lib.FcPatternAddDouble(pattern, "weight", lib.FcWeightFromOpenTypeDouble(request->weight));
  lib.FcPatternAddInteger(pattern, "slant",
                          request->slant == 0   ? FC_SLANT_ROMAN
                          : request->slant == 1 ? FC_SLANT_ITALIC
                                                : FC_SLANT_OBLIQUE);
  lib.FcPatternAddDouble(pattern, "width", request->width);
  // Without one it would be that of the person who runs the tool.
  lib.FcPatternAddString(pattern, "lang", (const FcChar8 *)request->language);
  lib.FcConfigSubstitute(fonts->config, pattern, FcMatchPattern);
  lib.FcDefaultSubstitute(pattern);
  FcResult result;
  FcFontSet *sets[] = {fonts->usable};
  list->sorted = lib.FcFontSetSort(fonts->config, sets, 1, pattern, 1, NULL, &result);
  list->config = fonts->config;
  list->request = pattern;
  if (list->sorted) list->prepared = calloc((size_t)list->sorted->nfont + 1, sizeof(FcPattern *));
  if (!list->sorted || !list->prepared) {
    strokemill_font_list_free(list);
    return NULL;
  }
  return list;
}

void strokemill_font_list_free(strokemill_font_list *list) {
  for (int i = 0; list->prepared && i < list->sorted->nfont; i++)
    if (list->prepared[i]) lib.FcPatternDestroy(list->prepared[i]);
  free(list->prepared);
  if (list->sorted) lib.FcFontSetDestroy(list->sorted);
  lib.FcPatternDestroy(list->request);
  free(list);
}

size_t strokemill_font_list_count(const strokemill_font_list *list) {
  return (size_t)list->sorted->nfont;
}

bool strokemill_font_list_covers(const strokemill_font_list *list, size_t row, uint32_t character) {
  FcCharSet *set;
  return lib.FcPatternGetCharSet(list->sorted->fonts[row], "charset", 0, &set) == FcResultMatch &&
         lib.FcCharSetHasChar(set, character);
}

bool strokemill_font_list_has_family(const strokemill_font_list *list, size_t row,
                                     const char *family) {
  FcChar8 *name;
  for (int i = 0; lib.FcPatternGetString(list->sorted->fonts[row], "family", i, &name) ==
                  FcResultMatch;
       i++)
    if (lib.FcStrCmpIgnoreCase(name, (const FcChar8 *)family) == 0) return true;
  return false;
}

bool strokemill_font_list_facts(const strokemill_font_list *list, size_t row,
                                struct strokemill_font_facts *facts) {
  WATCH;
  FcPattern *font = list->prepared[row];
  if (!font) {
    font = lib.FcFontRenderPrepare(list->config, list->request, list->sorted->fonts[row]);
    if (!font) return false;
    list->prepared[row] = font;
  }
  memset(facts, 0, sizeof *facts);
  facts->family = text(font, "family");
  facts->file = text(font, "file");
  facts->variations = text(font, "fontvariations");
  lib.FcPatternGetInteger(font, "index", 0, &facts->index);
  facts->is_colored = boolean(font, "color", 0);
  facts->lacks_weight = boolean(font, "embolden", 0);
  FcMatrix *matrix;
  if (lib.FcPatternGetMatrix(font, "matrix", 0, &matrix) == FcResultMatch && matrix->yy != 0)
    facts->skew = matrix->xy / matrix->yy;
  return facts->file != NULL && facts->family != NULL;
}

// Faces.

struct strokemill_face {
  hb_face_t *face;
  hb_font_t *font;
};

static const off_t largest_file = 256 << 20;

strokemill_face *strokemill_face_open(const char *file, int index, const char *variations) {
  WATCH;
  struct stat facts;
  if (stat(file, &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_size > largest_file)
    return NULL;
  hb_blob_t *blob = lib.hb_blob_create_from_file_or_fail(file);
  if (!blob) return NULL;
  unsigned row = (unsigned)index & 0xFFFF;
  bool is_there = row < lib.hb_face_count(blob);
  hb_face_t *face = is_there ? lib.hb_face_create(blob, row) : NULL;
  lib.hb_blob_destroy(blob);
  if (!face) return NULL;
  if (lib.hb_face_get_glyph_count(face) == 0) {
    lib.hb_face_destroy(face);
    return NULL;
  }
  hb_font_t *font = lib.hb_font_create(face);
  unsigned instance = ((unsigned)index >> 16) & 0x7FFF;
  if (instance > 0) lib.hb_font_set_var_named_instance(font, instance - 1);
  if (variations) {
    hb_variation_t axes[32];
    unsigned count = 0;
    for (const char *rest = variations; rest && *rest && count < 32;) {
      const char *end = strchr(rest, ',');
      int length = end ? (int)(end - rest) : (int)strlen(rest);
      if (lib.hb_variation_from_string(rest, length, &axes[count])) count++;
      rest = end ? end + 1 : NULL;
    }
    if (count > 0) lib.hb_font_set_variations(font, axes, count);
  }
  lib.hb_font_make_immutable(font);
  strokemill_face *result = calloc(1, sizeof *result);
  if (!result) return NULL;
  result->face = face;
  result->font = font;
  return result;
}

static uint32_t tag(const char *letters) {
  return (uint32_t)letters[0] << 24 | (uint32_t)letters[1] << 16 | (uint32_t)letters[2] << 8 |
         (uint32_t)letters[3];
}

static int position(const strokemill_face *face, const char *name, int otherwise) {
  int32_t value;
  return lib.hb_ot_metrics_get_position(face->font, tag(name), &value) && value != 0 ? value
                                                                                     : otherwise;
}

void strokemill_face_metrics(const strokemill_face *face, struct strokemill_face_metrics *metrics) {
  WATCH;
  int em = (int)lib.hb_face_get_upem(face->face);
  metrics->units_per_em = (unsigned)em;
  hb_font_extents_t extents;
  memset(&extents, 0, sizeof extents);
  if (!lib.hb_font_get_h_extents(face->font, &extents)) {
    extents.ascender = em * 8 / 10;
    extents.descender = -em * 2 / 10;
  }
  metrics->ascender = extents.ascender;
  metrics->descender = extents.descender;
  metrics->x_height = position(face, "xhgt", em / 2);
  metrics->underline_size = position(face, "unds", em / 20);
  metrics->underline_offset = position(face, "undo", -em / 10);
  metrics->strikeout_size = position(face, "strs", metrics->underline_size);
  metrics->strikeout_offset = position(face, "stro", metrics->x_height / 2);
  metrics->has_small_capitals = false;
  unsigned first = 0;
  for (;;) {
    uint32_t tags[64];
    unsigned count = 64;
    unsigned all = lib.hb_ot_layout_table_get_feature_tags(face->face, tag("GSUB"), first, &count,
                                                           tags);
    for (unsigned i = 0; i < count; i++)
      if (tags[i] == tag("smcp")) metrics->has_small_capitals = true;
    first += count;
    if (count == 0 || first >= all) return;
  }
}

struct outline {
  const struct strokemill_outline_sink *sink;
  unsigned left;
};

static const struct strokemill_outline_sink *sink_of(void *data) {
  struct outline *outline = data;
  if (outline->left == 0) return NULL;
  outline->left--;
  return outline->sink;
}

static void move_to(hb_draw_funcs_t *f, void *data, hb_draw_state_t *s, float x, float y, void *u) {
  const struct strokemill_outline_sink *sink = sink_of(data);
  if (sink) sink->move(sink->context, x, y);
}

static void line_to(hb_draw_funcs_t *f, void *data, hb_draw_state_t *s, float x, float y, void *u) {
  const struct strokemill_outline_sink *sink = sink_of(data);
  if (sink) sink->line(sink->context, x, y);
}

static void quad_to(hb_draw_funcs_t *f, void *data, hb_draw_state_t *s, float cx, float cy, float x,
                    float y, void *u) {
  const struct strokemill_outline_sink *sink = sink_of(data);
  if (sink) sink->quad(sink->context, cx, cy, x, y);
}

static void cubic_to(hb_draw_funcs_t *f, void *data, hb_draw_state_t *s, float ax, float ay,
                     float bx, float by, float x, float y, void *u) {
  const struct strokemill_outline_sink *sink = sink_of(data);
  if (sink) sink->cubic(sink->context, ax, ay, bx, by, x, y);
}

static void close_path(hb_draw_funcs_t *f, void *data, hb_draw_state_t *s, void *u) {
  struct outline *outline = data;
  if (outline->left > 0) outline->sink->close(outline->sink->context);
}

static void prepare(void) {
  WATCH;
  characters = lib.hb_unicode_funcs_get_default();
  drawing = lib.hb_draw_funcs_create();
  lib.hb_draw_funcs_set_move_to_func(drawing, move_to, NULL, NULL);
  lib.hb_draw_funcs_set_line_to_func(drawing, line_to, NULL, NULL);
  lib.hb_draw_funcs_set_quadratic_to_func(drawing, quad_to, NULL, NULL);
  lib.hb_draw_funcs_set_cubic_to_func(drawing, cubic_to, NULL, NULL);
  lib.hb_draw_funcs_set_close_path_func(drawing, close_path, NULL, NULL);
  lib.hb_draw_funcs_make_immutable(drawing);
}

void strokemill_face_draw(const strokemill_face *face, uint32_t glyph,
                          const struct strokemill_outline_sink *sink) {
  WATCH;
  struct outline outline = {sink, 100000};
  lib.hb_font_get_glyph_shape(face->font, glyph, drawing, &outline);
}

// Shaping.

struct strokemill_shaper {
  hb_buffer_t *buffer;
  const hb_glyph_info_t *infos;
  const hb_glyph_position_t *positions;
  bool is_upright;
};

strokemill_shaper *strokemill_shaper_new(void) {
  WATCH;
  strokemill_shaper *shaper = calloc(1, sizeof *shaper);
  if (shaper) shaper->buffer = lib.hb_buffer_create();
  return shaper;
}

void strokemill_shaper_free(strokemill_shaper *shaper) {
  lib.hb_buffer_destroy(shaper->buffer);
  free(shaper);
}

size_t strokemill_shape(strokemill_shaper *shaper, const strokemill_face *face,
                        const struct strokemill_text_run *run) {
  WATCH;
  hb_buffer_t *buffer = shaper->buffer;
  lib.hb_buffer_reset(buffer);
  lib.hb_buffer_add_utf32(buffer, run->characters, (int)run->count, 0, (int)run->count);
  lib.hb_buffer_set_direction(buffer, run->is_upright         ? HB_DIRECTION_TTB
                                      : run->is_right_to_left ? HB_DIRECTION_RTL
                                                              : HB_DIRECTION_LTR);
  lib.hb_buffer_set_script(buffer, run->script);
  lib.hb_buffer_set_language(buffer, lib.hb_language_from_string(run->language, -1));
  lib.hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_BOT | HB_BUFFER_FLAG_EOT);
  hb_feature_t features[64];
  unsigned count = 0;
  for (; count < run->feature_count && count < 64; count++) {
    features[count].tag = run->features[count].tag;
    features[count].value = run->features[count].value;
    features[count].start = 0;
    features[count].end = (unsigned)-1;
  }
  lib.hb_shape(face->font, buffer, features, count);
  unsigned glyphs = 0, positions = 0;
  shaper->infos = lib.hb_buffer_get_glyph_infos(buffer, &glyphs);
  shaper->positions = lib.hb_buffer_get_glyph_positions(buffer, &positions);
  shaper->is_upright = run->is_upright;
  return glyphs < positions ? glyphs : positions;
}

struct strokemill_glyph strokemill_shaped_glyph(const strokemill_shaper *shaper, size_t row) {
  struct strokemill_glyph glyph = {
      shaper->infos[row].codepoint, shaper->infos[row].cluster,
      // A hostile font may have the one number that has no opposite.
      shaper->is_upright ? (int)(0u - (unsigned)shaper->positions[row].y_advance)
                         : shaper->positions[row].x_advance,
      shaper->positions[row].x_offset, shaper->positions[row].y_offset};
  return glyph;
}

// Characters.

uint32_t strokemill_script(uint32_t character) {
  return lib.hb_unicode_script(characters, character);
}

bool strokemill_is_mark(uint32_t character) {
  if (character == 0x200C || character == 0x200D) return true;
  uint32_t category = lib.hb_unicode_general_category(characters, character);
  return category == HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK ||
         category == HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK ||
         category == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK;
}

bool strokemill_bidi_levels(const uint32_t *text, size_t count, bool is_right_to_left, int8_t *levels) {
  WATCH;
  FriBidiCharType *types = malloc(count * (sizeof *types + sizeof(FriBidiBracketType)));
  if (!types) return false;
  FriBidiBracketType *brackets = types + count;
  lib.fribidi_get_bidi_types(text, (int)count, types);
  lib.fribidi_get_bracket_types(text, (int)count, types, brackets);
  FriBidiParType direction = is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
  FriBidiLevel highest = lib.fribidi_get_par_embedding_levels_ex(types, brackets, (int)count,
                                                                 &direction, levels);
  free(types);
  return highest > 0;
}
