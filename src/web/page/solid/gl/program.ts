// A compiled shader with uniforms by name.

type Uniform = number | readonly number[] | Float32Array;
export type Uniforms = Record<string, Uniform>;

type Places = Map<string, { type: number; at: WebGLUniformLocation | null }>;

export class Program {
  readonly #program: WebGLProgram;
  #uniforms: Places | undefined;

  /** Starts to compile in the background: see isReady. */
  constructor(private readonly gl: WebGL2RenderingContext, vertex: string, fragment: string) {
    this.#program = gl.createProgram();
    for (const source of [vertex, fragment]) {
      const type = source === vertex ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER;
      const shader = gl.createShader(type);
      if (shader === null) continue; // the context is lost
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.#program, shader);
      gl.deleteShader(shader);
    }
    gl.linkProgram(this.#program);
  }

  isReady(parallel: KHR_parallel_shader_compile): boolean {
    const { gl } = this;
    return Boolean(gl.getProgramParameter(this.#program, parallel.COMPLETION_STATUS_KHR));
  }

  /** Makes it the current program. In: values by name; unused ones are ignored. */
  use(values: Readonly<Uniforms>): void {
    this.gl.useProgram(this.#program);
    this.#uniforms ??= this.#list();
    for (const [name, value] of Object.entries(values)) {
      const uniform = this.#uniforms.get(name);
      if (uniform !== undefined) this.#setOne(uniform.type, uniform.at, value);
    }
  }

  dispose(): void {
    this.gl.deleteProgram(this.#program);
  }

  #list(): Places {
    const { gl } = this;
    const program = this.#program;
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new Error(`a shader does not compile: ${this.#messages()}`);
    const uniforms: Places = new Map();
    const count = Number(gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS));
    for (let i = 0; i < count; ++i) {
      const info = gl.getActiveUniform(program, i);
      if (info === null) continue;
      const { name, type } = info;
      uniforms.set(name.replace("[0]", ""), { type, at: gl.getUniformLocation(program, name) });
    }
    return uniforms;
  }

  #messages(): string {
    const { gl } = this;
    const shaders = gl.getAttachedShaders(this.#program) ?? [];
    return shaders.map((shader) => gl.getShaderInfoLog(shader)).join("\n");
  }

  #setOne(type: number, at: WebGLUniformLocation | null, value: Uniform): void {
    const { gl } = this;
    if (typeof value === "number") {
      if (type === gl.FLOAT) gl.uniform1f(at, value);
      else gl.uniform1i(at, value); // also for samplers
      return;
    }
    if (type === gl.FLOAT_MAT4) gl.uniformMatrix4fv(at, false, value);
    else if (type === gl.FLOAT_VEC2) gl.uniform2fv(at, value);
    else if (type === gl.FLOAT_VEC3) gl.uniform3fv(at, value);
    else gl.uniform4fv(at, value);
  }
}
