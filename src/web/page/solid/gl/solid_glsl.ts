// Shaders of the slab (also of terrain), the sphere and the ground.

import { earth, water } from "../defaults.js";
import { vector, version } from "./glsl.js";
import { shading, shadowing } from "./shading_glsl.js";

const grid = `
uniform int uColumns, uRows;
// Returns the column and row of this vertex in the grid, which has a strip for each row of quads.
ivec2 corner() {
  return ivec2(gl_VertexID >> 1, gl_InstanceID + (gl_VertexID & 1));
}
`;

/** The surface, and a skirt around it, since the outermost lines are on the ground. */
export const slabVertex = `${version}
uniform sampler2D uSurface;
uniform mat4 uProjection;
uniform vec2 uHalf;
uniform float uBase, uTile, uRelief, uRepeats, uDetail;
${grid}
out vec3 vPosition;
out vec2 vTile;
out float vSide;
void main() {
  ivec2 at = corner() - 1;
  ivec2 last = ivec2(uColumns, uRows) - 3;
  ivec2 within = clamp(at, ivec2(0), last);
  vec2 place = vec2(within) / vec2(last);
  vTile = place * uRepeats;
  vSide = at == within ? 0.0 : 1.0;
  float height = uBase + textureLod(uSurface, vTile, uDetail).a * uRelief * uTile;
  vPosition = vec3((2.0 * place.x - 1.0) * uHalf.x, vSide > 0.0 ? 0.0 : height,
    (2.0 * place.y - 1.0) * uHalf.y);
  gl_Position = uProjection * vec4(vPosition, 1.0);
}
`;

const material = `
uniform sampler2D uSurface, uColor, uParameters, uEmissive;
uniform float uExaggeration;
uniform int uHasWater;

// The share of a pixel under water. In: the share that is dry; how much of a tile a pixel covers.
float wetShare(float dry, vec2 dx, vec2 dy) {
  vec2 size = vec2(textureSize(uSurface, 0));
  float soft = clamp(0.25 * max(length(dx * size), length(dy * size)), 0.02, 0.5);
  return uHasWater == 0 ? 0.0 : smoothstep(0.5 - soft, 0.5 + soft, 1.0 - dry);
}
`;

export const slabFragment = `${version}
${shading}
${material}
uniform sampler2D uSeen;
uniform int uIsTerrain;
uniform vec2 uHalf;
uniform float uBase, uRelief, uTile;
in vec3 vPosition;
in vec2 vTile;
in float vSide;
out vec4 outColor;

Surface topSurface() {
  vec4 surface = texture(uSurface, vTile);
  vec4 parameters = texture(uParameters, vTile);
  vec2 slope = surface.xy * uExaggeration;
  float widening = max(surface.z - dot(surface.xy, surface.xy), 0.0);
  vec4 color = texture(uColor, vTile);
  float wet = wetShare(color.a, dFdx(vTile), dFdy(vTile));
  return Surface(color.rgb, parameters.g, parameters.r, widening * uExaggeration * uExaggeration,
    parameters.b, texture(uEmissive, vTile).rgb,
    normalize(vec3(-slope.x, 1.0, -slope.y)), wet, parameters.a * uRelief / uExaggeration);
}

float groundAt(vec2 tile, float detail) {
  return uBase + textureLod(uSurface, tile, detail).a * uRelief * uTile;
}

// The cut through the block, in the surface's mean colours, and darker near the ground.
Surface sideSurface() {
  vec2 outside = abs(vPosition.xz) - uHalf;
  vec3 normal = outside.x > outside.y
    ? vec3(sign(vPosition.x), 0.0, 0.0) : vec3(0.0, 0.0, sign(vPosition.z));
  vec4 mean = textureLod(uColor, vec2(0.5), 16.0);
  vec4 parameters = textureLod(uParameters, vec2(0.5), 16.0);
  vec3 color = uIsTerrain == 1 ? mix(mean.rgb, ${vector(earth)}, 0.6) : mean.rgb * 0.8;
  float depth = uHasWater == 0 ? 0.0 : texture(uParameters, vTile).a;
  if (depth > 0.0 && groundAt(vTile, 0.0) - vPosition.y < depth * uRelief * uTile)
    color = ${vector(water.color)};
  float open = 0.55 + 0.45 * smoothstep(0.0, 0.07, vPosition.y);
  return Surface(color, parameters.g, max(parameters.r, 0.5), 0.0, open, vec3(0.0), normal, 0.0,
    0.0);
}

// What water mirrors: rough land in the way of a ray, or the sky.
vec3 mirroredAlong(vec3 ray) {
  vec2 ends = (uHalf - vPosition.xz * sign(ray.xz)) / max(abs(ray.xz), 1e-4);
  float start = groundAt(vTile, 0.0) + 0.002 * uRelief * uTile; // heights are halves
  float high = (uBase + uRelief * uTile - start) / max(ray.y, 1e-3);
  float reach = min(high, min(ends.x, ends.y)), before = 0.0, way = 0.0;
  int steps = int(clamp(40.0 * reach / uTile, 6.0, 24.0));
  vec2 pace = ray.xz / uTile * vec2(1.0, uHalf.x / uHalf.y);
  int i = 1;
  for (; i <= steps; ++i, before = way) {
    float part = float(i) / float(steps);
    way = reach * part * part;
    if (start + ray.y * way < groundAt(vTile + pace * way, 1.0)) break;
  }
  if (i > steps) return skyAt(ray.y);
  for (i = 0; i < 5; ++i) {
    float middle = 0.5 * (before + way);
    if (start + ray.y * middle < groundAt(vTile + pace * middle, 1.0)) way = middle;
    else before = middle;
  }
  vec2 at = vTile + pace * way;
  vec2 slope = textureLod(uSurface, at, 1.0).xy * uExaggeration;
  return rough(textureLod(uColor, at, 1.0).rgb, normalize(vec3(-slope.x, 1.0, -slope.y)), 1.0,
    textureLod(uSeen, at, 1.0).r);
}

void main() {
  bool isSide = vSide > 0.0;
  Surface surface = topSurface();
  float seen = texture(uSeen, vTile).r;
  if (isSide) {
    surface = sideSurface();
    seen = 1.0;
  }
  vec3 up = vec3(0.0, 1.0, 0.0), mirrored = up;
  if (surface.wet > 0.0) mirrored = mirroredAlong(reflect(normalize(vPosition - uEye), up));
  outColor = screenColor(compressed(lightOf(surface, up, vPosition, seen, mirrored)));
}
`;

// The texture goes around the equator, and a flat piece covers each pole, so that it is pinched
// nowhere. In a ring between them, the higher of both is visible. A globe's covers it to the poles.
const sphere = `
uniform float uRadius, uTile, uIsGlobe;
uniform vec2 uMeeting;  // heights above the equator where the pieces begin and the belt ends

struct Mapping {
  vec2 tile;
  vec3 across, along;  // by how much of a tile's width a step on the sphere moves in it
};

// In: a direction p other than a pole, and those to its east and south.
Mapping beltMapping(vec3 p, vec3 east, vec3 south) {
  float level = length(p.xz);
  float scale = uRadius / uTile;
  vec2 at = vec2(atan(p.x, p.z), -asin(clamp(p.y, -1.0, 1.0))) * scale;
  return Mapping(at / vec2(1.0, uAspect) + vec2(0.5 * uIsGlobe, 0.5), east / level, south);
}

// Azimuthal and equidistant, with the south pole seen from below.
Mapping capMapping(vec3 p, vec3 east, vec3 south) {
  float level = max(length(p.xz), 1e-4);
  float side = p.y < 0.0 ? -1.0 : 1.0;
  float angle = acos(clamp(abs(p.y), 0.0, 1.0));
  vec2 outward = p.xz / level * vec2(1.0, side);
  float stretch = angle / level;
  vec2 at = outward * angle * uRadius / uTile;
  // Outward is south in the north; east is outward turned by a quarter.
  vec3 away = south * side;
  vec2 quarter = vec2(outward.y, -outward.x) * side;
  return Mapping(at / vec2(1.0, uAspect) + 0.5, away * outward.x + east * stretch * quarter.x,
    away * outward.y + east * stretch * quarter.y);
}

void frameOf(vec3 p, out vec3 east, out vec3 south) {
  float level = max(length(p.xz), 1e-5);
  east = vec3(p.z, 0.0, -p.x) / level;
  south = vec3(p.x * p.y, -level * level, p.z * p.y) / level;
}

uniform float uSeam;

// The visible share of the cap where both meet, by latitude and the heights of both.
float capShare(vec3 p, float belt, float cap) {
  float place = smoothstep(uMeeting.x, uMeeting.y, abs(p.y));
  return smoothstep(-uSeam, uSeam, (cap - belt) * 0.6 + (place - 0.5) * 2.0);
}
`;

export const sphereVertex = `${version}
uniform sampler2D uSurface;
uniform mat4 uProjection;
uniform float uRelief, uAspect, uDetail;
${grid}
${sphere}
out vec3 vPosition;
out vec3 vDirection;

float heightIn(Mapping m) {
  return textureLod(uSurface, m.tile, uDetail).a;
}

void main() {
  vec2 place = vec2(corner()) / vec2(ivec2(uColumns, uRows) - 1);
  float longitude = (2.0 * place.x - 1.0) * 3.14159265;
  float latitude = (0.5 - place.y) * 3.14159265;
  vec3 p = vec3(cos(latitude) * vec2(sin(longitude), cos(longitude)), sin(latitude)).xzy;
  vec3 east, south;
  frameOf(p, east, south);
  float belt = 0.0, cap = 0.0, share = abs(p.y) < uMeeting.x ? 0.0 : 1.0;
  if (abs(p.y) < uMeeting.y) belt = heightIn(beltMapping(p, east, south));
  if (abs(p.y) > uMeeting.x) cap = heightIn(capMapping(p, east, south));
  if (share == 1.0 && abs(p.y) < uMeeting.y) share = capShare(p, belt, cap);
  float height = mix(belt, cap, share);
  vDirection = p;
  vPosition = p * (uRadius + (height - 0.5) * uRelief * uTile) + vec3(0.0, uRadius, 0.0);
  gl_Position = uProjection * vec4(vPosition, 1.0);
}
`;

export const sphereFragment = `${version}
${shading}
${shadowing}
${material}
${sphere}
uniform int uIsMirrored;
uniform vec2 uSurfaceSize;
in vec3 vPosition;
in vec3 vDirection;
out vec4 outColor;

struct Steps { vec2 x, y; };

Steps stepsOf(Mapping m, vec3 dx, vec3 dy) {
  vec2 scale = uRadius / uTile / vec2(1.0, uAspect);
  return Steps(vec2(dot(m.across, dx), dot(m.along, dx)) * scale,
    vec2(dot(m.across, dy), dot(m.along, dy)) * scale);
}

// A mirrored texture runs backwards in every other tile.
vec2 directionOf(vec2 tile) {
  return uIsMirrored == 1 ? 1.0 - 2.0 * mod(floor(tile), 2.0) : vec2(1.0);
}

// In: m, one way to map the texture.
Surface surfaceOf(Mapping m, Steps d, vec3 p, vec4 texel) {
  vec4 parameters = textureGrad(uParameters, m.tile, d.x, d.y);
  vec2 slope = texel.xy * uExaggeration * directionOf(m.tile);
  if (uIsGlobe > 0.0) slope.x *= length(p.xz);  // not of the map, but along the ground
  float widening = max(texel.z - dot(texel.xy, texel.xy), 0.0) * uExaggeration * uExaggeration;
  vec4 color = textureGrad(uColor, m.tile, d.x, d.y);
  float wet = wetShare(color.a, d.x, d.y);
  return Surface(color.rgb, parameters.g, parameters.r, widening, parameters.b,
    textureGrad(uEmissive, m.tile, d.x, d.y).rgb,
    normalize(p - slope.x * m.across - slope.y * m.along), wet,
    parameters.a * uRelief / uExaggeration);
}

float seenFrom(Mapping m, vec3 p) {
  float rise = dot(uSun, p);
  vec2 along = vec2(dot(uSun, m.across), dot(uSun, m.along));
  float level = max(length(along), 1e-4);
  if (rise <= 0.0) return 1.0;  // its back is dark by itself
  return sunSeen(uSurface, m.tile, along / level, rise / level, 1.5 / uSurfaceSize.x, 12);
}

Surface mixed(Surface a, Surface b, float t) {
  return Surface(mix(a.color, b.color, t), mix(a.metallic, b.metallic, t),
    mix(a.roughness, b.roughness, t), mix(a.widening, b.widening, t), mix(a.ao, b.ao, t),
    mix(a.emissive, b.emissive, t), normalize(mix(a.normal, b.normal, t)), mix(a.wet, b.wet, t),
    mix(a.depth, b.depth, t));
}

void main() {
  vec3 p = normalize(vDirection), dx = dFdx(p), dy = dFdy(p), east, south;
  frameOf(p, east, south);
  bool hasBelt = abs(p.y) < uMeeting.y, hasCap = abs(p.y) > uMeeting.x;
  Mapping belt, cap;
  Steps beltSteps, capSteps;
  vec4 beltTexel, capTexel;
  if (hasBelt) {
    belt = beltMapping(p, east, south);
    beltSteps = stepsOf(belt, dx, dy);
    beltTexel = textureGrad(uSurface, belt.tile, beltSteps.x, beltSteps.y);
  }
  if (hasCap) {
    cap = capMapping(p, east, south);
    capSteps = stepsOf(cap, dx, dy);
    capTexel = textureGrad(uSurface, cap.tile, capSteps.x, capSteps.y);
  }
  float share = hasCap ? 1.0 : 0.0;
  if (hasBelt && hasCap) share = capShare(p, beltTexel.a, capTexel.a);
  Mapping nearest = belt;
  if (share > 0.5) nearest = cap;
  float day = clamp(0.5 + 6.0 * dot(uSun, p), 0.0, 1.0);  // of a globe: views/globe.cpp
  float seen = uIsGlobe > 0.0 ? day : seenFrom(nearest, p);
  Surface surface;
  if (share < 1.0) surface = surfaceOf(belt, beltSteps, p, beltTexel);
  if (share == 1.0) surface = surfaceOf(cap, capSteps, p, capTexel);
  else if (share > 0.0) surface = mixed(surface, surfaceOf(cap, capSteps, p, capTexel), share);
  // Some light is hidden by the ground below, or by the night.
  surface.ao *= uIsGlobe > 0.0 ? 0.1 + 0.9 * day : 0.75 + 0.25 * smoothstep(-1.0, 0.2, p.y);
  vec3 mirrored = skyAt(dot(p, normalize(uEye - vPosition)));
  outColor = screenColor(compressed(lightOf(surface, p, vPosition, seen, mirrored)));
}
`;

export const groundFragment = `${version}
${shading}
uniform vec3 uEdge, uGround;
uniform float uShadow, uLift, uHeight, uRadius;
uniform int uIsSphere;
uniform vec2 uHalf, uExtent;
uniform vec3 uRight, uUp, uForward;
in vec2 vPoint;
out vec4 outColor;

// How much a blurred rectangle hides.
float coverage(vec2 at, vec2 halfSize, float blur) {
  vec2 within = gaussianStep((halfSize - at) / blur) - gaussianStep((-halfSize - at) / blur);
  return within.x * within.y;
}

// A shadow is softer if what throws it is higher.
float slabShadow(vec2 at) {
  float hidden = 0.0;
  for (int i = 0; i < 4; ++i) {
    float height = uHeight * (float(i) + 0.5) / 4.0;
    float away = height / max(uSun.y, 0.1);
    hidden = max(hidden, coverage(at + uSun.xz * away, uHalf, 0.008 + 0.2 * away));
  }
  float near = coverage(at, uHalf, 0.03 + 0.3 * uHeight);
  float around = coverage(at, uHalf, 0.1 + uHeight);
  return 1.0 - (1.0 - 0.55 * hidden) * (1.0 - 0.5 * near) * (1.0 - 0.35 * around);
}

float sphereShadow(vec2 at) {
  vec3 toCentre = vec3(-at.x, uRadius, -at.y);
  float away = length(toCentre);
  // The share of the sky that the ball hides.
  float sine = uRadius / away;
  float sky = sine * sine * sine;
  float angle = acos(clamp(dot(toCentre / away, uSun), -1.0, 1.0));
  float sun = 1.0 - smoothstep(-0.14, 0.14, angle - asin(min(sine, 1.0)));
  return 1.0 - (1.0 - 0.55 * sun) * (1.0 - 0.85 * sky);
}

void main() {
  vec2 screen = vec2(vPoint.x, vPoint.y - uLift) * uExtent.yx;
  vec3 ray = uForward + uRight * screen.x + uUp * screen.y;
  float pool = 0.0, hidden = 0.0;
  if (ray.y < -1e-4) {
    vec2 at = (uEye - ray * (uEye.y / ray.y)).xz;
    pool = exp(-dot(at, at) * 0.9);
    hidden = uIsSphere == 1 ? sphereShadow(at) : slabShadow(at);
  }
  vec3 light = mix(uEdge, uGround, pool);
  outColor = screenColor(light * (1.0 - hidden * uShadow));
}
`;
