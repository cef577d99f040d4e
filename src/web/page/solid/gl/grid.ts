// A grid of quads, whose vertices have only a number.

/** Ends a strip in WebGL2. */
const restart = 0xffffffff;

export class Grid {
  #buffer: WebGLBuffer | null = null;
  #lines: readonly [number, number] = [0, 0];

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** In: the number of lines in both directions. Vertices are numbered by rows. */
  draw(columns: number, rows: number): void {
    const { gl } = this;
    if (this.#lines[0] !== columns || this.#lines[1] !== rows) this.#fill(columns, rows);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#buffer);
    gl.drawElements(gl.TRIANGLE_STRIP, (rows - 1) * (2 * columns + 1), gl.UNSIGNED_INT, 0);
  }

  dispose(): void {
    this.gl.deleteBuffer(this.#buffer);
  }

  // One strip between each pair of rows.
  #fill(columns: number, rows: number): void {
    const { gl } = this;
    const indices = new Uint32Array((rows - 1) * (2 * columns + 1));
    let at = 0;
    for (let row = 0; row + 1 < rows; ++row) {
      for (let vertex = row * columns; vertex < (row + 1) * columns; ++vertex) {
        indices[at++] = vertex;
        indices[at++] = vertex + columns;
      }
      indices[at++] = restart;
    }
    this.#buffer ??= gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#buffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    this.#lines = [columns, rows];
  }
}
