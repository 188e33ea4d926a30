// What is called of HarfBuzz, fontconfig and FriBidi: X(result, name, parameters). Names and types are
// those of their binary interfaces, which don't change within the versions named where they're
// opened; Tests/CFontLibrariesTests holds them against the headers.

#define HARFBUZZ_CALLS(X)                                                                          \
  X(hb_blob_t *, hb_blob_create_from_file_or_fail, (const char *))                                 \
  X(void, hb_blob_destroy, (hb_blob_t *))                                                          \
  X(unsigned, hb_face_count, (hb_blob_t *))                                                        \
  X(hb_face_t *, hb_face_create, (hb_blob_t *, unsigned))                                          \
  X(void, hb_face_destroy, (hb_face_t *))                                                          \
  X(unsigned, hb_face_get_upem, (const hb_face_t *))                                               \
  X(unsigned, hb_face_get_glyph_count, (const hb_face_t *))                                        \
  X(hb_font_t *, hb_font_create, (hb_face_t *))                                                    \
  X(void, hb_font_make_immutable, (hb_font_t *))                                                   \
  X(void, hb_font_set_variations, (hb_font_t *, const hb_variation_t *, unsigned))                 \
  X(void, hb_font_set_var_named_instance, (hb_font_t *, unsigned))                                 \
  X(hb_bool_t, hb_font_get_h_extents, (hb_font_t *, hb_font_extents_t *))                          \
  X(hb_bool_t, hb_variation_from_string, (const char *, int, hb_variation_t *))                    \
  X(hb_bool_t, hb_ot_metrics_get_position, (hb_font_t *, uint32_t, int32_t *))                     \
  X(unsigned, hb_ot_layout_table_get_feature_tags,                                                 \
    (hb_face_t *, uint32_t, unsigned, unsigned *, uint32_t *))                                     \
  X(hb_draw_funcs_t *, hb_draw_funcs_create, (void))                                               \
  X(void, hb_draw_funcs_make_immutable, (hb_draw_funcs_t *))                                       \
  X(void, hb_draw_funcs_set_move_to_func,                                                          \
    (hb_draw_funcs_t *, hb_draw_move_to_func_t, void *, hb_destroy_func_t))                        \
  X(void, hb_draw_funcs_set_line_to_func,                                                          \
    (hb_draw_funcs_t *, hb_draw_line_to_func_t, void *, hb_destroy_func_t))                        \
  X(void, hb_draw_funcs_set_quadratic_to_func,                                                     \
    (hb_draw_funcs_t *, hb_draw_quadratic_to_func_t, void *, hb_destroy_func_t))                   \
  X(void, hb_draw_funcs_set_cubic_to_func,                                                         \
    (hb_draw_funcs_t *, hb_draw_cubic_to_func_t, void *, hb_destroy_func_t))                       \
  X(void, hb_draw_funcs_set_close_path_func,                                                       \
    (hb_draw_funcs_t *, hb_draw_close_path_func_t, void *, hb_destroy_func_t))                     \
  X(void, hb_font_get_glyph_shape, (hb_font_t *, uint32_t, hb_draw_funcs_t *, void *))             \
  X(hb_buffer_t *, hb_buffer_create, (void))                                                       \
  X(void, hb_buffer_destroy, (hb_buffer_t *))                                                      \
  X(void, hb_buffer_reset, (hb_buffer_t *))                                                        \
  X(void, hb_buffer_add_utf32, (hb_buffer_t *, const uint32_t *, int, unsigned, int))              \
  X(void, hb_buffer_set_direction, (hb_buffer_t *, hb_direction_t))                                \
  X(void, hb_buffer_set_script, (hb_buffer_t *, hb_script_t))                                      \
  X(void, hb_buffer_set_language, (hb_buffer_t *, hb_language_t))                                  \
  X(void, hb_buffer_set_flags, (hb_buffer_t *, hb_buffer_flags_t))                                 \
  X(hb_language_t, hb_language_from_string, (const char *, int))                                   \
  X(void, hb_shape, (hb_font_t *, hb_buffer_t *, const hb_feature_t *, unsigned))                  \
  X(hb_glyph_info_t *, hb_buffer_get_glyph_infos, (hb_buffer_t *, unsigned *))                     \
  X(hb_glyph_position_t *, hb_buffer_get_glyph_positions, (hb_buffer_t *, unsigned *))             \
  X(hb_unicode_funcs_t *, hb_unicode_funcs_get_default, (void))                                    \
  X(hb_script_t, hb_unicode_script, (hb_unicode_funcs_t *, uint32_t))                              \
  X(hb_unicode_general_category_t, hb_unicode_general_category, (hb_unicode_funcs_t *, uint32_t))

#define FONTCONFIG_CALLS(X)                                                                        \
  X(FcConfig *, FcInitLoadConfig, (void))                                                          \
  X(FcConfig *, FcInitLoadConfigAndFonts, (void))                                                  \
  X(void, FcConfigDestroy, (FcConfig *))                                                           \
  X(FcStrList *, FcConfigGetConfigFiles, (FcConfig *))                                             \
  X(FcStrList *, FcConfigGetFontDirs, (FcConfig *))                                                \
  X(FcStrList *, FcConfigGetCacheDirs, (FcConfig *))                                               \
  X(FcChar8 *, FcStrListNext, (FcStrList *))                                                       \
  X(void, FcStrListDone, (FcStrList *))                                                            \
  X(FcBool, FcConfigAppFontAddDir, (FcConfig *, const FcChar8 *))                                  \
  X(FcFontSet *, FcConfigGetFonts, (FcConfig *, FcSetName))                                        \
  X(FcBool, FcConfigSubstitute, (FcConfig *, FcPattern *, FcMatchKind))                            \
  X(void, FcDefaultSubstitute, (FcPattern *))                                                      \
  X(FcFontSet *, FcFontSetCreate, (void))                                                          \
  X(void, FcFontSetDestroy, (FcFontSet *))                                                         \
  X(FcBool, FcFontSetAdd, (FcFontSet *, FcPattern *))                                              \
  X(FcFontSet *, FcFontSetSort,                                                                    \
    (FcConfig *, FcFontSet **, int, FcPattern *, FcBool, FcCharSet **, FcResult *))                \
  X(FcPattern *, FcFontRenderPrepare, (FcConfig *, FcPattern *, FcPattern *))                      \
  X(FcPattern *, FcPatternCreate, (void))                                                          \
  X(void, FcPatternDestroy, (FcPattern *))                                                         \
  X(void, FcPatternReference, (FcPattern *))                                                       \
  X(FcBool, FcPatternAddString, (FcPattern *, const char *, const FcChar8 *))                      \
  X(FcBool, FcPatternAddInteger, (FcPattern *, const char *, int))                                 \
  X(FcBool, FcPatternAddDouble, (FcPattern *, const char *, double))                               \
  X(FcResult, FcPatternGetString, (const FcPattern *, const char *, int, FcChar8 **))              \
  X(FcResult, FcPatternGetInteger, (const FcPattern *, const char *, int, int *))                  \
  X(FcResult, FcPatternGetBool, (const FcPattern *, const char *, int, FcBool *))                  \
  X(FcResult, FcPatternGetMatrix, (const FcPattern *, const char *, int, FcMatrix **))             \
  X(FcResult, FcPatternGetCharSet, (const FcPattern *, const char *, int, FcCharSet **))           \
  X(int, FcStrCmpIgnoreCase, (const FcChar8 *, const FcChar8 *))                                   \
  X(FcBool, FcCharSetHasChar, (const FcCharSet *, FcChar32))                                       \
  X(double, FcWeightFromOpenTypeDouble, (double))

#define FRIBIDI_CALLS(X)                                                                           \
  X(void, fribidi_get_bidi_types, (const FriBidiChar *, FriBidiStrIndex, FriBidiCharType *))       \
  X(void, fribidi_get_bracket_types,                                                               \
    (const FriBidiChar *, FriBidiStrIndex, const FriBidiCharType *, FriBidiBracketType *))         \
  X(FriBidiLevel, fribidi_get_par_embedding_levels_ex,                                             \
    (const FriBidiCharType *, const FriBidiBracketType *, FriBidiStrIndex, FriBidiParType *,       \
     FriBidiLevel *))
