// An example that loads cobble at run time and knows only the names of its functions, as other
// languages do. It needs no cobble header.
//
//   by_name LIBRARY
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The parts of cobble_c.h that it uses.
struct image {
  float* samples;
  size_t size;
  int64_t width, height;
  int32_t channels, format;
  size_t row_stride;
};
struct issue {
  size_t struct_size;
  const char *where, *message, *hint, *option, *pointer, *formula;
  size_t offset;
  int32_t line, column;
};
typedef int32_t abi_version_function(void);
typedef int32_t from_json_function(const char*, size_t, const char*, void**, void**);
typedef int32_t for_maps_function(const void*, const char* const*, size_t, const void*, void**,
                                  void**);
typedef int32_t render_function(const void*, const struct image*, size_t, const void*, void**);
typedef int32_t issue_function(const void*, size_t, struct issue*);
typedef void free_function(void*);

static void* library;

static void* function(const char* name) {
  void* const found = dlsym(library, name);
  if (!found) fprintf(stderr, "%s\n", dlerror());
  return found;
}

// ISO C cannot convert void* to a function pointer.
#define FUNCTION(variable, type, name)       \
  type* variable = NULL;                     \
  {                                          \
    void* const found = function(name);      \
    if (!found) return 1;                    \
    memcpy(&variable, &found, sizeof found); \
  }

int main(int argc, char** argv) {
  library = dlopen(argc > 1 ? argv[1] : "libcobble.so", RTLD_NOW | RTLD_LOCAL);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
  FUNCTION(abi_version, abi_version_function, "cobble_abi_version")
  FUNCTION(from_json, from_json_function, "cobble_recipe_from_json")
  FUNCTION(for_maps, for_maps_function, "cobble_program_for_maps")
  FUNCTION(render, render_function, "cobble_render")
  FUNCTION(error_issue, issue_function, "cobble_error_issue")
  FUNCTION(error_free, free_function, "cobble_error_free")
  FUNCTION(recipe_free, free_function, "cobble_recipe_free")
  FUNCTION(program_free, free_function, "cobble_program_free")
  printf("version %d\n", (int)abi_version());

  const char* text =
      "{\"cobble\": 1, \"size\": [96, 64], \"noise\": \"0.25 + 0*perlin(3)\", \"range\": \"none\"}";
  const char* maps[] = {"height"};
  static float samples[96 * 64];
  const struct image image = {samples, sizeof samples, 96, 64, 1, 0, 0};
  void *recipe = NULL, *program = NULL, *error = NULL;
  if (from_json(text, strlen(text), "hills", &recipe, &error) == 0 &&
      for_maps(recipe, maps, 1, NULL, &program, &error) == 0 &&
      render(program, &image, 1, NULL, &error) == 0)
    printf("%g\n", (double)samples[96 * 64 - 1]);
  program_free(program);
  recipe_free(recipe);
  program = recipe = NULL;

  // An error, as data.
  text = "{\"cobble\": 1,\n \"noise\": {\"type\": \"perlin\", \"octave\": 5}}";
  from_json(text, strlen(text), "faulty", &recipe, &error);
  const int32_t status = for_maps(recipe, maps, 1, NULL, &program, &error);
  struct issue issue = {.struct_size = sizeof issue};
  if (!error_issue(error, 0, &issue)) return 1;
  printf("%d %d:%d %s: %s; %s\n", (int)status, (int)issue.line, (int)issue.column, issue.pointer,
         issue.message, issue.hint);
  error_free(error);
  recipe_free(recipe);
  return dlclose(library);
}
