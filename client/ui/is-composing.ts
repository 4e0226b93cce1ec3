import type { KeyboardEvent } from "react";

/** The key code that browsers report for keys that an input method handles. */
const INPUT_METHOD_KEY = 229;

/** Whether a key belongs to an input method. Safari ends the composition before the keydown of the Enter that ended it. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === INPUT_METHOD_KEY;
}
