import { promptSegments } from "../../../contract/prompt-markup";
import { blankState, blankText, NO_VALUES } from "./blanks";
import classes from "./PromptExcerpt.module.css";

/** The beginning of a text, with its blanks, which are not filled in here. */
export function PromptExcerpt({ text }: { text: string }) {
  return promptSegments(text).map((segment, index) =>
    segment.kind === "text" ? (
      segment.text
    ) : (
      <span key={index} className={classes.blank} data-state={blankState(segment.variable, NO_VALUES)}>
        {blankText(segment.variable, NO_VALUES)}
      </span>
    ),
  );
}
