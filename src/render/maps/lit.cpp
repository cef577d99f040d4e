// The map `lit`: the recipe's material, lit by a sun and a sky and seen from straight above. The
// maps color, roughness, metallic, emissive and ao make the material, the map normal the surface.
// Based on: Bruce Walter, Stephen Marschner, Hongsong Li, Kenneth Torrance, Microfacet Models for
//   Refraction through Rough Surfaces, 2007 (GGX); Eric Heitz, Understanding the Masking-Shadowing
//   Function in Microfacet-Based BRDFs, 2014 (the joint Smith term, of correlated heights);
//   Christophe Schlick, An Inexpensive BRDF Model for Physically-based Rendering, 1994; Brian
//   Karis, Real Shading in Unreal Engine 4, 2013 (roughness^2, and the sky's reflection as F0 A +
//   B); Carmelo Fdez-Agueera, A Multiple-Scattering Microfacet Model for Real-Time Image-based
//   Lighting, 2019 (the energy that a single reflection loses).
// Departs: A and B are polynomials. The sky has a closed form, whose lobe for a roughness lies
//   between a mirror's and a diffuse surface's.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/lit.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "core/math.h"
#include "core/simd-inl.h"
#include "render/maps/lit.h"
#include "render/maps/map.h"
#include "render/maps/slopes-inl.h"
#include "render/maps/table.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// In: all within 0..1, roughness at least kMinRoughness.
struct Surface {
  Direction normal;
  VF roughness, metallic, sky;  // sky: what is seen of it
};

// Light by channel: diffuse * albedo-part + specular, see ReflectedLight.
struct Shading {
  VF sun_diffuse, sun_specular;  // n . l, and pi times the microfacets' D V n . l
  VF sky_diffuse, sky_specular;  // radiance of the sky, seen through each lobe
  VF a, b;                       // the sky's reflectance is F0 a + b
  VF lost;                       // 1 / (a + b) - 1
};

HWY_INLINE VF Clamp(VF x, float low, float high) {
  return hn::Min(hn::Max(x, Broadcast(low)), Broadcast(high));
}

HWY_INLINE VF Dot(const Direction& n, const float* to) {
  return Fma(n.x, Broadcast(to[0]), Fma(n.y, Broadcast(to[1]), n.z * Broadcast(to[2])));
}

HWY_INLINE VF Cubic(VF x, const float* c) {
  return Fma(x, Fma(x, Fma(x, Broadcast(c[3]), Broadcast(c[2])), Broadcast(c[1])), Broadcast(c[0]));
}

// Sets a and b of kMirroredSum and kMirroredB.
HWY_INLINE void SkyReflectance(VF cosine, VF roughness, VF* a, VF* b) {
  const VF w = Broadcast(1.0f) - cosine;
  VF sum = Cubic(roughness, kMirroredSum[3]), part = Cubic(roughness, kMirroredB[4]);
  for (int k = 2; k >= 0; --k) sum = Fma(w, sum, Cubic(roughness, kMirroredSum[k]));
  for (int k = 3; k >= 0; --k) part = Fma(w, part, Cubic(roughness, kMirroredB[k]));
  *b = Clamp(part, 0.0f, 1.0f);
  *a = hn::Max(Clamp(sum, 0.0f, 1.0f) - *b, hn::Zero(F32()));
}

// The radiance of the sky around a direction; `first` and `second` are what a lobe leaves of its
// linear and quadratic parts.
HWY_INLINE VF SkyAround(const Light& light, const Direction& d, VF first, VF second) {
  const VF side = Fma(d.x, Broadcast(light.side[0]), d.y * Broadcast(light.side[1]));
  const VF linear = Fma(d.z, Broadcast(kSkyUp), side * Broadcast(kSkySide));
  const VF quadratic = Fma(d.z * d.z, Broadcast(1.5f * kSkyBand), Broadcast(-0.5f * kSkyBand));
  return Fma(first, linear, Fma(second, quadratic, Broadcast(kSkyMean)));
}

// Returns pi D V (n . l) of the microfacets.
HWY_INLINE VF SunInMicrofacets(const Light& light, const Direction& n, VF alpha, VF to_sun,
                               VF to_viewer) {
  const float* const h = light.half;
  const VF one = Broadcast(1.0f), square = alpha * alpha, rest = one - square;
  // Uses |n x h|^2 for 1 - (n . h)^2, which would cancel at the glint.
  const VF x = n.y * Broadcast(h[2]) - n.z * Broadcast(h[1]);
  const VF y = n.z * Broadcast(h[0]) - n.x * Broadcast(h[2]);
  const VF z = n.x * Broadcast(h[1]) - n.y * Broadcast(h[0]);
  const VF cosine = hn::Max(Dot(n, h), hn::Zero(F32()));
  const VF spread = Fma(x, x, Fma(y, y, z * z)) + square * (cosine * cosine);
  const VF masked = to_sun * hn::Sqrt(Fma(to_viewer * to_viewer, rest, square)) +
                    to_viewer * hn::Sqrt(Fma(to_sun * to_sun, rest, square));
  return Broadcast(0.5f) * to_sun * square / (masked * (spread * spread));
}

HWY_INLINE Shading ShadingOf(const Light& light, const Surface& surface) {
  const Direction& n = surface.normal;
  const VF one = Broadcast(1.0f), zero = hn::Zero(F32());
  const VF alpha = surface.roughness * surface.roughness;
  Shading shading;
  shading.sun_diffuse = hn::Max(Dot(n, light.sun), zero);
  shading.sun_specular =
      SunInMicrofacets(light, n, alpha, shading.sun_diffuse, hn::Max(n.z, Broadcast(1e-3f)));
  SkyReflectance(hn::Max(n.z, Broadcast(kMinCosine)), surface.roughness, &shading.a, &shading.b);
  shading.lost = one / (shading.a + shading.b) - one;

  // The sky where the viewer's ray is mirrored to.
  const VF twice = n.z + n.z;
  const Direction mirrored{twice * n.x, twice * n.y, Fma(twice, n.z, Broadcast(-1.0f))};
  shading.sky_diffuse = surface.sky * SkyAround(light, n, Broadcast(2.0f / 3), Broadcast(0.25f));
  shading.sky_specular =
      surface.sky * SkyAround(light, mirrored, Fma(alpha, Broadcast(-1.0f / 3), one),
                              Fma(alpha, Broadcast(-0.75f), one));
  return shading;
}

// Returns one channel of the light that a surface of this colour reflects to the viewer.
HWY_INLINE VF ReflectedLight(const Light& light, int channel, const Shading& shading, VF color,
                             VF metallic) {
  const VF one = Broadcast(1.0f), zero = hn::Zero(F32());
  const VF diffuse = color * (one - metallic);
  const VF f0 = Lerp(metallic, Broadcast(kDielectric), color);
  const VF boost = Fma(f0, shading.lost, one);
  const VF sun_mirror = Lerp(Broadcast(light.fresnel), f0, one) * boost;
  const VF sky_mirror = Fma(f0, shading.a, shading.b) * boost;
  const VF sun_through = hn::Max(one - sun_mirror, zero);
  const VF sky_through = hn::Max(one - sky_mirror, zero);
  const VF sun = Fma(diffuse * sun_through, shading.sun_diffuse, sun_mirror * shading.sun_specular);
  const VF sky = Fma(diffuse * sky_through, shading.sky_diffuse, sky_mirror * shading.sky_specular);
  return Fma(sun, Broadcast(light.sun_color[channel]), sky * Broadcast(light.sky_color[channel]));
}

// Scales light whose brightest channel m is above 1/2 so that m becomes 1 - 1 / (8 m^2 - 4 m + 2).
// The channels keep their ratios, so the colour keeps its hue. Darker light stays, bit for bit.
// With t = 2 m - 1 this is 1/2 + 1/2 (t + t^2) / (1 + t + t^2): value, slope and bend are
// continuous at 1/2, and 1 is only approached.
HWY_INLINE void Compress(VF* light) {
  const VF one = Broadcast(1.0f);
  const VF brightest = hn::Max(hn::Max(light[0], light[1]), light[2]);
  const VF m = hn::Max(brightest, Broadcast(0.5f));
  const VF rest = one / Fma(m, Fma(m, Broadcast(8.0f), Broadcast(-4.0f)), Broadcast(2.0f));
  const VF scale = (one - rest) / m;
  for (int c = 0; c < 3; ++c) light[c] = light[c] * scale;
}

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

// A flat white surface is kWhite at the default elevation of 45 degrees, to leave room for slopes
// facing the sun. Most is from the sun (a little warm), the rest from the sky (a little blue).
constexpr double kWhite = 0.9;
constexpr double kSun[3] = {0.70, 0.68, 0.646};
constexpr double kSineOf45 = 0.70710678118654752440;

// A map of the recipe that the material has: its first plane of the program's maps.
struct MaterialMap {
  std::string_view name;
  int channels, first;
};

std::vector<MaterialMap> MaterialOf(const MapSetup& setup) {
  std::vector<MaterialMap> material;
  for (const std::string_view name : InfoOf(Map::kLit).reads) {
    if (!setup.recipe.maps.contains(name)) continue;
    const auto found = std::ranges::find(setup.program_maps, name, &ProgramMap::name);
    if (found == setup.program_maps.end())
      throw Error(ErrorKind::kUsage, "",
                  "the map lit needs a program compiled with the map " + std::string(name),
                  "use OptionsFor");
    int first = 0;
    for (auto map = setup.program_maps.begin(); map != found; ++map)
      first += static_cast<int>(map->buffers.size());
    material.push_back({name, static_cast<int>(found->buffers.size()), first});
  }
  return material;
}

}  // namespace

Light LightOf(const Lit& lit) {
  const SinCos azimuth = SinCosDegrees(lit.azimuth), elevation = SinCosDegrees(lit.elevation);
  const double side[2] = {azimuth.sin, azimuth.cos};
  const double sun[3] = {side[0] * elevation.cos, side[1] * elevation.cos, elevation.sin};
  // The viewer is at (0, 0, 1).
  const double length = std::sqrt(2 + 2 * sun[2]);
  const double half[3] = {sun[0] / length, sun[1] / length, (sun[2] + 1) / length};
  const double grazing = 1 - half[2], square = grazing * grazing;

  Light light{};
  light.fresnel = static_cast<float>(square * square * grazing);
  for (int a = 0; a < 2; ++a) light.side[a] = static_cast<float>(side[a]);
  for (int k = 0; k < 3; ++k) {
    light.sun[k] = static_cast<float>(sun[k]);
    light.half[k] = static_cast<float>(half[k]);
    light.sun_color[k] = static_cast<float>(kSun[k] / kSineOf45);
    light.sky_color[k] = static_cast<float>(kWhite - kSun[k]);
  }
  return light;
}

// A sphere has no direction that is the same everywhere: its sun is overhead, its sky even. Smooth
// seas would mirror that sun to a viewer overhead wherever they are, so `half` is across the slope,
// which shows no glint.
Light LightOn(const Recipe& recipe) {
  if (!recipe.domain.IsSphere()) return LightOf(recipe.lit);
  Light light = LightOf({.azimuth = 0, .elevation = 90});
  for (int a = 0; a < 2; ++a) light.side[a] = 0;
  for (int k = 0; k < 3; ++k) light.half[k] = k == 1 ? 1 : 0;
  for (int k = 0; k < 3; ++k) light.sun_color[k] = static_cast<float>(kSun[k]);
  return light;
}

LitScene LitSceneOf(const Recipe& recipe, const HeightRange& range, const Bounds& bounds) {
  // Kept values have any range, but known bounds.
  const HeightRange shown =
      range.keep ? HeightRange{.low = bounds.low, .high = bounds.high} : range;
  return {.light = LightOn(recipe), .heights = HeightScaleOf(recipe, shown)};
}

ShadeRow SelectShadeRow(int64_t simd_target) { return COBBLE_SELECT(LitRow, simd_target); }

MapFunction MakeLit(const MapSetup& setup) {
  LitScene scene = LitSceneOf(setup.recipe, setup.range, setup.bounds);
  for (int a = 0; a < 2; ++a) scene.tilt[a] = static_cast<float>(setup.tilt(a));
  const bool is_sphere = setup.recipe.domain.IsSphere();
  const MapFunction ao = is_sphere ? MapFunction() : MakeAo(setup);
  const std::vector<MaterialMap> material = MaterialOf(setup);
  const ShadeRow shade = SelectShadeRow(setup.simd_target);
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    LitInput input;
    input.value = in.value;
    std::copy_n(in.slope, 2, input.slope);
    if (ao) {
      ao(in, n, scratch, &input.ao);
    } else {
      std::fill_n(scratch[0], n, 1.0F);
      input.ao = scratch[0];
    }
    for (const auto& [name, channels, first] : material)
      input.SetMaterial(name, channels, [&, plane = first](int c) { return in.maps[plane + c]; });
    shade(scene, input, n, scratch);
    std::copy_n(scratch, 3, planes);
  };
}

}  // namespace cobble
#endif  // HWY_ONCE
