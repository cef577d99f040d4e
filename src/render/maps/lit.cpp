// The map `lit`: the recipe's material, lit by a sun and a sky and seen from straight above. The
// maps color, roughness, metallic, emissive and ao make the material, the map normal the surface.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/lit.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <algorithm>
#include <memory>
#include <string_view>

#include "cobble/error.h"
#include "core/simd-inl.h"
#include "render/maps/lit.h"
#include "render/maps/map.h"
#include "render/maps/shading-inl.h"
#include "render/maps/table.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Returns the samples of a plane, clamped to low..1.
HWY_INLINE VF MaterialAt(const float* plane, int k, float fallback, float low) {
  return plane != nullptr ? Clamp(hn::Load(F32(), plane + k), low, 1.0f) : Broadcast(fallback);
}

// Returns the lightness of the default colour.
HWY_INLINE VF DefaultColorAt(const HeightScale& heights, const float* value, int k) {
  const VF h = Fma(hn::Load(F32(), value + k) - Broadcast(heights.low), Broadcast(heights.scale),
                   Broadcast(heights.offset));
  const VF lightness = Fma(Clamp(h, 0.0f, 1.0f), Broadcast(kBright - kDark), Broadcast(kDark));
  return lightness * lightness;
}

HWY_INLINE Direction NormalAt(const LitScene& scene, const LitInput& in, int k) {
  const F32 d;
  if (in.normal[0] != nullptr)
    return {hn::Load(d, in.normal[0] + k), hn::Load(d, in.normal[1] + k),
            hn::Load(d, in.normal[2] + k)};
  return NormalOf(hn::Load(d, in.slope[0] + k) * Broadcast(scene.tilt[0]),
                  hn::Load(d, in.slope[1] + k) * Broadcast(scene.tilt[1]));
}

void LitRow(const LitScene& scene, const LitInput& in, int n, float* const* out) {
  const F32 d;
  for (int k = 0; k < n; k += static_cast<int>(hn::MaxLanes(d))) {
    Surface surface;
    surface.normal = NormalAt(scene, in, k);
    surface.roughness = MaterialAt(in.roughness, k, kDefaultRoughness, kMinRoughness);
    surface.metallic = MaterialAt(in.metallic, k, kDefaultMetallic, 0.0f);
    surface.sky = Lerp(hn::Load(d, in.ao + k), Broadcast(kBounced), Broadcast(1.0f));
    Shading shading = ShadingOf(scene.light, surface);
    if (in.sun != nullptr) {
      const VF seen = hn::Load(d, in.sun + k);
      shading.sun_diffuse = shading.sun_diffuse * seen;
      shading.sun_specular = shading.sun_specular * seen;
    }

    VF lightness = Broadcast(1.0f);
    if (in.color[0] == nullptr) lightness = DefaultColorAt(scene.heights, in.value, k);
    VF light[3];
    for (int c = 0; c < 3; ++c) {
      const VF color = lightness * MaterialAt(in.color[c], k, kDefaultTint[c], 0.0f);
      light[c] = ReflectedLight(scene.light, c, shading, color, surface.metallic);
      if (in.emissive[c] != nullptr)
        light[c] = light[c] + hn::Max(hn::Load(d, in.emissive[c] + k), hn::Zero(d));
    }
    Compress(light);
    for (int c = 0; c < 3; ++c) hn::Store(light[c], d, out[c] + k);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {
namespace {

constexpr int kAbsent = -1;

// The planes of a map of the recipe for three channels; all are the same if the map is a number.
struct MaterialPlanes {
  int channel[3] = {kAbsent, kAbsent, kAbsent};
};

MaterialPlanes PlanesOf(const MapSetup& setup, std::string_view name) {
  if (!setup.recipe.maps.contains(name)) return {};
  int first = 0;
  for (const ProgramMap& map : setup.program_maps) {
    const int channels = static_cast<int>(map.buffers.size());
    const int step = channels == 3 ? 1 : 0;
    if (map.name == name) return {{first, first + step, first + 2 * step}};
    first += channels;
  }
  throw Error(ErrorKind::kUsage, "",
              "the map lit needs a program compiled with the map " + std::string(name),
              "use OptionsFor");
}

class LitMap final : public MapFunction {
 public:
  explicit LitMap(const MapSetup& setup)
      : ao_(MakeAo(setup)),
        color_(PlanesOf(setup, "color")),
        roughness_(PlanesOf(setup, "roughness")),
        metallic_(PlanesOf(setup, "metallic")),
        emissive_(PlanesOf(setup, "emissive")),
        scene_(LitSceneOf(setup.recipe, setup.range, setup.bounds)),
        row_(SelectShadeRow(setup.simd_target)) {
    for (int a = 0; a < 2; ++a) scene_.tilt[a] = static_cast<float>(setup.tilt(a));
  }

  void Run(const MapInput& in, int n, float* const* scratch,
           const float** planes) const noexcept override {
    const float* ao = nullptr;
    ao_->Run(in, n, scratch, &ao);
    const auto plane = [&](int index) { return index == kAbsent ? nullptr : in.maps[index]; };
    LitInput input;
    input.value = in.value;
    std::copy_n(in.slope, 2, input.slope);
    input.ao = ao;
    input.roughness = plane(roughness_.channel[0]);
    input.metallic = plane(metallic_.channel[0]);
    for (int c = 0; c < 3; ++c) {
      input.color[c] = plane(color_.channel[c]);
      input.emissive[c] = plane(emissive_.channel[c]);
      planes[c] = scratch[c];
    }
    row_(scene_, input, n, scratch);
  }

 private:
  std::unique_ptr<const MapFunction> ao_;
  MaterialPlanes color_, roughness_, metallic_, emissive_;
  LitScene scene_;
  ShadeRow row_;
};

}  // namespace

LitScene LitSceneOf(const Recipe& recipe, const HeightRange& range, const Bounds& bounds) {
  // Kept values have any range, but known bounds.
  const HeightRange shown =
      range.keep ? HeightRange{.low = bounds.low, .high = bounds.high} : range;
  return {.light = LightOf(recipe.lit), .heights = HeightScaleOf(recipe, shown)};
}

ShadeRow SelectShadeRow(int64_t simd_target) { return COBBLE_SELECT(LitRow, simd_target); }

std::unique_ptr<const MapFunction> MakeLit(const MapSetup& setup) {
  return std::make_unique<LitMap>(setup);
}

}  // namespace cobble
#endif  // HWY_ONCE
