// Numbers in GLSL, and the start of each shader.

export const version = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
`;

export function number(value: number): string {
  return value.toFixed(6);
}

/** In: two to four numbers. */
export function vector(values: readonly number[]): string {
  return `vec${values.length}(${values.map(number).join(", ")})`;
}
