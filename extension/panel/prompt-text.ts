import { blanksIn, fillText, NO_VALUES } from "../../contract/blanks";
import { promptSegments } from "../../contract/prompt-markup";
import type { Prompt } from "../site/prompts";

export function hasBlanks({ text }: Prompt): boolean {
  return blanksIn(promptSegments(text.content)).length > 0;
}

/** The text as it stands: defaults, and the names of empty blanks in brackets. */
export function plainText({ text }: Prompt): string {
  return fillText(promptSegments(text.content), NO_VALUES);
}
