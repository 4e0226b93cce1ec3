import type { ReactNode } from "react";
import { promptSegments } from "../../../contract/prompt-markup";
import type { Locale } from "../../../contract/locales";
import { blankState, blankText, NO_VALUES } from "../../../contract/blanks";
import { type Highlight, marked } from "./highlight";
import { Link } from "../../ui/Link";
import classes from "./PromptRowText.module.css";

interface PromptRowTextProps {
  text: { title: string; remark: string | null; excerpt: string };
  /** Of the text. */
  language: Locale;
  /** The id of the title. */
  titleId: string;
  /** The prompt's page; null while it has none. */
  page: string | null;
  /** Above the excerpt. */
  note?: ReactNode;
  /** Where it has the words that the list is searched for. */
  highlight?: Highlight | undefined;
}

/** What a row of a list says of a prompt: title, remark, and the beginning of the text with its blanks, which are not filled in here. */
export function PromptRowText({
  text: { title, remark, excerpt },
  language,
  titleId,
  page,
  note,
  highlight,
}: PromptRowTextProps) {
  const reading = { lang: language, dir: "auto" } as const;
  return (
    <>
      <h3 id={titleId} className={classes.title} {...reading}>
        {page === null ? title : <Link to={page}>{marked(title, highlight?.title)}</Link>}
      </h3>
      {remark && (
        <p className={classes.remark} {...reading}>
          {marked(remark, highlight?.remark)}
        </p>
      )}
      {note}
      <p className={classes.line} {...reading}>
        {promptSegments(excerpt).map((segment, index) =>
          segment.kind === "text" ? (
            segment.text
          ) : (
            <span key={index} className={classes.blank} data-state={blankState(segment.variable, NO_VALUES)}>
              {blankText(segment.variable, NO_VALUES)}
            </span>
          ),
        )}
      </p>
    </>
  );
}
