// An example in C, as a game would use cobble: makes tiles of a landscape at run time, one after
// the other, in memory that it keeps. Prints the time per tile.
//
//   tile [TILES [FORMULA [MAP [SIMD]]]]
#define _POSIX_C_SOURCE 199309L  // clock_gettime

#include <cobble/cobble_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kSide = 256, kMaxChannels = 6 };

static float samples[kSide * kSide * kMaxChannels];

// Prints and frees an error. Returns its exit status.
static int fail(cobble_error* error) {
  const int status = (int)cobble_error_status(error);
  for (size_t k = 0; k < cobble_error_count(error); ++k) {
    cobble_issue issue = COBBLE_ISSUE_INIT;
    cobble_error_issue(error, k, &issue);
    fprintf(stderr, "%s%s%s", issue.where, issue.where[0] ? ": " : "", issue.message);
    fprintf(stderr, "%s%s\n", issue.hint[0] ? "; " : "", issue.hint);
  }
  cobble_error_free(error);
  return status;
}

// Compiles the landscape. Returns null after an error.
static cobble_program* new_landscape(const char* formula, const char* map, const char* simd,
                                     cobble_error** error) {
  cobble_compile_options options = COBBLE_COMPILE_OPTIONS_INIT;
  options.simd = simd;
  cobble_recipe* recipe = NULL;
  cobble_program* program = NULL;
  if (cobble_recipe_from_formula(formula, &recipe, error) == COBBLE_OK &&
      cobble_recipe_set(recipe, "size", "256", error) == COBBLE_OK &&
      cobble_recipe_set(recipe, "seed", "7", error) == COBBLE_OK)
    cobble_program_for_maps(recipe, &map, 1, &options, &program, error);
  cobble_recipe_free(recipe);
  return program;
}

// Renders the tile in column x and row y of the endless landscape.
static cobble_status make_tile(const cobble_program* program, int64_t x, int64_t y,
                               cobble_error** error) {
  const cobble_image image = {.samples = samples,
                              .size = sizeof samples,
                              .width = kSide,
                              .height = kSide,
                              .channels = cobble_program_map_channels(program, 0)};
  cobble_render_options options = COBBLE_RENDER_OPTIONS_INIT;
  options.window = (cobble_window){x * kSide, y * kSide, kSide, kSide};
  options.threads = 1;  // the game has its own threads
  return cobble_render(program, &image, 1, &options, error);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

int main(int argc, char** argv) {
  const int tiles = argc > 1 ? atoi(argv[1]) : 20;
  const char* formula = argc > 2 ? argv[2] : "ridged(perlin(4), 6)";
  const char* map = argc > 3 ? argv[3] : "height";
  const char* simd = argc > 4 ? argv[4] : NULL;  // the fastest
  if (cobble_abi_version() < COBBLE_ABI_VERSION) {
    fprintf(stderr, "the library is older than this program\n");
    return 1;
  }
  cobble_error* error = NULL;
  cobble_program* landscape = new_landscape(formula, map, simd, &error);
  double best = 1e9;
  for (int k = 0; k < tiles && !error; ++k) {
    const double start = now();
    make_tile(landscape, k % 5, k / 5, &error);
    const double time = now() - start;
    if (time < best) best = time;
  }
  cobble_program_free(landscape);
  if (error) return fail(error);
  printf("%d x %d: %.3f ms\n", kSide, kSide, best);
  return 0;
}
