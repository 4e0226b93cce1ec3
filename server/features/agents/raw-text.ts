import type { BlankValues } from "../../../contract/blanks";
import type { RawFormat } from "../../../contract/raw-text";
import type { WholePrompt } from "./agent-prompt";
import { fillPrompt } from "./filled-prompt";
import { licenceOf, promptMarkdown } from "./prompt-markdown";

/**
 * A prompt in one of the formats. Markdown and JSON have the text as it was written, too, for who fills its blanks later.
 * @param values of its blanks
 * @param site its address without a trailing slash
 * @throws BAD_USER_INPUT if the text would become too long
 */
export function rawText(prompt: WholePrompt, format: RawFormat, values: BlankValues, site: string): string {
  const { text, empty } = fillPrompt(prompt.content, values);
  if (format === "txt") return text;
  if (format === "md") return promptMarkdown(prompt, site, values.size > 0 ? text : prompt.content);
  return JSON.stringify({ ...prompt, text, emptyBlanks: empty, license: licenceOf(prompt, site) });
}
