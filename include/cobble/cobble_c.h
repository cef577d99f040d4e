// cobble for C, and for every language that can call C: recipes as text are compiled to programs,
// which render maps into memory of the caller, compute values and slopes at points, and encode
// picture files. Pixels and files are the same bytes as those of the C++ library and the program.
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
// argument may be null. If it is not, *error becomes null, or after a failure an error with one or
// more issues, which the caller frees. Whatever is wrong with arguments is such an error: null
// pointers where an object or memory is needed, sizes that do not match, unknown names, texts that
// are not UTF-8. No C++ exception leaves a function. Only pointers to memory that is freed, too
// short for the size given with it, or not NUL-terminated cannot be noticed. Results are set to
// null, and memory is left as it was, if a function fails; after a stop, and if memory for threads
// runs out, an image may be written in part.
//
// Ownership. Objects are made by functions that take a pointer to a pointer, and freed by the
// function of their type that ends with _free, which ignores null. Objects keep nothing of the
// arguments, and do not need each other: a program stays valid when its recipe is freed. A returned
// const char* is NUL-terminated UTF-8 text that belongs to the object; those without an object
// always remain.
//
// Threads. A recipe may be used by one thread at a time, except by functions that take it as const.
// All other objects may be used by any number of threads together. Only freeing an object must wait
// until no other thread uses it.
//
// Versions. Functions and fields are added, but neither changed nor removed: a program that was
// compiled with COBBLE_ABI_VERSION n works with every library whose cobble_abi_version() is n or
// more. Structs with a struct_size grow at the end. Set all fields that you do not use to 0 and
// struct_size to sizeof the struct, as the macros COBBLE_..._INIT do: 0 always means the default.
// Fields that a library does not know yet must be 0; of results, it sets them to 0. cobble_window
// and cobble_image keep their size.
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

// Returns the COBBLE_ABI_VERSION of the library, which a program that loads it by name should
// compare to its own.
COBBLE_EXPORT int32_t cobble_abi_version(void);
// Returns the version of the library, for example "0.10.0".
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
  const char* option;   // of an argument: its name, a field of a struct ("bits") or a parameter
  const char* pointer;  // of a key of a recipe: the JSON pointer to it, "/noise/octaves"
  const char* formula;  // of a formula: its text
  size_t offset;        // where in the formula the problem is, in bytes
  // Where in the text of the recipe, from 1; columns count bytes. In a formula that is not part of
  // a JSON text, where in the formula. 0: unknown.
  int32_t line, column;
  const char* suggestion;  // what to write instead of the word that was given: "octaves", or ""
} cobble_issue;
#define COBBLE_ISSUE_INIT COBBLE_INIT(cobble_issue)

// Returns the status of the call that made the error; COBBLE_OK for null.
COBBLE_EXPORT cobble_status cobble_error_status(const cobble_error* error);
// Returns the number of issues; 0 for null.
COBBLE_EXPORT size_t cobble_error_count(const cobble_error* error);
// Sets *issue to an issue, in the order of the text, and returns 1. Returns 0, and changes nothing,
// if there is no such issue, if `issue` is null or if its struct_size is not set.
COBBLE_EXPORT int32_t cobble_error_issue(const cobble_error* error, size_t index,
                                         cobble_issue* issue);
// Returns all issues as text, one per line: "where: message; hint". "" for null.
COBBLE_EXPORT const char* cobble_error_text(const cobble_error* error);

// --- Bytes ---

// A file or a text. The bytes are followed by a NUL.
typedef struct cobble_bytes cobble_bytes;
COBBLE_EXPORT void cobble_bytes_free(cobble_bytes* bytes);
// Return the bytes and their number; null and 0 for null.
COBBLE_EXPORT const char* cobble_bytes_data(const cobble_bytes* bytes);
COBBLE_EXPORT size_t cobble_bytes_size(const cobble_bytes* bytes);

// --- Descriptions ---

// Describes what recipes are made of, for programs that edit them: presets by group, types of nodes
// with their keys, the keys outside nodes, maps, formats, functions and operators of formulas, and
// names of colours, as one line of JSON. The members are listed in README.md beside this file; more
// may be added.
COBBLE_EXPORT cobble_status cobble_describe(cobble_bytes** json, cobble_error** error);

// --- Images ---

// Memory of an image: `height` rows of `width` pixels from the top, each of `channels` samples of 4
// bytes (float32), next to each other. Units and ranges of maps: see src/render/README.md.
typedef struct cobble_image {
  float* samples;         // the first sample; need not be aligned
  size_t size;            // bytes that may be used from there on
  int64_t width, height;  // of maps: those of the window
  int32_t channels;       // of maps: those of the map
  int32_t format;         // 0: float32, the only one
  size_t row_stride;      // bytes from row to row; 0: width * channels * 4. More leaves a gap
} cobble_image;

// --- Recipes ---

// A recipe that may be changed until it is compiled. Errors in it are collected, and reported
// together by the functions that take a const recipe.
typedef struct cobble_recipe cobble_recipe;
COBBLE_EXPORT void cobble_recipe_free(cobble_recipe* recipe);

// Returns the name of a built-in recipe, in alphabetical order; null from the last one on.
COBBLE_EXPORT const char* cobble_preset_name(size_t index);

// Start with a built-in recipe, "marble"; with a recipe as JSON text of `size` bytes, which `name`
// denotes in messages (null: "recipe"); or with a formula, "ridged(perlin(4), 6)", the name of a
// noise included. A JSON text need not be complete: defaults are filled in. An unknown preset is
// reported at once.
COBBLE_EXPORT cobble_status cobble_recipe_from_preset(const char* preset, cobble_recipe** recipe,
                                                      cobble_error** error);
COBBLE_EXPORT cobble_status cobble_recipe_from_json(const char* text, size_t size, const char* name,
                                                    cobble_recipe** recipe, cobble_error** error);
COBBLE_EXPORT cobble_status cobble_recipe_from_formula(const char* formula, cobble_recipe** recipe,
                                                       cobble_error** error);
COBBLE_EXPORT cobble_status cobble_recipe_copy(const cobble_recipe* recipe, cobble_recipe** copy,
                                               cobble_error** error);

// Sets a key, like --set of the program. `path` is its path from the root ("noise.octaves",
// "noise.by.0.seed"), a JSON pointer ("/noise/octaves"), or the end of a path ("octaves") if that
// is unique; `value` is JSON ("6", "[512, 256]", "true"), and anything that is not JSON is a text.
COBBLE_EXPORT cobble_status cobble_recipe_set(cobble_recipe* recipe, const char* path,
                                              const char* value, cobble_error** error);
// Gives a name to a node, which formulas and refs then use. Replaces the node of that name.
COBBLE_EXPORT cobble_status cobble_recipe_set_formula(cobble_recipe* recipe, const char* name,
                                                      const char* formula, cobble_error** error);

// Gives the recipe a copy of an image, which nodes of the type "image" call `name`: 1 to 4 channels
// (grey; grey and alpha; red, green, blue; red, green, blue and alpha), finite samples, at most
// 65536 pixels along a side and 2^28 samples. `is_srgb`: 1 if colours are encoded by the sRGB
// curve, unless a node says otherwise; 0: linear light. If the noise itself is an image node and
// nothing sets the size, the picture has that of the image. An image that no node names is an error
// of the recipe.
COBBLE_EXPORT cobble_status cobble_recipe_add_image(cobble_recipe* recipe, const char* name,
                                                    const cobble_image* image, int32_t is_srgb,
                                                    cobble_error** error);

// Lists the images that nodes of the recipe show, added or not, as a JSON list of their names.
COBBLE_EXPORT cobble_status cobble_recipe_images(const cobble_recipe* recipe, cobble_bytes** json,
                                                 cobble_error** error);

// Writes the recipe as JSON: complete, with every default, or brief, as a person would write it.
enum { COBBLE_COMPLETE = 0, COBBLE_BRIEF = 1 };
COBBLE_EXPORT cobble_status cobble_recipe_write(const cobble_recipe* recipe, int32_t form,
                                                cobble_bytes** text, cobble_error** error);

// Returns the text of a recipe of `size` bytes, which need not be complete, as `cobble format` lays
// it out: keys in order, nodes as formulas where those are readable and change no seed, and
// comments in their places. The recipe is the same. `name` denotes the text in messages (null:
// "recipe").
COBBLE_EXPORT cobble_status cobble_format(const char* text, size_t size, const char* name,
                                          cobble_bytes** formatted, cobble_error** error);

// Lists the nodes of a recipe as one line of JSON: objects with the JSON pointer, the type, the
// name of a named node, a formula for people to read, the bounds of the value ("low", "high"), and
// "color": true if the result is a colour. Each node stands before its inputs; the noise is first,
// and nodes that nothing uses are last, without bounds. Without one of the recipe's images, no node
// has bounds. The recipe must compile, as for cobble_program_for_maps.
COBBLE_EXPORT cobble_status cobble_recipe_outline(const cobble_recipe* recipe, cobble_bytes** json,
                                                  cobble_error** error);

// Lists what is hardly meant in a valid recipe, as `cobble check` prints it: keys and named nodes
// without an effect, colours that look like bytes, octaves too fine for the pixels. *warnings is to
// be read by cobble_error_count and cobble_error_issue and to be freed by cobble_error_free; its
// status is COBBLE_OK. The recipe must compile, as for cobble_recipe_outline.
COBBLE_EXPORT cobble_status cobble_recipe_warnings(const cobble_recipe* recipe,
                                                   cobble_error** warnings, cobble_error** error);

// --- Editors ---

// Splits a formula, which may be invalid or end anywhere, into its parts, as one line of JSON:
// objects with `kind` ("type", "function", "name", "constant", "key", "word", "text", "number",
// "color", "operator", "bracket" or "unknown"), `from` and `to`, in bytes, and, inside of a call,
// `call`, its name, and `key`, which the argument sets. In: may_be_color, 1 if a colour may stand
// there; names, of the nodes of the recipe. A formula of more than 20,000 bytes has no parts.
COBBLE_EXPORT cobble_status cobble_formula_parts(const char* formula, int32_t may_be_color,
                                                 const char* const* names, size_t count,
                                                 cobble_bytes** json, cobble_error** error);
// Lists what may stand at `offset` in a formula, in bytes, as one line of JSON: `from`, where the
// word begins that an option replaces; `is_word`, whether a value without quotes may stand there;
// and `options`, objects with `label`, `kind` ("key", "choice", "node", "constant", "noise",
// "operation", "function", "color" or "operator"), `info`, `rank`, the highest of which come first,
// and, if they differ, `detail` and `insert`, a template with fields such as "${1:source}". In:
// is_asked, 0 while somebody types, 1 if everything possible is wanted.
COBBLE_EXPORT cobble_status cobble_formula_completions(const char* formula, size_t offset,
                                                       int32_t is_asked, int32_t may_be_color,
                                                       const char* const* names, size_t count,
                                                       cobble_bytes** json, cobble_error** error);

// --- Picture files ---

// A picture that was read from a file of another program, or of cobble. It never changes.
typedef struct cobble_picture cobble_picture;
COBBLE_EXPORT void cobble_picture_free(cobble_picture* picture);

// Decodes a file of `size` bytes: PNG, JPEG, EXR, TIFF and so on, as far as the build has them.
// `name` denotes it in messages (null: "picture"), and its suffix must not be that of another
// format. The limits are those of cobble_recipe_add_image. Damaged files are errors.
COBBLE_EXPORT cobble_status cobble_picture_read(const char* file, size_t size, const char* name,
                                                cobble_picture** picture, cobble_error** error);
// Sets *image to the pixels, which belong to the picture and must not be changed: grey; grey and
// alpha; red, green, blue; or these and alpha. Integers are 0..1. Sets *is_srgb, which may be null,
// to what cobble_recipe_add_image should be called with: 1 for integers, 0 for floats.
COBBLE_EXPORT cobble_status cobble_picture_get_image(const cobble_picture* picture,
                                                     cobble_image* image, int32_t* is_srgb,
                                                     cobble_error** error);
// Returns the recipe that cobble recorded in a PNG, an EXR, a TIFF or the sidecar of a raw file, as
// cobble_recipe_from_json would; null, without an error, if the file carries none. A picture that
// is damaged before its recipe is an error.
COBBLE_EXPORT cobble_status cobble_recipe_from_picture(const char* file, size_t size,
                                                       const char* name, cobble_recipe** recipe,
                                                       cobble_error** error);

// --- Programs ---

// A recipe compiled for this machine. It never changes, so threads can share it. It keeps the
// memory in which it rendered last for its next picture of the same size, once for each thread that
// rendered at the same time; cobble_program_trim frees that memory.
typedef struct cobble_program cobble_program;
COBBLE_EXPORT void cobble_program_free(cobble_program* program);
COBBLE_EXPORT void cobble_program_trim(cobble_program* program);

typedef struct cobble_compile_options {
  size_t struct_size;
  // "avx2", "scalar" and so on: `cobble list simd`; null: the fastest level of this machine. The
  // results are the same bits.
  const char* simd;
  int32_t values_only;  // 1: of points, values without slopes, which is faster
} cobble_compile_options;
#define COBBLE_COMPILE_OPTIONS_INIT COBBLE_INIT(cobble_compile_options)

// Compiles a recipe for pictures of `map_count` maps, at least one: built-in ones ("height",
// "normal", "value"), maps and packs of the recipe ("color"), or "@" and the name of a node or a
// JSON pointer to one ("@rock", "@/noise/a"). They are rendered in one pass, and the program
// computes no others. `options` may be null.
COBBLE_EXPORT cobble_status cobble_program_for_maps(const cobble_recipe* recipe,
                                                    const char* const* maps, size_t map_count,
                                                    const cobble_compile_options* options,
                                                    cobble_program** program, cobble_error** error);
// Compiles a recipe for cobble_sample: the value, its slopes and the given maps, often none, each
// a map of the recipe or a node of it.
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
  // Evaluations of all pixels of the recipe's picture, with those around it that its maps need, and
  // its first pass if the range is "fit"; 0 for points. A whole picture takes up to about cost /
  // 1e9 seconds on one core.
  double cost;
  double max_cost;  // the limit of cobble_encode and cobble_program_checksum unless options set it
} cobble_program_info;
#define COBBLE_PROGRAM_INFO_INIT COBBLE_INIT(cobble_program_info)
COBBLE_EXPORT cobble_status cobble_program_get_info(const cobble_program* program,
                                                    cobble_program_info* info,
                                                    cobble_error** error);
// Returns the name of a map of the program, in the order of compilation; null if there is none.
COBBLE_EXPORT const char* cobble_program_map_name(const cobble_program* program, size_t index);
// Returns the channels of that map: 3 for normals (x, y, z) and for colours (red, green, blue,
// linear), 2 for "slope", those of its parts for a pack, else 1; 0 if there is no such map.
COBBLE_EXPORT int32_t cobble_program_map_channels(const cobble_program* program, size_t index);

// --- Pictures ---

// A rectangle of pixels. The recipe's picture is {0, 0, width, height}, and y points down. Windows
// may extend beyond it.
typedef struct cobble_window {
  int64_t x, y, width, height;
} cobble_window;

// Called repeatedly with the fraction done, from 0 to 1, and `user`; from 0 to 1 twice if a range
// "fit" is looked for first. Calls never overlap, but may come from any thread. A result other than
// 0 stops the call, which returns COBBLE_STOPPED. An exception of C++ ends it with COBBLE_USAGE.
typedef int (*cobble_progress)(double fraction, void* user);

typedef struct cobble_render_options {
  size_t struct_size;
  cobble_window window;      // with a width and height of 0: the recipe's whole picture
  int32_t threads;           // maximum; 0: all CPUs of the process. 1: the caller's thread alone
  cobble_progress progress;  // may be null
  void* user;                // for `progress`
  // Evaluations over all pixels, as in cobble_program_info, beyond which the call fails before it
  // renders. 0: no limit for cobble_render; the default for calls that have one.
  double max_cost;
} cobble_render_options;
#define COBBLE_RENDER_OPTIONS_INIT COBBLE_INIT(cobble_render_options)

// Renders a window of all maps of the program in one pass: images[k] receives map k. There are as
// many images as maps, and they should not overlap. `options` may be null.
//
// With one thread, a program allocates no memory from its second window on, if that is as large as
// the first, and max_cost is 0. The range "fit" is looked for once in a program. Bits do not depend
// on windows or threads.
COBBLE_EXPORT cobble_status cobble_render(const cobble_program* program, const cobble_image* images,
                                          size_t image_count, const cobble_render_options* options,
                                          cobble_error** error);

typedef struct cobble_encode_options {
  size_t struct_size;
  const char* format;  // "png", "exr", "r32" and so on: `cobble list formats`; null: "png"
  // Of the program's maps, those that the file holds; null: all. Only EXR can hold several.
  const char* const* maps;
  size_t map_count;
  int32_t bits;              // per sample; 0: the format's default for the map
  int32_t no_metadata;       // 1: do not record the recipe and these settings in the file
  const char* compression;   // null: "fast". "small", "none", "zip", "zips": see encode.h
  const char* primaries;     // of colours in EXR files; null: "rec709". "acescg"
  const char* georeference;  // of TIFF: "EPSG:32632,500000,5200000"; null: local coordinates
  // Limits, beyond which the call fails before it renders; 0: the defaults, see encode.h.
  int64_t max_pixels;
  double max_cost;      // evaluations over all pixels
  uint64_t max_memory;  // bytes
} cobble_encode_options;
#define COBBLE_ENCODE_OPTIONS_INIT COBBLE_INIT(cobble_encode_options)

// Renders a window and encodes it as a file: the bytes that `cobble render` writes. Raw formats
// have a second file of JSON text, which goes into *sidecar: null for other formats. `sidecar`,
// `options` and `render` may be null.
COBBLE_EXPORT cobble_status cobble_encode(const cobble_program* program,
                                          const cobble_encode_options* options,
                                          const cobble_render_options* render, cobble_bytes** file,
                                          cobble_bytes** sidecar, cobble_error** error);

// Sets *text to the checksum of a map of the program, 16 hex digits; null: of "value". That is the
// one that `cobble render --checksum` prints: the CRC-64 of xz of the samples as float32 (little
// endian, row by row, channels interleaved), as the formats r32 and cobble_render have them. The
// program must compute the map. Memory does not grow with the picture. `render` may be null.
COBBLE_EXPORT cobble_status cobble_program_checksum(const cobble_program* program, const char* map,
                                                    const cobble_render_options* render,
                                                    cobble_bytes** text, cobble_error** error);

// --- Points ---

// Points, and memory for what is computed there: arrays of `count` elements. Null for results that
// are not needed.
typedef struct cobble_points {
  size_t struct_size;
  size_t count;
  // Positions in recipe units: the middle of the picture is (0, 0), x points right, y down, and the
  // picture is one unit wide unless the recipe says otherwise (domain.extent).
  const double *x, *y;
  const double* z;      // null: everywhere that of the picture, domain.slice
  float* value;         // of the noise, before the range is applied
  float *dx, *dy, *dz;  // derivatives of the value along x, y and z
  float* const* maps;   // an array for each channel of the program's maps, in their order
  size_t map_channels;  // the number of these arrays; 0: no maps
} cobble_points;
#define COBBLE_POINTS_INIT COBBLE_INIT(cobble_points)

// Computes values and slopes at points, on the caller's thread. The result at a point does not
// depend on the others. The program must be compiled for points.
COBBLE_EXPORT cobble_status cobble_sample(const cobble_program* program,
                                          const cobble_points* points, cobble_error** error);

// NOLINTEND(modernize-use-using, readability-identifier-naming)

#ifdef __cplusplus
}
#endif

#endif  // COBBLE_COBBLE_C_H_
