// Draws a scene by WebGL2.

import { clamp, scaledSize } from "../../math.js";
import { projectionOf } from "../camera.js";
import { irradianceHarmonics } from "../light.js";
import type { Material } from "../material.js";
import type { Kind, Scene } from "../scene.js";
import { packFragment, shadowFragment, wholeVertex } from "./prepare_glsl.js";
import { Program, type Uniforms } from "./program.js";
import {
  groundFragment,
  slabFragment,
  slabVertex,
  sphereFragment,
  sphereVertex,
} from "./solid_glsl.js";
import { bindTextures, deleteTextures, drawInto, packTextures, type Textures } from "./textures.js";

/** While a scene moves, slower frames are drawn with fewer pixels. */
const smoothMilliseconds = 30;
/** After some frames that took longer, or one much longer, all frames have less detail. */
const slowMilliseconds = 200;
const maxSlowFrames = 3;
/** The maximum number of quads along a side. */
const maxGrid = { fast: 512, slow: 160 };
/** Enough to make a sphere look round. */
const minSphereGrid = 96;
const maxAnisotropy = { fast: 8, slow: 1 };
/** How long to wait for a lost context. */
const restoreMilliseconds = 3000;
const noAnswer = "The graphics processor does not respond";
const tooSlow = "WebGL2 is too slow here";
/** If a frame takes longer, it is drawn by slow software, and the page would stall. */
const maxMilliseconds = 3000;

const sources = {
  pack: [wholeVertex, packFragment],
  shadow: [wholeVertex, shadowFragment],
  ground: [wholeVertex, groundFragment],
  slab: [slabVertex, slabFragment],
  sphere: [sphereVertex, sphereFragment],
} as const;
type Programs = Record<keyof typeof sources, Program>;

interface Frame {
  scene: Scene;
  width: number;
  height: number;
  isMoving: boolean;
}

/** A frame that is being drawn. */
interface Drawing {
  sync: WebGLSync | null;
  start: number;
  frame: Frame;
  pixels: number;
  /** Whether it uploaded a texture, which takes time. */
  isFirst: boolean;
}

interface RendererEvents {
  /** A picture is complete. If it is not final, a better one may follow. */
  drawn(isFinal: boolean): void;
  /** Nothing can be drawn any more. In: why, for people. */
  failed(reason: string): void;
}

/** Returns undefined if the browser has no WebGL2. */
export function createGlRenderer(canvas: HTMLCanvasElement, events: RendererEvents) {
  const gl = canvas.getContext("webgl2", {
    alpha: false,
    antialias: true,
    preserveDrawingBuffer: true, // for Export
  });
  // For drawing into textures of half floats.
  if (gl === null || gl.getExtension("EXT_color_buffer_float") === null) return undefined;
  return new GlRenderer(canvas, gl, events);
}

export class GlRenderer {
  #programs: Programs | undefined;
  // Signalled when all programs are compiled.
  #compiled: WebGLSync | null = null;
  #textures: Textures | undefined;
  // What the textures contain, and for which sun.
  #packed = "";
  #shadowed = "";
  #material: Material | undefined;
  #kind: Kind = "slab";
  #wanted: Frame | undefined;
  #last: Frame | undefined;
  #request = 0;
  #drawing: Drawing | undefined;
  // Of the last frame without uploads.
  #millisecondsPerPixel = 0;
  #speed: "fast" | "slow" = "fast";
  #slowFrames = 0;
  #lossTimer = 0;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly gl: WebGL2RenderingContext,
    private readonly events: RendererEvents,
  ) {
    canvas.addEventListener("webglcontextlost", this.#onLost);
    canvas.addEventListener("webglcontextrestored", this.#onRestored);
    this.#compile();
  }

  setMaterial(material: Material, kind: Kind): void {
    this.#material = material;
    this.#kind = kind;
  }

  /** Draws a scene soon. In: the size in pixels; isMoving, to be fast rather than sharp. */
  draw(scene: Scene, width: number, height: number, isMoving: boolean): void {
    this.#wanted = { scene, width, height, isMoving };
    this.#continueSoon();
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
    window.clearTimeout(this.#lossTimer);
    this.canvas.removeEventListener("webglcontextlost", this.#onLost);
    this.canvas.removeEventListener("webglcontextrestored", this.#onRestored);
    deleteTextures(this.gl, this.#textures);
    for (const program of Object.values(this.#programs ?? {})) program.dispose();
    this.#programs = undefined;
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  readonly #onLost = (event: Event) => {
    event.preventDefault(); // lets it be restored
    this.#programs = undefined;
    this.#drawing = undefined;
    this.#wanted ??= this.#last;
    this.#lossTimer = window.setTimeout(() => this.events.failed(noAnswer), restoreMilliseconds);
  };

  readonly #onRestored = () => {
    window.clearTimeout(this.#lossTimer);
    this.#textures = undefined;
    this.#packed = "";
    this.gl.getExtension("EXT_color_buffer_float");
    this.#compile();
    this.#continueSoon();
  };

  #compile(): void {
    const programs = Object.entries(sources).map(([name, [vertex, fragment]]) => [
      name,
      new Program(this.gl, vertex, fragment),
    ]);
    this.#programs = Object.fromEntries(programs) as Programs;
    this.#compiled = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.gl.flush();
  }

  #continueSoon(): void {
    if (this.#request === 0) this.#request = requestAnimationFrame(() => this.#continue());
  }

  // Starts a frame when the last one is finished, so that frames do not queue up.
  #continue(): void {
    this.#request = 0;
    const isFinished = this.#isFinished();
    const programs = this.#programs;
    if (programs === undefined) return; // until the context is restored, or for good
    if (!isFinished || !this.#isCompiled(programs)) {
      this.#continueSoon();
      return;
    }
    const frame = this.#wanted;
    if (frame === undefined || this.#material === undefined) return;
    this.#wanted = undefined;
    this.#last = frame;
    try {
      this.#drawFrame(programs, frame, this.#material);
      this.#continueSoon();
    } catch (error) {
      console.warn(error); // for example, a driver cannot compile a shader
      this.events.failed("This browser's WebGL2 does not work");
    }
  }

  #isCompiled(programs: Programs): boolean {
    const parallel = this.gl.getExtension("KHR_parallel_shader_compile");
    if (parallel !== null) return Object.values(programs).every((each) => each.isReady(parallel));
    return this.#isSignalled(this.#compiled);
  }

  // Unlike clientWaitSync, this does not wait for the graphics processor.
  #isSignalled(sync: WebGLSync | null): boolean {
    const { gl } = this;
    return sync === null || gl.getSyncParameter(sync, gl.SYNC_STATUS) !== gl.UNSIGNALED;
  }

  #isFinished(): boolean {
    const { gl } = this;
    const drawing = this.#drawing;
    if (drawing === undefined) return true;
    if (!this.#isSignalled(drawing.sync)) return false;
    gl.deleteSync(drawing.sync);
    this.#drawing = undefined;
    const milliseconds = performance.now() - drawing.start;
    if (!drawing.isFirst) this.#measure(milliseconds, drawing.pixels);
    if (milliseconds > maxMilliseconds) this.events.failed(tooSlow);
    else this.events.drawn(!drawing.frame.isMoving);
    return true;
  }

  #measure(milliseconds: number, pixels: number): void {
    this.#millisecondsPerPixel = milliseconds / pixels;
    const times = Math.floor(milliseconds / slowMilliseconds);
    this.#slowFrames = times === 0 ? 0 : this.#slowFrames + times;
    if (this.#speed === "slow" || this.#slowFrames < maxSlowFrames) return;
    this.#speed = "slow";
    this.#packed = ""; // textures need another filter
  }

  #drawFrame(programs: Programs, frame: Frame, material: Material): void {
    const { gl, canvas } = this;
    const scale = frame.isMoving ? this.#movingScale(frame) : 1;
    const [width, height] = scaledSize([frame.width, frame.height], scale);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const start = performance.now();
    const isFirst = this.#prepare(programs, frame.scene, material);
    gl.viewport(0, 0, width, height);
    gl.disable(gl.DEPTH_TEST);
    this.#drawGround(programs.ground, frame.scene, material);
    gl.enable(gl.DEPTH_TEST);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    if (frame.scene.kind === "sphere") this.#drawSphere(programs.sphere, frame.scene, material);
    else this.#drawSlab(programs.slab, frame.scene);
    const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    this.#drawing = { sync, start, frame, pixels: width * height, isFirst };
  }

  #movingScale({ width, height }: Frame): number {
    const expected = this.#millisecondsPerPixel * width * height;
    return Math.max(Math.min(Math.sqrt(smoothMilliseconds / Math.max(expected, 1)), 1), 0.35);
  }

  // Uploads a changed material, and finds where a changed sun shines. Returns whether the
  // material has changed.
  #prepare(programs: Programs, scene: Scene, material: Material): boolean {
    const { gl } = this;
    const packed = `${material.id} ${this.#kind}`;
    const isNew = packed !== this.#packed;
    if (isNew) {
      deleteTextures(gl, this.#textures);
      const anisotropy = maxAnisotropy[this.#speed];
      this.#textures = packTextures(gl, programs.pack, material, this.#kind, anisotropy);
      this.#packed = packed;
      this.#shadowed = "";
    }
    const shadowed = `${scene.sun.join()} ${scene.relief}`;
    const textures = this.#textures;
    if (scene.kind === "sphere" || textures === undefined || shadowed === this.#shadowed)
      return isNew;
    const [x, y, z] = scene.sun;
    const level = Math.max(Math.hypot(x, z), 1e-4);
    programs.shadow.use({
      ...bindTextures(gl, { uSurface: textures.by.uSurface }),
      uSunOnTile: [x / level, z / level, y / level],
      uRelief: scene.relief,
      uAspect: material.aspect,
    });
    drawInto(gl, [textures.by.uSeen], textures.width, textures.height);
    this.#shadowed = shadowed;
    return isNew;
  }

  #common(scene: Scene): Uniforms {
    return {
      uEye: scene.camera.position,
      uSun: scene.sun,
      uTurn: [Math.cos(scene.turn), Math.sin(scene.turn)],
      uIrradiance: irradianceHarmonics,
      uProjection: projectionOf(scene.camera),
      uRelief: scene.relief,
      uExaggeration: scene.exaggeration,
      uHasWater: Number(this.#material?.hasWater),
      uTile: scene.tile,
      uHalf: scene.half,
      uRadius: scene.radius,
      uSeam: scene.seam,
    };
  }

  #bound(): Record<string, number> {
    return bindTextures(this.gl, (this.#textures as Textures).by);
  }

  #drawGround(program: Program, scene: Scene, material: Material): void {
    const { camera, backdrop } = scene;
    program.use({
      ...this.#common(scene),
      uEdge: backdrop.edge,
      uGround: backdrop.ground,
      uShadow: backdrop.shadow,
      uLift: camera.lift,
      uHeight: scene.base + scene.relief * scene.tile * material.meanHeight,
      uIsSphere: Number(scene.kind === "sphere"),
      uExtent: camera.extent,
      uRight: camera.right,
      uUp: camera.up,
      uForward: camera.forward,
    });
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 3);
  }

  // One quad per pixel of the texture, but not more than the screen can show.
  #gridOf(pixels: number): number {
    const onScreen = Math.max(this.canvas.width, this.canvas.height) / 2;
    return Math.round(clamp(Math.min(pixels, onScreen), 8, maxGrid[this.#speed]));
  }

  #drawSlab(program: Program, scene: Scene): void {
    const { width, height } = this.#textures as Textures;
    const columns = this.#gridOf(width * scene.repeats);
    const rows = this.#gridOf(height * scene.repeats);
    this.#drawGrid(program, columns + 3, rows + 3, {
      ...this.#common(scene),
      ...this.#bound(),
      uBase: scene.base,
      uRepeats: scene.repeats,
      uDetail: Math.max(Math.log2((width * scene.repeats) / columns), 0),
      uIsTerrain: Number(scene.kind === "terrain"),
    });
  }

  #drawSphere(program: Program, scene: Scene, material: Material): void {
    const { width, height } = this.#textures as Textures;
    const { isGlobe } = scene;
    const across = (isGlobe ? 1 : 2 * scene.repeats) * width; // pixels around the equator
    const columns = Math.max(this.#gridOf(across), minSphereGrid);
    this.#drawGrid(program, columns + 1, columns / 2 + 1, {
      ...this.#common(scene),
      ...this.#bound(),
      uAspect: material.aspect,
      uDetail: Math.max(Math.log2(across / columns), 0),
      uIsMirrored: Number(!material.picture.tiling && !isGlobe),
      uIsGlobe: Number(isGlobe),
      uMeeting: isGlobe ? [2, 3] : [0.64, 0.84],
      uSurfaceSize: [width, height],
    });
  }

  // In: the number of grid lines in both directions.
  #drawGrid(program: Program, columns: number, rows: number, values: Uniforms): void {
    const { gl } = this;
    const [uColumns, uRows] = [Math.floor(columns), Math.floor(rows)];
    program.use({ ...values, uColumns, uRows });
    gl.enable(gl.CULL_FACE); // the back would be shaded for nothing
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 2 * uColumns, uRows - 1);
    gl.disable(gl.CULL_FACE);
  }
}
