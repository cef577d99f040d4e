// Shader code from a surface to light on the screen.
// Based on: Bruce Walter, Stephen Marschner, Hongsong Li, Kenneth Torrance, Microfacet Models for
//   Refraction through Rough Surfaces, 2007 (GGX); Eric Heitz, Understanding the Masking-Shadowing
//   Function in Microfacet-Based BRDFs, 2014 (the joint Smith term, of correlated heights);
//   Christophe Schlick, An Inexpensive BRDF Model for Physically-based Rendering, 1994; Carmelo
//   Fdez-Agueera, A Multiple-Scattering Microfacet Model for Real-Time Image-based Lighting, 2019
//   (the energy that a single reflection loses); Sebastien Lagarde, Charles de Rousiers, Moving
//   Frostbite to Physically Based Rendering, 2014 (reflections that hollows hide); Marc Olano, Dan
//   Baker, LEAN Mapping, 2010 (slopes that are smaller than a pixel make it rougher).

import {
  compressionFading,
  compressionStart,
  sky,
  softboxes,
  sunColor,
  sunRadius,
} from "../light.js";
import { water } from "../defaults.js";
import { number, vector } from "./glsl.js";

const addSoftboxes = softboxes
  .map(({ axis, side, up, half, radiance }) => {
    const place = [axis, side, up, half].map(vector).join(", ");
    return `light += ${vector(radiance)} * boxCoverage(d, blur, ${place});`;
  })
  .join("\n  ");

export const shading = `
uniform vec3 uEye;
uniform vec3 uSun;
uniform vec2 uTurn;  // cosine and sine of the studio's angle
uniform vec3 uIrradiance[9];

struct Surface {
  vec3 color;
  float metallic, roughness;
  float widening;  // variance of the slopes within a pixel
  float ao;
  vec3 emissive;
  vec3 normal;
  float wet, depth;  // the share under water, and its depth in picture widths
};

vec3 inStudio(vec3 d) {
  return vec3(d.x * uTurn.x - d.z * uTurn.y, d.y, d.x * uTurn.y + d.z * uTurn.x);
}

vec2 gaussianStep(vec2 x) {
  return 0.5 + 0.5 * tanh(clamp(x * (1.12838 + 0.10275 * x * x), -9.0, 9.0));
}

float boxCoverage(vec3 d, float blur, vec3 axis, vec3 side, vec3 up, vec2 halfSize) {
  float facing = dot(d, axis);
  if (facing <= 0.0) return 0.0;
  vec2 at = vec2(dot(d, side), dot(d, up)) / facing;
  vec2 within = gaussianStep((halfSize - at) * blur) - gaussianStep((-halfSize - at) * blur);
  return within.x * within.y * smoothstep(0.0, 0.4, facing);
}

vec3 radianceAround(vec3 d, float alpha) {
  float width = 0.03 + 0.8 * alpha;
  float above = 0.5 + 0.5 * d.y / sqrt(d.y * d.y + width * width);
  float rise = sqrt(abs(d.y) * (1.0 - 0.5 * alpha) + 0.25 * alpha);
  vec3 upper = mix(${vector(sky.horizon)}, ${vector(sky.zenith)}, rise);
  vec3 lower = mix(${vector(sky.ground)}, ${vector(sky.nadir)}, rise);
  vec3 light = mix(lower, upper, above);
  float blur = 1.0 / (0.03 + 1.6 * alpha);
  ${addSoftboxes}
  return light;
}

vec3 irradiance(vec3 d) {
  return max(vec3(0.0), 0.282095 * uIrradiance[0] +
    0.488603 * (d.y * uIrradiance[1] + d.z * uIrradiance[2] + d.x * uIrradiance[3]) +
    1.092548 * (d.x * d.y * uIrradiance[4] + d.y * d.z * uIrradiance[5]) +
    1.092548 * d.x * d.z * uIrradiance[7] +
    0.315392 * (3.0 * d.z * d.z - 1.0) * uIrradiance[6] +
    0.546274 * (d.x * d.x - d.y * d.y) * uIrradiance[8]);
}

vec3 fresnel(vec3 f0, float cosine) {
  float grazing = 1.0 - cosine;
  float square = grazing * grazing;
  return f0 + (1.0 - f0) * (square * square * grazing);
}

// Returns a and b, where F0 a + b is the share of a uniform sky that microfacets mirror: a + b and
// b are polynomials of 1 - n . v and the roughness, as for the map lit (render/maps/light.h).
vec2 mirroredShare(float toViewer, float rough) {
  float x = 1.0 - max(toViewer, 0.15), r = max(rough, 0.1);
  vec4 powers = vec4(1.0, x, x * x, x * x * x), roughness = vec4(1.0, r, r * r, r * r * r);
  vec4 sum = mat4(0.90101, 0.97919, -2.32111, 0.72356, -0.00280, 0.06216, -0.79159, 0.99885,
    0.27691, -1.35593, 0.90771, 0.21985, 0.02290, -1.88668, 6.51273, -4.43532) * powers;
  vec4 b = mat4(0.00122, -0.00979, 0.01890, -0.01040, -0.07320, 0.54803, -1.01343, 0.54461,
    0.77263, -5.45547, 10.04227, -5.40710, -2.85174, 18.31334, -31.80694, 16.46951) * powers +
    vec4(3.53369, -17.27522, 26.39111, -12.68018) * x * x * x * x;
  return vec2(dot(sum - b, roughness), dot(b, roughness));
}

// pi D V (n . l)
float microfacets(float square, vec3 n, vec3 h, float toSun, float toViewer) {
  float cosine = max(dot(n, h), 0.0);
  vec3 sine = cross(n, h);
  float spread = dot(sine, sine) + square * cosine * cosine;
  float masked = toSun * sqrt(toViewer * toViewer * (1.0 - square) + square);
  float shadowed = toViewer * sqrt(toSun * toSun * (1.0 - square) + square);
  return square / (spread * spread) * 0.5 / max(masked + shadowed, 1e-6) * toSun;
}

// In: the share of the sun that is not hidden.
vec3 reflected(Surface s, vec3 position, float sunSeen) {
  vec3 v = normalize(uEye - position);
  // A map's normals may point away from the viewer where the surface is visible.
  float away = dot(s.normal, v);
  vec3 n = away < 0.02 ? normalize(s.normal + v * (0.02 - away)) : s.normal;
  float toViewer = clamp(dot(n, v), 0.02, 1.0);

  float rough = clamp(s.roughness, 0.045, 1.0);
  float alpha = sqrt(min(rough * rough * rough * rough + s.widening, 1.0));
  rough = sqrt(alpha);
  vec3 f0 = mix(vec3(0.04), s.color, s.metallic);
  vec3 diffuse = s.color * (1.0 - s.metallic);
  vec2 ab = mirroredShare(toViewer, rough);
  vec3 boost = 1.0 + f0 * (1.0 / max(ab.x + ab.y, 0.1) - 1.0);

  vec3 h = normalize(uSun + v);
  float toSun = max(dot(n, uSun), 0.0);
  float square = min(alpha * alpha + ${number(sunRadius * sunRadius)}, 1.0);
  vec3 mirrored = min(fresnel(f0, max(dot(uSun, h), 0.0)) * boost, 1.0);
  vec3 sun = diffuse * (1.0 - mirrored) * toSun +
    mirrored * microfacets(square, n, h, toSun, toViewer);
  vec3 light = sun * sunSeen * ${vector(sunColor)};

  vec3 glossy = min((f0 * ab.x + ab.y) * boost, 1.0);
  // Hollows are also lit by light that they reflect themselves.
  vec3 hollow = s.ao + (1.0 - s.ao) * s.ao * 0.6 * diffuse;
  // Hollows hide less of reflections than of diffuse light, but more at grazing angles.
  float open = clamp(pow(toViewer + s.ao, exp2(-16.0 * rough - 1.0)) - 1.0 + s.ao, 0.0, 1.0);
  vec3 r = reflect(-v, n);
  light += diffuse * (1.0 - glossy) * irradiance(inStudio(n)) * hollow;
  light += glossy * radianceAround(inStudio(normalize(mix(r, n, alpha * 0.3))), alpha) * open;
  return light + s.emissive;
}

// Of the light from behind a landscape, by the rise of a direction.
vec3 skyAt(float rise) {
  return mix(${vector(water.mist)}, ${vector(water.sky)}, smoothstep(0.0, 0.5, rise));
}

// The light of a rough surface. In: the shares of the sky and the sun that are not hidden.
vec3 rough(vec3 color, vec3 n, float ao, float sunSeen) {
  return color *
    (max(dot(n, uSun), 0.0) * sunSeen * ${vector(sunColor)} + irradiance(inStudio(n)) * ao);
}

// The light of a surface and level water on it. In: up, of length 1; what water mirrors.
vec3 lightOf(Surface s, vec3 up, vec3 position, float sunSeen, vec3 mirrored) {
  vec3 dry = s.wet < 1.0 ? reflected(s, position, sunSeen) : vec3(0.0);
  if (s.wet == 0.0) return dry;
  vec3 own = rough(${vector(water.color)}, up, 1.0, 1.0);
  vec3 ground = rough(s.color, s.normal, s.ao, sunSeen) + s.emissive;
  vec3 below = mix(own, ground, exp(-s.depth * ${vector(water.absorbed)}));
  float toViewer = clamp(dot(up, normalize(uEye - position)), 0.0, 1.0);
  vec3 share = fresnel(vec3(${number(water.mirrored)}), toViewer);
  return mix(dry, mix(below, mirrored, share), s.wet);
}

vec3 encoded(vec3 linear) {
  vec3 value = clamp(linear, 0.0, 1.0);
  return mix(1.055 * pow(value, vec3(1.0 / 2.4)) - 0.055, 12.92 * value,
    vec3(lessThanEqual(value, vec3(0.0031308))));
}

float noise(vec2 pixel) {
  uint bits = uint(pixel.x) * 0x9e3779b1u ^ uint(pixel.y) * 0x85ebca77u;
  bits = (bits ^ (bits >> 15u)) * 0xc2b2ae3du;
  return float((bits ^ (bits >> 13u)) & 0xffffu) / 65536.0;
}

// Adds half a step of noise, so that smooth gradients have no bands.
vec4 screenColor(vec3 linear) {
  return vec4(encoded(linear) + (noise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}

vec3 compressed(vec3 light) {
  float peak = max(light.r, max(light.g, light.b));
  if (peak < ${number(compressionStart)}) return light;
  float room = ${number(1 - compressionStart)};
  float shown = 1.0 - room * room / (peak + room - ${number(compressionStart)});
  float fading = 1.0 - 1.0 / (${number(compressionFading)} * (peak - shown) + 1.0);
  return mix(light * (shown / peak), vec3(shown), fading);
}
`;

// The share of the sun that a place of the surface sees, since heights may hide it.
export const shadowing = `
uniform float uRelief;  // height of the highest place, in widths of a tile
uniform float uAspect;

// In: the direction of the sun along the surface, of length 1; its rise; the first step.
float sunSeen(sampler2D surface, vec2 tile, vec2 direction, float rise, float first, int steps) {
  float start = textureLod(surface, tile, 0.0).a * uRelief;
  float reach = min((uRelief - start) / max(rise, 0.02), 0.7);
  if (reach <= first) return 1.0;
  float hidden = 0.0;
  for (int i = 0; i < steps; ++i) {
    float part = (float(i) + 0.5) / float(steps);
    float away = first + (reach - first) * part * part;
    vec2 at = tile + direction * away / vec2(1.0, uAspect);
    float height = textureLod(surface, at, log2(1.0 + part * 3.0)).a * uRelief;
    hidden = max(hidden, (height - start - rise * away) / (away + 2.0 * first));
  }
  // The sun's disc is hidden gradually; (1 + rise^2) turns slopes into angles.
  return 1.0 - smoothstep(0.0, 0.13 * (1.0 + rise * rise), hidden);
}
`;
