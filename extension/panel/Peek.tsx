import { useMemo } from "react";
import { blankState, blankText, NO_VALUES } from "../../contract/blanks";
import { localeInfo } from "../../contract/locales";
import { promptSegments } from "../../contract/prompt-markup";
import { localeOf, type Prompt } from "../site/prompts";

/** The first lines of a text with its blanks. */
export function Peek({ prompt: { text } }: { prompt: Prompt }) {
  const segments = useMemo(() => promptSegments(text.content), [text.content]);
  const locale = localeOf(text.locale);
  return (
    <p className="peek" lang={locale} dir={localeInfo(locale).dir}>
      {segments.map((segment, index) =>
        segment.kind === "text" ? (
          segment.text
        ) : (
          <span key={index} className="blank" data-state={blankState(segment.variable, NO_VALUES)}>
            {blankText(segment.variable, NO_VALUES)}
          </span>
        ),
      )}
    </p>
  );
}
