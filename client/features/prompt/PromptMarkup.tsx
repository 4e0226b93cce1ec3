import { promptSegments } from "../../../contract/prompt-markup";
import classes from "./PromptMarkup.module.css";

/** A prompt's text with its variables as chips. */
export function PromptMarkup({ text }: { text: string }) {
  return promptSegments(text).map((segment, index) =>
    segment.kind === "text" ? (
      segment.text
    ) : (
      <var key={index} className={classes.variable}>
        {segment.variable.label}
      </var>
    ),
  );
}
