#ifndef STROKEMILL_FONT_LIBRARIES_H
#define STROKEMILL_FONT_LIBRARIES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

// HarfBuzz, fontconfig and FriBidi, opened when the first text is met: what has no text starts as
// fast as without them, and the tool runs where they aren't there. So nothing of them is linked; what
// is called is declared in font_library_calls.h and held against their own headers by a test.
//
// HarfBuzz reads glyphs from TrueType and CFF fonts itself, with every offset checked.

/// Opens the libraries, once. Returns null, or the name of the file that can't be opened or is too
/// old.
const char *strokemill_fonts_open(void);

/// Whether what this thread had of the functions below since this was last asked may be wrong, as an allocation failed: then,
/// or earlier in this process.
bool strokemill_fonts_lacked_memory(void);

/// Whether no text can be set in this process any more.
bool strokemill_fonts_lack_memory(void);

/// The files and folders that fontconfig reads: its configuration, the fonts, its caches. Each name ends with a
/// zero; `size` counts all bytes. To be freed; null when there are none. The libraries must be open.
char *strokemill_fonts_places(size_t *size);

// Fonts that are installed.

/// The fonts of the system and of some folders.
typedef struct strokemill_fonts strokemill_fonts;
/// Fonts in the order in which they are asked for a character.
typedef struct strokemill_font_list strokemill_font_list;

/// Reads the system's configuration and its caches, and the fonts in folders. Null without memory.
/// `unreadable` is set to the first folder that couldn't be read, or -1.
strokemill_fonts *strokemill_fonts_new(const char *const *folders, size_t count, long *unreadable);
void strokemill_fonts_free(strokemill_fonts *fonts);

/// What font is wanted.
struct strokemill_font_request {
  const char *const *families;
  size_t family_count;
  /// CSS's: 1 to 1000.
  double weight;
  /// 0 upright, 1 italic, 2 oblique.
  int slant;
  /// Percent of the normal width.
  double width;
  /// A language tag, such as `en`.
  const char *language;
};

/// Orders the outline fonts by how well they fit, those left out that add no character. Not to be called
/// by two threads at once.
strokemill_font_list *strokemill_fonts_sort(strokemill_fonts *fonts,
                                            const struct strokemill_font_request *request);
void strokemill_font_list_free(strokemill_font_list *list);
size_t strokemill_font_list_count(const strokemill_font_list *list);
/// Whether a font has a character.
bool strokemill_font_list_covers(const strokemill_font_list *list, size_t row, uint32_t character);

/// Whether a font belongs to a family, whatever the case of letters.
bool strokemill_font_list_has_family(const strokemill_font_list *list, size_t row,
                                     const char *family);

/// What is known of a font in a list; the texts live as long as the list does.
struct strokemill_font_facts {
  const char *family;
  const char *file;
  /// The face in the file, and a named instance from bit 16 on.
  int index;
  /// Axes of a variable font, such as `wght=700`; or null.
  const char *variations;
  /// Whether its glyphs are pictures in colours.
  bool is_colored;
  /// Whether it has to be made bold.
  bool lacks_weight;
  /// By how much x grows with y, where a slant has to be made.
  double skew;
};
/// Tells what is known of a font for what was asked; false without memory.
bool strokemill_font_list_facts(const strokemill_font_list *list, size_t row,
                                struct strokemill_font_facts *facts);

// Faces.

/// A font, ready to shape and to draw; may be used by several threads at once.
typedef struct strokemill_face strokemill_face;

/// What a font measures, in its units, y upward.
struct strokemill_face_metrics {
  unsigned units_per_em;
  int ascender, descender;
  int x_height;
  int underline_offset, underline_size;
  int strikeout_offset, strikeout_size;
  bool has_small_capitals;
};

/// Opens a font; null when it can't be read or is larger than 256 MB. Fonts stay open.
strokemill_face *strokemill_face_open(const char *file, int index, const char *variations);
void strokemill_face_metrics(const strokemill_face *face, struct strokemill_face_metrics *metrics);

/// What receives an outline, in the font's units, y upward.
struct strokemill_outline_sink {
  void *context;
  void (*move)(void *context, double x, double y);
  void (*line)(void *context, double x, double y);
  void (*quad)(void *context, double cx, double cy, double x, double y);
  void (*cubic)(void *context, double ax, double ay, double bx, double by, double x, double y);
  void (*close)(void *context);
};
/// Writes a glyph's outline. A glyph with more than 100,000 segments ends there.
void strokemill_face_draw(const strokemill_face *face, uint32_t glyph,
                          const struct strokemill_outline_sink *sink);

// Shaping.

/// A glyph where shaping puts it, in the font's units, y upward.
struct strokemill_glyph {
  uint32_t glyph;
  /// The first character that it stands for.
  uint32_t cluster;
  int advance, x_offset, y_offset;
};
/// A feature that is turned on or off.
struct strokemill_feature {
  uint32_t tag, value;
};
/// A text of one font, one direction and one script.
struct strokemill_text_run {
  const uint32_t *characters;
  size_t count;
  bool is_right_to_left;
  /// Whether letters stand below each other; advances then go down.
  bool is_upright;
  /// ISO 15924, as four bytes.
  uint32_t script;
  const char *language;
  const struct strokemill_feature *features;
  size_t feature_count;
};
/// A buffer for shaping; one a thread.
typedef struct strokemill_shaper strokemill_shaper;
strokemill_shaper *strokemill_shaper_new(void);
void strokemill_shaper_free(strokemill_shaper *shaper);
/// Shapes a run. Returns how many glyphs there are, in the order in which they stand from left to right.
size_t strokemill_shape(strokemill_shaper *shaper, const strokemill_face *face,
                        const struct strokemill_text_run *run);
struct strokemill_glyph strokemill_shaped_glyph(const strokemill_shaper *shaper, size_t row);

// Characters.

/// The script of a character, as four bytes of ISO 15924: `Zyyy` common, `Zinh` inherited.
uint32_t strokemill_script(uint32_t character);
/// Whether a character goes with the one before it: a mark, a joiner, a variation selector.
bool strokemill_is_mark(uint32_t character);
/// Finds the level of each character by the bidirectional algorithm of Unicode (UAX #9); odd ones run from
/// right to left. False without memory.
bool strokemill_bidi_levels(const uint32_t *characters, size_t count, bool is_right_to_left,
                            int8_t *levels);

#ifdef __cplusplus
}
#endif
#endif
