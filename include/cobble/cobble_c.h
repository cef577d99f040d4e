// cobble for C, and for every language that can call C. Recipes are text. They compile to programs,
// which render maps into the caller's memory, compute values and slopes at points, and encode
// picture files. The bytes are the same as those of the C++ library and the command.
//
//   cobble_recipe* recipe = NULL;
//   cobble_program* program = NULL;
//   cobble_error* error = NULL;
//   const char* maps[] = {"height"};
//   float heights[256 * 256];
//   cobble_image image = {.samples = heights, .size = sizeof heights,
//                         .width = 256, .height = 256, .channels = 1};
//   if (cobble_recipe_from_formula("ridged(perlin(4), 6)", &recipe, &error) == COBBLE_OK &&
//       cobble_recipe_set(recipe, "size", "256", &error) == COBBLE_OK &&
//       cobble_program_for_maps(recipe, maps, 1, NULL, &program, &error) == COBBLE_OK)
//     cobble_render(program, &image, 1, NULL, &error);
//   if (error) fprintf(stderr, "%s\n", cobble_error_text(error));
//
// Status and errors. Functions that can fail return COBBLE_OK or another status. Their last
// argument, `error`, may be null. Otherwise *error becomes null on success and, on failure, an
// error with one or more issues, which the caller frees. Every invalid argument is reported,
// including null, wrong sizes and text that is not UTF-8; only memory that is freed, shorter than
// stated or not NUL-terminated goes unnoticed. No C++ exception leaves a function. On failure,
// results are null and memory is unchanged, but an image may be partly written after a stop or if
// memory for threads runs out.
//
// Ownership. A function that takes a pointer to a pointer makes an object. The _free function of
// its type frees it, and ignores null. Objects keep no references to arguments or to each other: a
// program stays valid when its recipe is freed. A returned const char* is NUL-terminated UTF-8 that
// belongs to the object, or that is valid forever if there is no object.
//
// Threads. Only one thread at a time may use a recipe, except in functions that take it as const.
// Any number of threads may share other objects. Free an object only when no other thread uses it.
//
// Versions. Functions and fields are added, never changed or removed: a program compiled with
// COBBLE_ABI_VERSION n works with every library whose cobble_abi_version() is n or more. Structs
// with a struct_size grow at the end. Initialise them with COBBLE_..._INIT, or set struct_size to
// sizeof the struct and unused fields to 0, which always means the default. A library refuses
// fields that it does not know unless they are 0, and sets them to 0 in results. cobble_window and
// cobble_image keep their size.
#ifndef COBBLE_COBBLE_C_H_
#define COBBLE_COBBLE_C_H_

#include <stddef.h>
#include <stdint.h>

#include "cobble/export.h"

#ifdef __cplusplus
extern "C" {
#endif

// NOLINTBEGIN(modernize-use-using, readability-identifier-naming): the names of C

#define COBBLE_ABI_VERSION 2

// The initialisers of structs: all fields are 0, except for struct_size.
#ifdef __cplusplus
#define COBBLE_INIT(type)           \
  [] {                              \
    type init{};                    \
    init.struct_size = sizeof init; \
    return init;                    \
  }()
#else
#define COBBLE_INIT(type) \
  { .struct_size = sizeof(type) }
#endif

// Returns the library's COBBLE_ABI_VERSION. Programs that load it by name compare it with theirs.
COBBLE_EXPORT int32_t cobble_abi_version(void);
// Returns the library's version, for example "0.10.0".
COBBLE_EXPORT const char* cobble_version(void);
// Returns a number that rises when the pixels of any recipe change: kNoiseVersion in version.h.
COBBLE_EXPORT int32_t cobble_noise_version(void);

// --- Errors ---

// Except for COBBLE_OK, the exit statuses of the command-line program.
typedef int32_t cobble_status;
enum {
  COBBLE_OK = 0,
  COBBLE_USAGE = 2,     // an invalid argument, such as a formula or the value of a key that was set
  COBBLE_RECIPE = 3,    // an invalid recipe, or invalid points
  COBBLE_LIMIT = 4,     // a limit on size, cost, memory or threads was exceeded
  COBBLE_IO = 5,        // reading or writing failed
  COBBLE_BUG = 70,      // a bug in cobble
  COBBLE_STOPPED = 75,  // cobble_progress stopped the call
};

typedef struct cobble_error cobble_error;
COBBLE_EXPORT void cobble_error_free(cobble_error* error);

// One problem. Texts are never null, but may be empty; they belong to the error.
typedef struct cobble_issue {
  size_t struct_size;  // set by the caller
  const char* where;   // "marble.json:7:14: /noise/octaves", an argument ("images[0].width"), or ""
  const char* message;  // "must be a whole number from 1 to 32, got 40"
  const char* hint;     // "did you mean \"octaves\"?", or ""
  const char* option;   // if an argument: its name, a field of a struct ("bits") or a parameter
  const char* pointer;  // if a key of a recipe: its JSON pointer, "/noise/octaves"
  const char* formula;  // if in a formula: the formula
  size_t offset;        // and the position in it, in bytes
  // The position in the recipe's text or, for a formula outside JSON text, in the formula. Counts
  // from 1, columns in bytes. 0: unknown.
  int32_t line, column;
  const char* suggestion;  // what to write instead of the given word: "octaves", or ""
} cobble_issue;
#define COBBLE_ISSUE_INIT COBBLE_INIT(cobble_issue)

// Returns the status of the call that made the error; COBBLE_OK for null.
COBBLE_EXPORT cobble_status cobble_error_status(const cobble_error* error);
// Returns the number of issues; 0 for null.
COBBLE_EXPORT size_t cobble_error_count(const cobble_error* error);
// Sets *issue to an issue, in the order of the text, and returns 1. Returns 0 and changes nothing
// if there is no such issue, `issue` is null, or its struct_size is not set.
COBBLE_EXPORT int32_t cobble_error_issue(const cobble_error* error, size_t index,
                                         cobble_issue* issue);
// Returns all issues as text, one per line: "where: message; hint". "" for null.
COBBLE_EXPORT const char* cobble_error_text(const cobble_error* error);

// --- Bytes ---

// A file or a text. A NUL follows the bytes.
typedef struct cobble_bytes cobble_bytes;
COBBLE_EXPORT void cobble_bytes_free(cobble_bytes* bytes);
// Return the bytes and their number; null and 0 for null.
COBBLE_EXPORT const char* cobble_bytes_data(const cobble_bytes* bytes);
COBBLE_EXPORT size_t cobble_bytes_size(const cobble_bytes* bytes);

// --- Descriptions ---

// Describes what recipes are made of as one line of JSON, for programs that edit them. README.md
// beside this file lists the members; more may be added.
COBBLE_EXPORT cobble_status cobble_describe(cobble_bytes** json, cobble_error** error);

// --- Images ---

// Memory of an image: `height` rows from the top, each of `width` pixels of `channels` adjacent
// float32 samples. Units and ranges of maps: see src/render/README.md.
typedef struct cobble_image {
  float* samples;         // the first sample; need not be aligned
  size_t size;            // usable bytes from there on
  int64_t width, height;  // for a map: the window's
  int32_t channels;       // for a map: the map's
  int32_t format;         // 0: float32, the only one
  size_t row_stride;      // bytes from row to row; 0: width * channels * 4. More leaves a gap
} cobble_image;

// --- Recipes ---

// A recipe, which can change until compiled. Functions that take it const report all its errors.
typedef struct cobble_recipe cobble_recipe;
COBBLE_EXPORT void cobble_recipe_free(cobble_recipe* recipe);

// Returns the name of a built-in recipe, in alphabetical order; null past the last one.
COBBLE_EXPORT const char* cobble_preset_name(size_t index);

// Start with a built-in recipe ("marble"); with `size` bytes of JSON, called `name` in messages
// (null: "recipe"); or with a formula ("ridged(perlin(4), 6)") or the name of a noise. JSON may be
// incomplete: defaults are filled in. An unknown preset is reported at once.
COBBLE_EXPORT cobble_status cobble_recipe_from_preset(const char* preset, cobble_recipe** recipe,
                                                      cobble_error** error);
COBBLE_EXPORT cobble_status cobble_recipe_from_json(const char* text, size_t size, const char* name,
                                                    cobble_recipe** recipe, cobble_error** error);
COBBLE_EXPORT cobble_status cobble_recipe_from_formula(const char* formula, cobble_recipe** recipe,
                                                       cobble_error** error);
COBBLE_EXPORT cobble_status cobble_recipe_copy(const cobble_recipe* recipe, cobble_recipe** copy,
                                               cobble_error** error);

// Sets a key, like --set on the command line. `path` is its path from the root ("noise.octaves",
// "noise.by.0.seed"), a JSON pointer ("/noise/octaves"), or the end of a path ("octaves") if it is
// unique. `value` is JSON ("6", "[512, 256]", "true"); anything else is taken as text.
COBBLE_EXPORT cobble_status cobble_recipe_set(cobble_recipe* recipe, const char* path,
                                              const char* value, cobble_error** error);
// Sets a named node, for formulas and refs to use. Replaces a node of that name.
COBBLE_EXPORT cobble_status cobble_recipe_set_formula(cobble_recipe* recipe, const char* name,
                                                      const char* formula, cobble_error** error);

// Adds the functions of a text, a recipe or a library, like --library, for formulas to call.
// Messages call the text `name`.
COBBLE_EXPORT cobble_status cobble_recipe_add_library(cobble_recipe* recipe, const char* name,
                                                      const char* text, cobble_error** error);

// Sets the value of one of the recipe's knobs, like --knob: a number ("0.8") or a colour
// ("#7a5c40").
COBBLE_EXPORT cobble_status cobble_recipe_set_knob(cobble_recipe* recipe, const char* name,
                                                   const char* value, cobble_error** error);
// Lists the knobs as one line of JSON, in the order of the recipe: objects with `name`; `value`, a
// number or "#rrggbb", or [r, g, b] in linear light if it has no such form; `range` and perhaps
// `step` of a number; and `description`.
COBBLE_EXPORT cobble_status cobble_recipe_knobs(const cobble_recipe* recipe, cobble_bytes** json,
                                                cobble_error** error);

// Gives the recipe a copy of an image, which nodes of the type "image" call `name`: 1 to 4 channels
// (grey; grey and alpha; red, green, blue; red, green, blue and alpha), at most 65536 pixels along
// a side and 2^28 samples. Samples that are NaN are holes, which nodes fill; infinite ones are an
// error. `is_srgb`: 1 if colours are sRGB-encoded, unless a node says otherwise; 0: linear light.
// If the noise itself is an image node and nothing sets the size, the picture takes the image's. An
// image that no node names is an error in the recipe.
COBBLE_EXPORT cobble_status cobble_recipe_add_image(cobble_recipe* recipe, const char* name,
                                                    const cobble_image* image, int32_t is_srgb,
                                                    cobble_error** error);

// Lists the names of the images that the recipe's nodes show, added or not, as a JSON list.
COBBLE_EXPORT cobble_status cobble_recipe_images(const cobble_recipe* recipe, cobble_bytes** json,
                                                 cobble_error** error);

// Writes the recipe as JSON: complete, with every default, or brief, as a person would write it.
enum { COBBLE_COMPLETE = 0, COBBLE_BRIEF = 1 };
COBBLE_EXPORT cobble_status cobble_recipe_write(const cobble_recipe* recipe, int32_t form,
                                                cobble_bytes** text, cobble_error** error);

// Lays out a recipe's text of `size` bytes as `cobble format` does: keys in order, nodes as
// formulas where that is readable and changes no seed, comments kept. The recipe may be incomplete
// and does not change. Messages call it `name` (null: "recipe").
COBBLE_EXPORT cobble_status cobble_format(const char* text, size_t size, const char* name,
                                          cobble_bytes** formatted, cobble_error** error);

// Lists a recipe's nodes as one line of JSON: objects with pointer, type, name if any, a readable
// formula, the bounds "low" and "high", and "color": true for a colour. The noise comes first, each
// node before its inputs, and unused nodes last, without bounds. If an image is missing, no node
// has bounds. The recipe must compile, as for cobble_program_for_maps.
COBBLE_EXPORT cobble_status cobble_recipe_outline(const cobble_recipe* recipe, cobble_bytes** json,
                                                  cobble_error** error);

// Lists what is valid in a recipe but probably a mistake, as `cobble check` prints it: keys and
// named nodes without an effect, colours that look like bytes, octaves too fine for the pixels.
// *warnings is for cobble_error_count, _issue and _free; its status is COBBLE_OK. The recipe must
// compile, as above.
COBBLE_EXPORT cobble_status cobble_recipe_warnings(const cobble_recipe* recipe,
                                                   cobble_error** warnings, cobble_error** error);

// --- Editors ---

// Splits a formula, which may be invalid or unfinished, into its parts, as one line of JSON:
// objects with `kind` ("type", "function", "name", "constant", "key", "word", "text", "number",
// "color", "operator", "bracket" or "unknown"), `from` and `to` in bytes and, inside a call, its
// name `call` and the `key` that the argument sets. In: may_be_color, 1 if a colour may stand
// there; names, of the recipe's nodes, and the calls of its functions behind a slash, as in
// "/grime(s, amount=0.5)". A formula of more than 20,000 bytes has no parts.
COBBLE_EXPORT cobble_status cobble_formula_parts(const char* formula, int32_t may_be_color,
                                                 const char* const* names, size_t count,
                                                 cobble_bytes** json, cobble_error** error);
// Lists what may stand at `offset` in a formula, in bytes, as one line of JSON: `from`, where the
// word begins that an option replaces; `is_word`, whether an unquoted value may stand there; and
// `options`, objects with `label`, `kind` ("key", "choice", "node", "constant", "noise",
// "operation", "function", "color" or "operator"), `info`, `rank` (highest first) and, if they
// differ, `detail` and `insert`, a template with fields such as "${1:source}". In: is_asked, 0
// while the user types, 1 to list everything possible.
COBBLE_EXPORT cobble_status cobble_formula_completions(const char* formula, size_t offset,
                                                       int32_t is_asked, int32_t may_be_color,
                                                       const char* const* names, size_t count,
                                                       cobble_bytes** json, cobble_error** error);

// --- Picture files ---

// A picture read from a file of any program. It never changes.
typedef struct cobble_picture cobble_picture;
COBBLE_EXPORT void cobble_picture_free(cobble_picture* picture);

// Decodes a file of `size` bytes in any format that the build reads: PNG, JPEG, EXR, TIFF and so
// on. Messages call it `name` (null: "picture"), whose suffix must not be another format's; the
// name of a raw file ends with its layout, as in "land.raw:513x513:u16le", and any name may declare
// the samples that are missing, as in "dem.tif:nodata=-9999". Limits: see cobble_recipe_add_image.
// A damaged file is an error.
COBBLE_EXPORT cobble_status cobble_picture_read(const char* file, size_t size, const char* name,
                                                cobble_picture** picture, cobble_error** error);
// Sets *image to the pixels, which belong to the picture and must not be changed: grey; grey and
// alpha; red, green, blue; or these and alpha. Unsigned integers of 8 and 16 bits become 0..1,
// others their numbers, and samples that are missing NaN. Sets *is_srgb, which may be null, to the
// argument for cobble_recipe_add_image: 1 for samples of 0..1 that were integers, else 0.
COBBLE_EXPORT cobble_status cobble_picture_get_image(const cobble_picture* picture,
                                                     cobble_image* image, int32_t* is_srgb,
                                                     cobble_error** error);
// Lists the colours that stand for the picture, at most `count`, 2 to 64, from dark to light, as
// one line of JSON: objects with `color` ("#rrggbb"), `share` of the visible pixels, and
// `position`, the share of darker colours and half of its own, for the stops of a ramp. A picture
// without visible pixels has none. As `cobble palette`.
COBBLE_EXPORT cobble_status cobble_picture_palette(const cobble_picture* picture, int32_t count,
                                                   cobble_bytes** json, cobble_error** error);
// Gives the recipe the picture, as cobble_recipe_add_image does with a copy of an image. It is
// shared: adding it to more recipes, or again to a changed one, costs nothing, and it can be freed
// at any time. If the noise itself is an image node that shows an elevation model, such as a
// GeoTIFF, the recipe takes its range and its world from the file where it has none.
COBBLE_EXPORT cobble_status cobble_recipe_add_picture(cobble_recipe* recipe, const char* name,
                                                      const cobble_picture* picture,
                                                      cobble_error** error);
// Returns the recipe in a PNG, EXR or TIFF file or a raw file's sidecar by cobble; null, without an
// error, if there is none. Damage in front of the recipe is an error.
COBBLE_EXPORT cobble_status cobble_recipe_from_picture(const char* file, size_t size,
                                                       const char* name, cobble_recipe** recipe,
                                                       cobble_error** error);

// --- Programs ---

// A recipe compiled for this machine. It never changes, so threads can share it. It keeps memory
// for the next picture of the same size, once for each thread that rendered at the same time;
// cobble_program_trim frees it.
typedef struct cobble_program cobble_program;
COBBLE_EXPORT void cobble_program_free(cobble_program* program);
COBBLE_EXPORT void cobble_program_trim(cobble_program* program);

// Called repeatedly with the fraction done, from 0 to 1, and `user`; from 0 to 1 twice if the range
// "fit" is found first. Calls may come from any thread, but never overlap. Returning anything but 0
// stops the run with COBBLE_STOPPED. A C++ exception ends it with COBBLE_USAGE.
typedef int (*cobble_progress)(double fraction, void* user);

typedef struct cobble_compile_options {
  size_t struct_size;
  // "avx2", "scalar" and so on: `cobble list simd`; null: this machine's fastest. Same bits.
  const char* simd;
  int32_t values_only;  // for points, 1: values without slopes, which is faster
  // Limits of simulations, such as the node drainage's, which run while a recipe is compiled: their
  // evaluations and bytes, beyond which the call fails before it runs them. 0: the defaults in
  // program.h.
  double max_cost;
  uint64_t max_memory;
  int64_t threads;           // maximum; 0: all CPUs of the process; 1: the caller's thread alone
  cobble_progress progress;  // may be null; always called with 0, to ask whether to go on
  void* user;                // for `progress`
} cobble_compile_options;
#define COBBLE_COMPILE_OPTIONS_INIT COBBLE_INIT(cobble_compile_options)

// Compiles a recipe for pictures of `map_count` maps, at least one, which are rendered in one pass:
// built-in ones ("height", "normal", "value"), the recipe's maps and packs ("color"), or "@" and a
// node's name or JSON pointer ("@rock", "@/noise/a"), whose samples are its values; also a channel
// of one ("normal.y", "color.r"), and a single channel inverted ("invert:height"). `options` may be
// null.
COBBLE_EXPORT cobble_status cobble_program_for_maps(const cobble_recipe* recipe,
                                                    const char* const* maps, size_t map_count,
                                                    const cobble_compile_options* options,
                                                    cobble_program** program, cobble_error** error);
// Compiles a recipe for cobble_sample: the value, slopes and any of its maps or nodes or their
// channels, no packs.
COBBLE_EXPORT cobble_status cobble_program_for_points(const cobble_recipe* recipe,
                                                      const char* const* maps, size_t map_count,
                                                      const cobble_compile_options* options,
                                                      cobble_program** program,
                                                      cobble_error** error);

// What is known of a program.
typedef struct cobble_program_info {
  size_t struct_size;     // set by the caller
  int64_t width, height;  // of the recipe's picture, in pixels
  size_t map_count;
  double low, high;    // low <= value of the noise <= high in the picture; 0 without a value
  double evaluations;  // cost of a sample: an evaluation takes up to about a nanosecond
  const char* simd;    // the SIMD level: "avx2"
  // Evaluations for the recipe's whole picture, including pixels around it that maps need and the
  // first pass of the range "fit"; 0 for points. At most about cost / 1e9 seconds on one core.
  double cost;
  double max_cost;  // the default limit of cobble_encode and cobble_program_checksum
} cobble_program_info;
#define COBBLE_PROGRAM_INFO_INIT COBBLE_INIT(cobble_program_info)
COBBLE_EXPORT cobble_status cobble_program_get_info(const cobble_program* program,
                                                    cobble_program_info* info,
                                                    cobble_error** error);
// Returns the name of one of the program's maps, in the order of compilation; null past the last.
COBBLE_EXPORT const char* cobble_program_map_name(const cobble_program* program, size_t index);
// Returns the number of that map's channels: 3 for normals (x, y, z) and colours (linear red,
// green, blue), 2 for "slope", 6 for "bumpslopes", the sum of its parts' for a pack, else 1; 0 if
// there is no such map.
COBBLE_EXPORT int32_t cobble_program_map_channels(const cobble_program* program, size_t index);

// --- Pictures ---

// A rectangle of pixels, y down. It may extend beyond the recipe's picture, {0, 0, width, height}.
typedef struct cobble_window {
  int64_t x, y, width, height;
} cobble_window;

typedef struct cobble_render_options {
  size_t struct_size;
  cobble_window window;      // all 0: the recipe's whole picture
  int32_t threads;           // maximum; 0: all CPUs of the process; 1: the caller's thread alone
  cobble_progress progress;  // may be null
  void* user;                // for `progress`
  // Maximum evaluations over all pixels (cobble_program_info); beyond it, the call fails before it
  // renders. 0: no limit in cobble_render, and the default elsewhere.
  double max_cost;
} cobble_render_options;
#define COBBLE_RENDER_OPTIONS_INIT COBBLE_INIT(cobble_render_options)

// Renders a window of all the program's maps in one pass: images[k] receives map k. Images must be
// as many as maps and should not overlap. `options` may be null.
//
// With one thread and max_cost 0, a program allocates no memory for a window as large as the one
// before. It finds the range "fit" only once. Bits do not depend on windows or threads.
COBBLE_EXPORT cobble_status cobble_render(const cobble_program* program, const cobble_image* images,
                                          size_t image_count, const cobble_render_options* options,
                                          cobble_error** error);

typedef struct cobble_encode_options {
  size_t struct_size;
  const char* format;  // "png", "exr", "r32" and so on: `cobble list formats`; null: "png"
  // Which of the program's maps the file holds; null: all. Only EXR can hold several.
  const char* const* maps;
  size_t map_count;
  int32_t bits;              // per sample; 0: the format's default for the map
  int32_t no_metadata;       // 1: do not record the recipe and these settings in the file
  const char* compression;   // "fast" (null), "small", "none", "zip" or "zips": see encode.h
  const char* primaries;     // of colours in EXR files: "rec709" (null) or "acescg"
  const char* georeference;  // of TIFF: "EPSG:32632,500000,5200000"; null: local coordinates
  // Limits, beyond which the call fails before it renders. 0: the defaults in encode.h.
  int64_t max_pixels;
  double max_cost;      // evaluations over all pixels
  uint64_t max_memory;  // bytes
  const char* terrain;  // metres as colours of a PNG: "mapbox" or "terrarium"; null: not
  double elevation[2];  // metres at heights 0 and 1; both 0: those of the recipe's world
} cobble_encode_options;
#define COBBLE_ENCODE_OPTIONS_INIT COBBLE_INIT(cobble_encode_options)

// Renders a window and encodes it as a file: the bytes that `cobble render` writes. *sidecar
// becomes the JSON text beside a raw file, and null for other formats. `sidecar`, `options` and
// `render` may be null.
COBBLE_EXPORT cobble_status cobble_encode(const cobble_program* program,
                                          const cobble_encode_options* options,
                                          const cobble_render_options* render, cobble_bytes** file,
                                          cobble_bytes** sidecar, cobble_error** error);

// Makes the set of files that an engine imports (`cobble list engines`): the bytes that `cobble
// render --for` writes, with import settings, scripts and the like. In: name, of the set, as in
// "rock". Where the recipe sets no key, the engine's own value applies, such as a size it takes.
// *files becomes one line of JSON, an object with `files`, objects with `name` and `size` in bytes,
// and `notes`, texts such as what to set in the engine; *contents becomes the bytes of all files in
// this order, without gaps. `render` may be null.
COBBLE_EXPORT cobble_status cobble_encode_set(const cobble_recipe* recipe, const char* engine,
                                              const char* name, const cobble_render_options* render,
                                              cobble_bytes** files, cobble_bytes** contents,
                                              cobble_error** error);

// Sets *text to the checksum of one of the program's maps (null: "value") as 16 hex digits, as
// `cobble render --checksum` prints it: the CRC-64 of xz of the float32 samples (little endian, row
// by row, channels interleaved), as in r32 files and from cobble_render. The program must compute
// the map. Memory does not grow with the picture. `render` may be null.
COBBLE_EXPORT cobble_status cobble_program_checksum(const cobble_program* program, const char* map,
                                                    const cobble_render_options* render,
                                                    cobble_bytes** text, cobble_error** error);

// --- Points ---

// Points, and memory for the results: arrays of `count` elements, null where not needed.
typedef struct cobble_points {
  size_t struct_size;
  size_t count;
  // Positions in recipe units: the middle of the picture is (0, 0), x points right, y down, and the
  // picture is one unit wide unless domain.extent says otherwise. Of a sphere (domain.surface),
  // they are directions of any length: x points east, y south and z to the picture's middle.
  const double *x, *y;
  const double* z;      // null: the picture's, domain.slice; a sphere needs it
  float* value;         // of the noise, before the range is applied
  float *dx, *dy, *dz;  // derivatives of the value along x, y and z
  float* const* maps;   // an array for each channel of the program's maps, in their order
  size_t map_channels;  // the number of these arrays; 0: no maps
} cobble_points;
#define COBBLE_POINTS_INIT COBBLE_INIT(cobble_points)

// Computes values and slopes at points, on the caller's thread. Points do not affect each other.
// The program must be compiled for points.
COBBLE_EXPORT cobble_status cobble_sample(const cobble_program* program,
                                          const cobble_points* points, cobble_error** error);

// NOLINTEND(modernize-use-using, readability-identifier-naming)

#ifdef __cplusplus
}
#endif

#endif  // COBBLE_COBBLE_C_H_
