// Shaders that prepare textures: packed maps, and where the sun shines.

import { hypsometricTint, missing, rockColor } from "../defaults.js";
import { number, vector, version } from "./glsl.js";
import { shadowing } from "./shading_glsl.js";

/** A triangle that covers the whole target. */
export const wholeVertex = `${version}
out vec2 vPoint;
void main() {
  vPoint = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(vPoint, 0.0, 1.0);
}
`;

const tint = hypsometricTint
  .slice(1)
  .map(({ at, color }, i) => {
    const before = hypsometricTint[i] as { at: number };
    return `c = mix(c, ${vector(color)}, smoothstep(${number(before.at)}, ${number(at)}, h));`;
  })
  .join("\n  ");

/** Packs maps. A map that the picture does not have has 0 channels. */
export const packFragment = `${version}
uniform sampler2D uHeight, uNormal, uColor, uRoughness, uMetallic, uAo, uEmissive, uWater;
uniform int uColorChannels, uRoughnessChannels, uMetallicChannels, uAoChannels, uEmissiveChannels;
uniform vec3 uHeights;  // lowest, scale, direction of the normals' y
uniform int uIsTerrain, uHasWater;

layout(location = 0) out vec4 outSurface;  // slopes in x and z, sum of their squares, height
layout(location = 1) out vec4 outColor;  // with the share that is dry
layout(location = 2) out vec4 outParameters;  // roughness, metallic, ambient occlusion, depth
layout(location = 3) out vec4 outEmissive;

// Replaces NaN by 0.
vec4 finite(vec4 v) {
  return mix(vec4(0.0), clamp(v, -1e4, 1e4), vec4(equal(v, v)));
}

vec3 colorOf(vec4 texel, int channels) {
  return channels < 3 ? texel.rrr : texel.rgb;
}

vec3 defaultColor(float h, vec2 slope) {
  if (uIsTerrain == 0) return ${vector(missing.color)} * (0.8 + 0.25 * h);
  vec3 c = ${vector((hypsometricTint[0] as { color: readonly number[] }).color)};
  ${tint}
  return mix(c, ${vector(rockColor)}, 0.85 * smoothstep(0.45, 1.0, length(slope)));
}

// Of water, as a share of the range of heights.
float depthAt(ivec2 at) {
  ivec2 inside = clamp(at, ivec2(0), textureSize(uWater, 0) - 1);
  return max(finite(texelFetch(uWater, inside, 0)).r, 0.0) * uHeights.y;
}

// Rises from 0 to 1 across two texels, with a half at the shore. Depths end at 0, so the shore is
// where they would go on to below: by their slope in the next two texels.
float wetAt(ivec2 at, float depth) {
  float steepest = 1e-9, near = 0.0;
  for (int i = 0; i < 9; ++i) {
    ivec2 way = ivec2(i % 3, i / 3) - 1;
    float next = depthAt(at + way), slope = depthAt(at + 2 * way) - next;
    steepest = max(steepest, abs(depth - next));
    if (next > 0.0 && slope > 0.0) near = max(near, min(next / slope, 2.0 - next / slope));
  }
  return depth > 0.0 ? min(0.5 + 0.5 * depth / steepest, 1.0) : 0.5 * near;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float height = finite(texelFetch(uHeight, at, 0)).r;
  float depth = uHasWater == 1 ? depthAt(at) : 0.0;
  float h = clamp((height - uHeights.x) * uHeights.y + depth, 0.0, 1.0);
  vec3 n = finite(texelFetch(uNormal, at, 0)).xyz;
  vec2 slope = vec2(-n.x, uHeights.z * n.y) / max(n.z, 0.02);
  outSurface = vec4(slope, dot(slope, slope), h);
  vec3 color = uColorChannels > 0
    ? colorOf(finite(texelFetch(uColor, at, 0)), uColorChannels) : defaultColor(h, slope);
  outColor = vec4(color, uHasWater == 1 ? 1.0 - wetAt(at, depth) : 1.0);
  float roughness =
    uIsTerrain == 1 ? ${number(missing.terrainRoughness)} : ${number(missing.roughness)};
  if (uRoughnessChannels > 0) roughness = finite(texelFetch(uRoughness, at, 0)).r;
  float metallic = uMetallicChannels > 0 ? finite(texelFetch(uMetallic, at, 0)).r : 0.0;
  float ao = uAoChannels > 0 ? finite(texelFetch(uAo, at, 0)).r : 1.0;
  outParameters = vec4(roughness, metallic, ao, depth);
  outEmissive = vec4(0.0, 0.0, 0.0, 1.0);
  if (uEmissiveChannels > 0)
    outEmissive.rgb = max(colorOf(finite(texelFetch(uEmissive, at, 0)), uEmissiveChannels), 0.0);
}
`;

/** Finds the share of the sun that each place of a tile on the ground sees. */
export const shadowFragment = `${version}
uniform sampler2D uSurface;
uniform vec3 uSunOnTile;  // its direction along the tile, of length 1, and its rise
${shadowing}
layout(location = 0) out vec4 outSeen;
void main() {
  vec2 size = vec2(textureSize(uSurface, 0));
  vec2 tile = gl_FragCoord.xy / size;
  float seen = sunSeen(uSurface, tile, uSunOnTile.xy, uSunOnTile.z, 1.0 / size.x, 40);
  outSeen = vec4(seen, 0.0, 0.0, 1.0);
}
`;
