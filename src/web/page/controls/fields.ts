// Makes the control for a key from its description.

import { noiseRange } from "../outline.js";
import { choiceControl, switchControl, textControl } from "./choices.js";
import { colorControl, colorsControl } from "./colors.js";
import type { Control, Target } from "./control.js";
import { CurveControl } from "./curve.js";
import { AxesControl, listControl, rangeControl, sizeControl, vectorControl } from "./lists.js";
import { numberControl } from "./numbers.js";
import { RampControl } from "./ramp.js";

type Maker = (target: Target) => Control;

const makers: Record<string, Maker> = {
  integer: numberControl,
  number: numberControl,
  bool: switchControl,
  choice: choiceControl,
  text: textControl,
  size: sizeControl,
  vector: vectorControl,
  scale: (target) => new AxesControl(target),
  "by-axis": (target) => new AxesControl(target),
  list: listControl,
  range: rangeOf,
  pairs: (target) => new CurveControl(target),
  stops: (target) => new RampControl(target),
  color: colorControl,
  colors: colorsControl,
};

/** Returns what makes a key's control; undefined for nodes and objects. */
export function makerFor(type: string): Maker | undefined {
  return makers[type];
}

// The recipe's range starts with the bounds of its noise.
function rangeOf(target: Target): Control {
  return rangeControl(target, () =>
    target.pointer === "/range" ? noiseRange(target.app.document.state) : [0, 1],
  );
}
