// A material's textures: its maps, uploaded as they are, packed by a shader, and filtered.

import type { RenderedMap } from "../../contract.js";
import type { Material } from "../material.js";
import type { Kind } from "../scene.js";
import type { Program, Uniforms } from "./program.js";

const mapNames = "height normal color roughness metallic ao emissive water".split(" ");

/** The textures to draw with, by the names of their uniforms, and their size. */
export interface Textures {
  by: Record<"uSurface" | "uColor" | "uParameters" | "uEmissive" | "uSeen", WebGLTexture>;
  width: number;
  height: number;
}

/** Binds textures to units, in order. Returns the units by name. */
export function bindTextures(
  gl: WebGL2RenderingContext,
  textures: Readonly<Record<string, WebGLTexture>>,
): Record<string, number> {
  const units: Record<string, number> = {};
  Object.entries(textures).forEach(([name, texture], unit) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    units[name] = unit;
  });
  return units;
}

/**
 * In: pack, the program that packs maps; anisotropy, the maximum ratio of sides of the area that a
 * pixel samples.
 */
export function packTextures(
  gl: WebGL2RenderingContext,
  pack: Program,
  material: Material,
  kind: Kind,
  anisotropy: number,
): Textures {
  const { picture } = material;
  const { width, height } = picture;
  const maps = mapNames.map((name) => picture.maps.get(name));
  const sources = maps.map((map) =>
    map === undefined
      ? upload(gl, { channels: 1, samples: new Float32Array(1) }, 1, 1)
      : upload(gl, map, width, height),
  );
  const wrap = wrapOf(gl, picture.tiling, kind);
  const make = (format: number, w = width, h = height) => {
    const texture = storage(gl, format, w, h, wrap);
    if (picture.isSphere) gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.REPEAT);
    filterAnisotropically(gl, anisotropy);
    return texture;
  };
  const hasEmissive = picture.maps.has("emissive");
  const by: Textures["by"] = {
    uSurface: make(gl.RGBA16F),
    uColor: make(gl.SRGB8_ALPHA8),
    uParameters: make(material.hasWater ? gl.RGBA16F : gl.RGBA8),
    uEmissive: hasEmissive ? make(gl.R11F_G11F_B10F) : make(gl.R11F_G11F_B10F, 1, 1),
    uSeen: make(gl.R8),
  };
  const uniforms: Uniforms = {
    uHeights: [material.low, material.scale, picture.normalY],
    uHasWater: Number(material.hasWater),
    uIsTerrain: Number(kind === "terrain"),
  };
  mapNames.forEach((name, i) => {
    uniforms[`u${capital(name)}Channels`] = maps[i]?.channels ?? 0;
  });
  const inputs = Object.fromEntries(mapNames.map((name, i) => [`u${capital(name)}`, sources[i]]));
  pack.use({ ...uniforms, ...bindTextures(gl, inputs as Record<string, WebGLTexture>) });
  const targets = [by.uSurface, by.uColor, by.uParameters];
  drawInto(gl, hasEmissive ? [...targets, by.uEmissive] : targets, width, height);
  for (const source of sources) gl.deleteTexture(source);
  return { by, width, height };
}

export function deleteTextures(gl: WebGL2RenderingContext, textures: Textures | undefined): void {
  for (const texture of Object.values(textures?.by ?? {})) gl.deleteTexture(texture);
}

/** Draws into textures of one size by the current program, and makes their smaller levels. */
export function drawInto(
  gl: WebGL2RenderingContext,
  targets: readonly WebGLTexture[],
  width: number,
  height: number,
): void {
  const frame = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  const attachments = targets.map((target, i) => {
    const attachment = gl.COLOR_ATTACHMENT0 + i;
    gl.framebufferTexture2D(gl.FRAMEBUFFER, attachment, gl.TEXTURE_2D, target, 0);
    return attachment;
  });
  gl.drawBuffers(attachments);
  gl.viewport(0, 0, width, height);
  gl.disable(gl.DEPTH_TEST);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.deleteFramebuffer(frame);
  for (const target of targets) {
    gl.bindTexture(gl.TEXTURE_2D, target);
    gl.generateMipmap(gl.TEXTURE_2D);
  }
}

const capital = (name: string) => name[0]?.toUpperCase() + name.slice(1);

function wrapOf(gl: WebGL2RenderingContext, tiling: boolean, kind: Kind): number {
  if (tiling) return gl.REPEAT;
  return kind === "sphere" ? gl.MIRRORED_REPEAT : gl.CLAMP_TO_EDGE;
}

function storage(
  gl: WebGL2RenderingContext,
  format: number,
  width: number,
  height: number,
  wrap: number,
  levels = Math.floor(Math.log2(Math.max(width, height))) + 1,
  filter: number = gl.LINEAR,
): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, levels, format, width, height);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrap);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrap);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
  const smaller = levels > 1 ? gl.LINEAR_MIPMAP_LINEAR : filter;
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, smaller);
  return texture;
}

// For the bound texture. A context uses its own maximum if that is smaller.
function filterAnisotropically(gl: WebGL2RenderingContext, anisotropy: number): void {
  const extension = gl.getExtension("EXT_texture_filter_anisotropic");
  if (extension === null) return;
  gl.texParameterf(gl.TEXTURE_2D, extension.TEXTURE_MAX_ANISOTROPY_EXT, anisotropy);
}

// Makes a texture of a map's numbers.
function upload(
  gl: WebGL2RenderingContext,
  { channels, samples }: RenderedMap,
  width: number,
  height: number,
): WebGLTexture {
  const inner = [gl.R32F, gl.RG32F, gl.RGB32F, gl.RGBA32F][channels - 1] ?? gl.R32F;
  const outer = [gl.RED, gl.RG, gl.RGB, gl.RGBA][channels - 1] ?? gl.RED;
  const texture = storage(gl, inner, width, height, gl.CLAMP_TO_EDGE, 1, gl.NEAREST);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, outer, gl.FLOAT, samples);
  return texture;
}
