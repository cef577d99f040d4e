// Calls the C interface with any recipe and any arguments. Invalid ones must be errors as data.
// Only memory that a call may write to may change, even if the call fails.
//
// The bytes are a recipe, or a formula if they do not start with "{", then a NUL and the choices of
// what to call and how.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "cobble/cobble_c.h"
#include "cobble/recipe_io.h"
#include "core/json/tree.h"
#include "fuzz/c_calls.h"
#include "fuzz/c_picture.h"
#include "fuzz/fuzzer.h"
#include "fuzz/work.h"
#include "support/random/recipe.h"
#include "unit/c/handles.h"

namespace cobble::test {
namespace {

constexpr int64_t kMaxWorkOfCalls = 32;
constexpr int64_t kMaxSide = 12;  // of pictures and windows

const char* AnyMap(Random& random) {
  if (random.Chance(0.1))
    return random.OneOf<const char*>({"color", "@a", "@rock", "@/noise", "@/noise/source", "@/x/0",
                                      "hight", "", nullptr, "\xff"});
  return random.OneOf(
      {"height", "height", "value", "normal", "slope", "curvature", "ao", "lit", "curvature"});
}

// Returns mostly the first choice, the default.
template <typename T>
T Mostly(Random& random, std::initializer_list<T> choices) {
  return random.Chance(0.9) ? *choices.begin() : random.OneOf(choices);
}

// The calls of cobble_progress.
struct Progress {
  int calls = 0, stop_at = 0;  // stop_at: a call, from 1; 0: never
  bool throws = false;         // then, instead of stopping
  bool is_beyond = false;      // a fraction is beyond 0..1
};

int Report(double fraction, void* user) {
  auto& progress = *static_cast<Progress*>(user);
  if (!(fraction >= 0 && fraction <= 1)) progress.is_beyond = true;
  if (++progress.calls != progress.stop_at) return 0;
  if (progress.throws) throw std::runtime_error("a callback");
  return 1;
}

class CTrial {
 public:
  explicit CTrial(Random& random) : random_(random) {}

  void Run(std::string_view text);

 private:
  bool MakeRecipe(std::string_view text);
  void AddImage();
  bool IsCheap();
  void DescribeAny(std::string_view text);
  void ReadPicture(std::string file);
  std::size_t Place(std::size_t size) {
    return static_cast<std::size_t>(random_.Integer(0, static_cast<int64_t>(size) - 1));
  }
  ProgramHandle Compile(auto* function, int64_t min_maps);
  void RenderAny(const cobble_program* program);
  void EncodeAny(const cobble_program* program);
  void SampleAny(const cobble_program* program);
  cobble_window AnyWindow();
  const cobble_render_options* AnyOptions(Grown<cobble_render_options>* options);

  Random& random_;
  RecipeHandle recipe_;
  Progress progress_;
};

// Adds an image, mostly one that the corpus's recipes show.
void CTrial::AddImage() {
  const int32_t channels = static_cast<int32_t>(random_.Integer(1, 4));
  Picture picture({0, 0, random_.Integer(1, kMaxSide), random_.Integer(1, kMaxSide)}, channels,
                  random_.OneOf<std::size_t>({0, 0, 3, 20}), random_.OneOf<std::size_t>({0, 0, 1}));
  picture.Fill(random_);
  if (random_.Chance(kSpoilt)) picture.Spoil(random_);
  const char* const name = Mostly<const char*>(random_, {"scan", "rock", "", "a b", "\xff"});
  const int32_t is_srgb = Mostly(random_, {random_.Chance(0.5) ? 1 : 0, 2, -1});
  Try(random_, [&](auto** error) {
    return cobble_recipe_add_image(MaybeNull(random_, recipe_.get()), MaybeNull(random_, name),
                                   MaybeNull(random_, &picture.image), is_srgb, error);
  });
}

bool CTrial::MakeRecipe(std::string_view text) {
  const std::string copy(text);
  recipe_.reset(Made<cobble_recipe>(random_, [&](auto** made, auto** error) {
    if (copy.starts_with('{'))
      return cobble_recipe_from_json(MaybeNull(random_, copy.data()), copy.size(),
                                     MaybeNull(random_, "any"), made, error);
    if (random_.Chance(kSpoilt)) return cobble_recipe_from_preset(copy.c_str(), made, error);
    return cobble_recipe_from_formula(MaybeNull(random_, copy.c_str()), made, error);
  }));
  if (!recipe_) return false;
  if (random_.Chance(0.2))
    Try(random_, [&](auto** error) {
      return cobble_recipe_set(
          MaybeNull(random_, recipe_.get()),
          random_.OneOf({"octaves", "noise.octaves", "/noise/seed", "tiling", "range", "flip",
                         "samples", "domain.extent", "", "nodes.a", "\xff"}),
          random_.OneOf({"3", "true", "fit", "[2, 0.5]", "-1", "{", "1e999", "", "\xff", "perlin"}),
          error);
    });
  if (random_.Chance(0.2))
    Try(random_, [&](auto** error) {
      return cobble_recipe_set_formula(recipe_.get(), random_.OneOf({"a", "rock", "x-a", "1", ""}),
                                       random_.OneOf({"perlin(4)", "a", "2", "", "(", "\xff"}),
                                       error);
    });
  if (random_.Chance(0.2))
    Try(random_, [&](auto** error) {
      return cobble_recipe_add_library(
          recipe_.get(), random_.OneOf({"lib", "", "\xff"}),
          random_.OneOf(
              {R"j({"cobble": 1, "functions": {"a": {"parameters": "s", "value": "s"}}})j",
               R"j({"cobble": 1, "functions": {"a": 1, "b": {"value": "b()"}}})j",
               R"j({"cobble": 1})j", "", "{", "\xff"}),
          error);
    });
  while (random_.Chance(0.3)) AddImage();
  const std::string size = "[" + std::to_string(random_.Integer(1, kMaxSide)) + ", " +
                           std::to_string(random_.Integer(1, kMaxSide)) + "]";
  return Try(random_, [&](auto** error) {
           return cobble_recipe_set(recipe_.get(), "size", size.c_str(), error);
         }) == COBBLE_OK;
}

// Returns whether the recipe is valid and cheap enough to render. Checks that it reads back.
bool CTrial::IsCheap() {
  const BytesHandle text(Made<cobble_bytes>(random_, [&](auto** made, auto** error) {
    return cobble_recipe_write(MaybeNull(random_, recipe_.get()), random_.OneOf({0, 1, 1, 1}), made,
                               error);
  }));
  if (!text) return false;
  const std::string_view written(cobble_bytes_data(text.get()), cobble_bytes_size(text.get()));
  Demand(written.data()[written.size()] == '\0', "a text that does not end");
  if (random_.Chance(0.5)) {
    RecipeHandle copy(Made<cobble_recipe>(random_, [&](auto** made, auto** error) {
      return cobble_recipe_copy(recipe_.get(), made, error);
    }));
    if (copy) recipe_ = std::move(copy);
  }
  return Work(ReadRecipe(written, "written"), kMaxWorkOfCalls) <= kMaxWorkOfCalls;
}

void CTrial::DescribeAny(std::string_view text) {
  const cobble_recipe* const recipe = MaybeNull(random_, recipe_.get());
  const auto check_json = [&](const auto& call) {
    const BytesHandle json(Made<cobble_bytes>(random_, call));
    if (json) Demand(JsonTree::accept(TextOf(json)), "a description that is not JSON");
  };
  check_json([&](auto** made, auto** error) { return cobble_recipe_images(recipe, made, error); });
  check_json([&](auto** made, auto** error) { return cobble_recipe_outline(recipe, made, error); });
  const char* const names[] = {"rock", MaybeNull(random_, "a b")};
  const auto count = random_.OneOf<std::size_t>({0, 1, 2});
  const std::string formula(text.substr(0, 300));
  check_json([&](auto** made, auto** error) {
    return cobble_formula_parts(MaybeNull(random_, formula.c_str()), random_.OneOf({0, 1, 2}),
                                MaybeNull(random_, names), count, made, error);
  });
  check_json([&](auto** made, auto** error) {
    return cobble_formula_completions(
        MaybeNull(random_, formula.c_str()), static_cast<std::size_t>(random_.Integer(0, 320)),
        random_.OneOf({0, 1}), random_.OneOf({0, 1}), names, count, made, error);
  });
  const ErrorHandle warnings(Made<cobble_error>(random_, [&](auto** made, auto** error) {
    return cobble_recipe_warnings(recipe, made, error);
  }));
  Demand(cobble_error_status(warnings.get()) == COBBLE_OK, "warnings with a status");
  BytesHandle(Made<cobble_bytes>(random_, [&](auto** made, auto** error) {
    return cobble_format(MaybeNull(random_, text.data()), text.size(), nullptr, made, error);
  }));
}

// Changes a few bytes of a picture file, and reads it and its recipe.
void CTrial::ReadPicture(std::string file) {
  for (int64_t k = random_.Integer(0, 3); k > 0; --k)
    file[Place(file.size())] = static_cast<char>(random_.Integer(-128, 127));
  if (random_.Chance(0.2)) file.resize(Place(file.size()));
  const char* const name = Mostly<const char*>(random_, {nullptr, "a.png", "a.exr", "\xff"});
  const PictureHandle picture(Made<cobble_picture>(random_, [&](auto** made, auto** error) {
    return cobble_picture_read(MaybeNull(random_, file.data()), file.size(), name, made, error);
  }));
  cobble_image image{};
  int32_t is_srgb = -1;
  const cobble_status status = Try(random_, [&](auto** error) {
    return cobble_picture_get_image(picture.get(), MaybeNull(random_, &image), &is_srgb, error);
  });
  if (picture && status == COBBLE_OK)
    Demand(image.size == static_cast<std::size_t>(image.width * image.height * image.channels) *
                             sizeof(float),
           "an image of another size");
  BytesHandle(Made<cobble_bytes>(random_, [&](auto** made, auto** error) {
    return cobble_picture_palette(picture.get(), static_cast<int32_t>(random_.Integer(-1, 70)),
                                  made, error);
  }));
  cobble_recipe* recipe = nullptr;  // null if the file has no recipe, which is not an error
  Try(random_, [&](auto** error) {
    return cobble_recipe_from_picture(file.data(), file.size(), name, &recipe, error);
  });
  cobble_recipe_free(recipe);
}

ProgramHandle CTrial::Compile(auto* function, int64_t min_maps) {
  MapNames maps(static_cast<std::size_t>(Mostly(random_, {min_maps, min_maps + 1, int64_t{0}})));
  for (const char*& map : maps) map = AnyMap(random_);
  Grown<cobble_compile_options> options;
  const cobble_compile_options* const given = MaybeNull(random_, options.Sized(random_));
  options.known.simd = Mostly<const char*>(random_, {nullptr, "scalar", "avx9", "auto"});
  options.known.values_only = Mostly(random_, {0, 1, 2});
  ProgramHandle program(Made<cobble_program>(random_, [&](auto** made, auto** error) {
    return function(MaybeNull(random_, recipe_.get()), MaybeNull(random_, maps.data()), maps.size(),
                    given, made, error);
  }));
  if (!program) return nullptr;
  Grown<cobble_program_info> info;
  cobble_program_info* const place = MaybeNull(random_, info.Sized(random_));
  if (Try(random_,
          [&](auto** error) { return cobble_program_get_info(program.get(), place, error); }) ==
          COBBLE_OK &&
      info.known.struct_size >= sizeof info.known) {
    Demand(info.known.map_count == maps.size(), "another number of maps");
    Demand(info.known.low <= info.known.high, "an empty range");
    Demand(info.unknown[1] == 0, "an unknown result that is not 0");
  }
  for (std::size_t k = 0; k < maps.size(); ++k) {
    Demand(cobble_program_map_name(program.get(), k) == std::string(maps[k]), "another name");
    Demand(cobble_program_map_channels(program.get(), k) > 0, "a map without channels");
  }
  return program;
}

cobble_window CTrial::AnyWindow() {
  if (random_.Chance(0.1)) return {};
  const int64_t reach = int64_t{1} << random_.OneOf({3, 3, 3, 3, 3, 40, 53, 62});
  cobble_window window{random_.Integer(-reach, reach), random_.Integer(-reach, reach),
                       random_.Integer(1, kMaxSide), random_.Integer(1, kMaxSide)};
  if (random_.Chance(kSpoilt))
    *random_.OneOf({&window.x, &window.y, &window.width, &window.height}) =
        random_.OneOf<int64_t>({0, -1, INT64_MIN, INT64_MAX});
  return window;
}

const cobble_render_options* CTrial::AnyOptions(Grown<cobble_render_options>* options) {
  const cobble_render_options* const given = options->Sized(random_);
  options->known.window = AnyWindow();
  options->known.threads = Mostly(random_, {1, 2, 0, 1000000, -1});
  progress_ = {.stop_at = static_cast<int>(random_.Integer(0, 3)), .throws = random_.Chance(0.5)};
  if (random_.Chance(0.3)) options->known.progress = &Report;
  options->known.user = &progress_;
  options->known.max_cost =
      Mostly(random_, {0.0, 1e9, 1.0, -1.0, std::numeric_limits<double>::quiet_NaN()});
  return given;
}

void CTrial::RenderAny(const cobble_program* program) {
  Grown<cobble_render_options> options;
  const cobble_render_options* const given = AnyOptions(&options);
  cobble_window window = options.known.window;
  const auto is_side = [](int64_t side) { return side > 0 && side <= kMaxSide; };
  if (!is_side(window.width) || !is_side(window.height)) window.width = window.height = 1;
  std::vector<Picture> pictures, dense;  // moved, but never copied
  const std::size_t gap = random_.OneOf<std::size_t>({0, 0, 3, 20});
  for (std::size_t k = 0; cobble_program_map_name(program, k) != nullptr; ++k) {
    const int32_t channels = cobble_program_map_channels(program, k);
    pictures.emplace_back(window, channels, gap, random_.OneOf<std::size_t>({0, 0, 1}));
    dense.emplace_back(window, channels, 0, 0);
    if (random_.Chance(kSpoilt)) pictures.back().Spoil(random_);
  }
  const auto render = [&](const std::vector<Picture>& to, const cobble_render_options* how) {
    std::vector<cobble_image> images;
    for (const Picture& picture : to) images.push_back(picture.image);
    const std::size_t count = images.size() + (random_.Chance(kSpoilt) ? 1 : 0);
    images.resize(count);
    return Try(random_, [&](auto** error) {
      return cobble_render(program, MaybeNull(random_, images.data()), count, how, error);
    });
  };
  const cobble_status status = render(pictures, given);
  Demand(!progress_.is_beyond, "progress beyond 0..1");
  if (status != COBBLE_OK) {
    for (const Picture& picture : pictures)
      Demand(progress_.calls > 0 || picture.memory.IsUntouched(), "a call that failed has written");
    return;
  }
  if (random_.Chance(0.2)) cobble_program_trim(const_cast<cobble_program*>(program));
  cobble_render_options plain = COBBLE_RENDER_OPTIONS_INIT;
  plain.window = options.known.window;
  plain.threads = 1;
  if (render(dense, &plain) != COBBLE_OK) return;
  for (std::size_t k = 0; k < pictures.size(); ++k) pictures[k].DemandSame(dense[k]);
}

void CTrial::EncodeAny(const cobble_program* program) {
  Grown<cobble_encode_options> options;
  const cobble_encode_options* const given = MaybeNull(random_, options.Sized(random_));
  options.known.format =
      random_.OneOf<const char*>({nullptr, "png", "exr", "r32", "r16", "tiff", "exr", "pgn"});
  const char* const map = cobble_program_map_name(program, 0);
  if (random_.Chance(0.7)) {
    options.known.maps = MaybeNull(random_, &map);
    options.known.map_count = Mostly<std::size_t>(random_, {1, 0});
  }
  options.known.bits = Mostly(random_, {0, 8, 16, 32, 7, -1});
  options.known.no_metadata = random_.Chance(kSpoilt) ? 2 : static_cast<int>(random_.Integer(0, 1));
  options.known.compression = Mostly<const char*>(random_, {nullptr, "small", "zips", "no"});
  options.known.primaries = Mostly<const char*>(random_, {nullptr, "acescg", "no", "\xff"});
  options.known.georeference =
      Mostly<const char*>(random_, {nullptr, "EPSG:32632,500000,5200000", "EPSG:", "\xff"});
  options.known.terrain = Mostly<const char*>(random_, {nullptr, "mapbox", "terrarium", "no"});
  options.known.elevation[1] = Mostly(random_, {0.0, 2500.0, 1e9});
  options.known.max_pixels = Mostly<int64_t>(random_, {0, 9, -1});
  options.known.max_cost =
      Mostly(random_, {0.0, 1e9, -1.0, std::numeric_limits<double>::quiet_NaN()});
  options.known.max_memory = Mostly<uint64_t>(random_, {0, 1, UINT64_MAX});
  Grown<cobble_render_options> render;
  const cobble_render_options* const how = AnyOptions(&render);
  if (render.known.window.width > kMaxSide || render.known.window.height > kMaxSide) return;
  cobble_bytes* sidecar = reinterpret_cast<cobble_bytes*>(8);
  const bool has_sidecar = random_.Chance(0.7);
  const BytesHandle file(Made<cobble_bytes>(random_, [&](auto** made, auto** error) {
    return cobble_encode(program, given, how, made, has_sidecar ? &sidecar : nullptr, error);
  }));
  if (file) Demand(cobble_bytes_size(file.get()) > 0, "an empty file");
  if (file) ReadPicture(std::string(TextOf(file)));
  const BytesHandle sum(Made<cobble_bytes>(random_, [&](auto** made, auto** error) {
    return cobble_program_checksum(program, Mostly<const char*>(random_, {nullptr, map, "\xff"}),
                                   how, made, error);
  }));
  if (sum) Demand(TextOf(sum).size() == 16, "a checksum of another length");
  if (!has_sidecar) return;
  const BytesHandle beside(sidecar);
  Demand(file || !beside, "a sidecar without its file");
}

void CTrial::SampleAny(const cobble_program* program) {
  const auto count = static_cast<std::size_t>(random_.Integer(0, 9));
  std::vector<double> at[3];
  for (std::vector<double>& axis : at)
    for (std::size_t k = 0; k < count; ++k)
      axis.push_back(random_.Chance(0.01)
                         ? random_.OneOf({1e30, -1e300, std::numeric_limits<double>::infinity(),
                                          std::numeric_limits<double>::quiet_NaN()})
                         : random_.Uniform(-2, 2));
  std::vector<Memory> results(4, Memory(count * sizeof(float)));
  std::size_t channels = 0;
  for (std::size_t k = 0; cobble_program_map_name(program, k) != nullptr; ++k)
    channels += static_cast<std::size_t>(cobble_program_map_channels(program, k));
  std::vector<float*> maps;
  results.resize(4 + channels, Memory(count * sizeof(float)));
  for (std::size_t k = 0; k < channels; ++k)
    maps.push_back(MaybeNull(random_, results[4 + k].As<float>()));
  Grown<cobble_points> grown;
  const cobble_points* const given = MaybeNull(random_, grown.Sized(random_));
  cobble_points& points = grown.known;
  points.count = count;
  points.x = MaybeNull(random_, at[0].data());
  points.y = MaybeNull(random_, at[1].data());
  if (random_.Chance(0.5)) points.z = at[2].data();
  float** const places[] = {&points.value, &points.dx, &points.dy, &points.dz};
  for (std::size_t k = 0; k < 4; ++k)
    if (random_.Chance(0.7)) *places[k] = results[k].As<float>();
  points.maps = MaybeNull(random_, maps.data());
  points.map_channels = random_.Chance(kSpoilt) ? channels + 1 : channels;
  const cobble_status status =
      Try(random_, [&](auto** error) { return cobble_sample(program, given, error); });
  if (status == COBBLE_OK) return;
  for (const Memory& memory : results)
    Demand(memory.IsUntouched(), "a call that failed has written");
}

void CTrial::Run(std::string_view text) {
  if (!MakeRecipe(text) || !IsCheap()) return;
  if (random_.Chance(0.2)) DescribeAny(text);
  if (const ProgramHandle program = Compile(&cobble_program_for_maps, random_.Integer(1, 2))) {
    recipe_.reset(random_.Chance(0.1) ? nullptr : recipe_.release());
    for (int64_t k = random_.Integer(1, 3); k > 0; --k) RenderAny(program.get());
    if (random_.Chance(0.5)) EncodeAny(program.get());
    if (random_.Chance(kSpoilt)) SampleAny(program.get());
  }
  if (const ProgramHandle program = Compile(&cobble_program_for_points, 0)) {
    SampleAny(program.get());
    if (random_.Chance(kSpoilt)) EncodeAny(program.get());
  }
}

}  // namespace

void FuzzC(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find('\0'), bytes.size());
  Random random(bytes.substr(std::min(end + 1, bytes.size())));
  CTrial(random).Run(bytes.substr(0, end));
}

}  // namespace cobble::test
