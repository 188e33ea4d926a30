/*
 * Pins where each field lies. Compiled as C11 and as C++17 by HeaderTests.swift: whoever moves a field breaks
 * every plug-in there is.
 */
#include "strokemill_plugin.h"

#ifdef __cplusplus
#define PIN(condition) static_assert(condition, #condition)
#else
#define PIN(condition) _Static_assert(condition, #condition)
#endif
#define AT(type, field, offset) PIN(offsetof(type, field) == offset)
#define SIZE(type, size) PIN(sizeof(type) == size)

PIN(STROKEMILL_ABI_VERSION == 0);

AT(strokemill_bytes, base, 0);
AT(strokemill_bytes, count, 8);
SIZE(strokemill_bytes, 16);

AT(strokemill_point, x, 0);
AT(strokemill_point, y, 8);
SIZE(strokemill_point, 16);

AT(strokemill_path, first_verb, 0);
AT(strokemill_path, verb_count, 4);
AT(strokemill_path, first_point, 8);
AT(strokemill_path, point_count, 12);
AT(strokemill_path, group, 16);
AT(strokemill_path, style, 20);
AT(strokemill_path, clip, 24);
AT(strokemill_path, attributes, 28);
AT(strokemill_path, key, 32);
AT(strokemill_path, line, 40);
AT(strokemill_path, origin, 44);
SIZE(strokemill_path, 48);

AT(strokemill_clip_path, first_verb, 0);
AT(strokemill_clip_path, verb_count, 4);
AT(strokemill_clip_path, first_point, 8);
AT(strokemill_clip_path, point_count, 12);
AT(strokemill_clip_path, rule, 16);
AT(strokemill_clip_path, clip, 20);
SIZE(strokemill_clip_path, 24);

AT(strokemill_drawing, struct_size, 0);
AT(strokemill_drawing, verbs, 8);
AT(strokemill_drawing, verb_count, 16);
AT(strokemill_drawing, points, 24);
AT(strokemill_drawing, point_count, 32);
AT(strokemill_drawing, widths, 40);
AT(strokemill_drawing, width_count, 48);
AT(strokemill_drawing, paths, 56);
AT(strokemill_drawing, path_count, 64);
AT(strokemill_drawing, clip_paths, 72);
AT(strokemill_drawing, clip_path_count, 80);
AT(strokemill_drawing, tables, 88);
AT(strokemill_drawing, has_widths, 104);
AT(strokemill_drawing, reserved, 108);
SIZE(strokemill_drawing, 112);

AT(strokemill_run, struct_size, 0);
AT(strokemill_run, instance, 8);
AT(strokemill_run, options, 16);
AT(strokemill_run, file, 32);
AT(strokemill_run, drawing, 48);
AT(strokemill_run, mutable_points, 56);
AT(strokemill_run, mutable_widths, 64);
AT(strokemill_run, stage, 72);
AT(strokemill_run, ordinal, 88);
AT(strokemill_run, seed, 96);
AT(strokemill_run, stage_seed, 104);
AT(strokemill_run, limit_input_bytes, 112);
AT(strokemill_run, limit_depth, 120);
AT(strokemill_run, limit_elements, 128);
AT(strokemill_run, limit_points, 136);
AT(strokemill_run, limit_attributes, 144);
AT(strokemill_run, limit_attribute_bytes, 152);
AT(strokemill_run, limit_copies, 160);
AT(strokemill_run, limit_output_bytes, 168);
AT(strokemill_run, limit_growth, 176);
SIZE(strokemill_run, 184);

AT(strokemill_host, struct_size, 0);
AT(strokemill_host, context, 8);
AT(strokemill_host, accept, 16);
AT(strokemill_host, write, 24);
AT(strokemill_host, diagnose, 32);
AT(strokemill_host, problem, 40);
AT(strokemill_host, option_number, 48);
AT(strokemill_host, option_text, 56);
AT(strokemill_host, path_stream, 64);
AT(strokemill_host, random, 72);
AT(strokemill_host, displace, 80);
SIZE(strokemill_host, 88);

AT(strokemill_component, struct_size, 0);
AT(strokemill_component, descriptor, 8);
AT(strokemill_component, context, 24);
AT(strokemill_component, run, 32);
AT(strokemill_component, recognizes, 40);
AT(strokemill_component, configure, 48);
AT(strokemill_component, release, 56);
SIZE(strokemill_component, 64);

AT(strokemill_plugin, struct_size, 0);
AT(strokemill_plugin, abi_version, 8);
AT(strokemill_plugin, component_count, 12);
AT(strokemill_plugin, descriptor, 16);
AT(strokemill_plugin, components, 32);
SIZE(strokemill_plugin, 40);
