// The structs of cobble_c.h: their fields in order, after their size.

import { Layout } from "./memory.js";

export const issueLayout = new Layout({
  where: "pointer",
  message: "pointer",
  hint: "pointer",
  option: "pointer",
  pointer: "pointer",
  formula: "pointer",
  offset: "u32",
  line: "i32",
  column: "i32",
  suggestion: "pointer",
});

export const imageLayout = new Layout(
  {
    samples: "pointer",
    size: "u32",
    width: "i64",
    height: "i64",
    channels: "i32",
    format: "i32",
    rowStride: "u32",
  },
  false,
);

export const compileLayout = new Layout({
  simd: "pointer",
  valuesOnly: "i32",
  maxCost: "f64",
  maxMemory: "i64",
  threads: "i64",
  progress: "pointer",
  user: "pointer",
});

export const infoLayout = new Layout({
  width: "i64",
  height: "i64",
  mapCount: "u32",
  low: "f64",
  high: "f64",
  evaluations: "f64",
  simd: "pointer",
  cost: "f64",
  maxCost: "f64",
});

export const renderLayout = new Layout({
  x: "i64",
  y: "i64",
  width: "i64",
  height: "i64",
  threads: "i32",
  progress: "pointer",
  user: "pointer",
  maxCost: "f64",
});

export const encodeLayout = new Layout({
  format: "pointer",
  maps: "pointer",
  mapCount: "u32",
  bits: "i32",
  noMetadata: "i32",
  compression: "pointer",
  primaries: "pointer",
  georeference: "pointer",
  maxPixels: "i64",
  maxCost: "f64",
  maxMemory: "i64",
  terrain: "pointer",
  lowest: "f64", // elevation[0]
  highest: "f64",
});

export const pointsLayout = new Layout({
  count: "u32",
  x: "pointer",
  y: "pointer",
  z: "pointer",
  value: "pointer",
  dx: "pointer",
  dy: "pointer",
  dz: "pointer",
  maps: "pointer",
  mapChannels: "u32",
});
