import { blanksIn, blankState, blankText, type BlankValues, fillText } from "../../../contract/blanks";
import { promptSegments } from "../../../contract/prompt-markup";
import { badInputError } from "../../platform/domain/domain-error";

/** In UTF-16 code units. A text may repeat a blank 200 times, and each time its value. */
export const MAX_FILLED_LENGTH = 200_000;

export interface FilledPrompt {
  text: string;
  /** The names of the blanks without a value and without a default: the text has their labels in brackets. */
  empty: string[];
}

/** The text that the page would copy with these values. @throws BAD_USER_INPUT if it would be longer than MAX_FILLED_LENGTH */
export function fillPrompt(content: string, values: BlankValues): FilledPrompt {
  const segments = promptSegments(content);
  let length = 0;
  for (const segment of segments)
    length += (segment.kind === "text" ? segment.text : blankText(segment.variable, values)).length;
  if (length > MAX_FILLED_LENGTH)
    throw badInputError(`The filled text would have more than ${MAX_FILLED_LENGTH} UTF-16 code units.`, "values");
  const empty = blanksIn(segments).filter((variable) => blankState(variable, values) === "empty");
  return { text: fillText(segments, values), empty: empty.map(({ name }) => name) };
}
