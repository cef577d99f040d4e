// Makes the control for a key from its description.

import { choiceControl, switchControl, textControl } from "./choices.js";
import { colorControl, colorsControl } from "./colors.js";
import type { Control, Target } from "./control.js";
import { CurveControl } from "./curve.js";
import { axesControl, listControl, rangeControl, sizeControl, vectorControl } from "./lists.js";
import { numberControl } from "./numbers.js";
import { RampControl } from "./ramp.js";

/** By the type of the key. Nodes and objects have no control of their own. */
export const makers: Record<string, (target: Target) => Control> = {
  integer: numberControl,
  number: numberControl,
  bool: switchControl,
  choice: choiceControl,
  text: textControl,
  size: sizeControl,
  vector: vectorControl,
  scale: axesControl,
  "by-axis": axesControl,
  list: listControl,
  range: rangeControl,
  pairs: (target) => new CurveControl(target),
  stops: (target) => new RampControl(target),
  color: colorControl,
  colors: colorsControl,
};
