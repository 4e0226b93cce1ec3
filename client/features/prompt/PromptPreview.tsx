import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { promptSegments } from "../../../contract/prompt-markup";
import type { Locale } from "../../../contract/locales";
import lamp from "../../ui/lamp.module.css";
import { TagMarks } from "../tag";
import { blanksIn, blankState, type BlankValues, fillText, NO_VALUES } from "../../../contract/blanks";
import { Sheet } from "./Sheet";
import type { Blanks } from "./use-blanks";
import classes from "./PromptPreview.module.css";

interface PromptPreviewProps {
  title: string;
  remark: string;
  content: string;
  locale: Locale;
  tags: readonly { slug: string; label: string }[];
}

/** A prompt as others will see it. Its blanks work; what is filled in is not kept. */
export function PromptPreview({ title, remark, content, locale, tags }: PromptPreviewProps) {
  const blanks = useUnkeptBlanks(content);
  return (
    <article className={`${lamp.lamp} ${classes.preview}`}>
      <TagMarks tags={tags} />
      {title.trim() ? (
        <h4 className={classes.title} lang={locale} dir="auto">
          {title}
        </h4>
      ) : (
        <p className={`${classes.title} ${classes.missing}`}>
          <Trans>Title</Trans>
        </p>
      )}
      {remark && (
        <p className={classes.remark} lang={locale} dir="auto">
          {remark}
        </p>
      )}
      {content.trim() ? (
        <Sheet className={classes.sheet} blanks={blanks} locale={locale} />
      ) : (
        <p className={`${classes.sheet} ${classes.missing}`}>
          <Trans>Your text appears here.</Trans>
        </p>
      )}
    </article>
  );
}

function useUnkeptBlanks(content: string): Blanks {
  const [values, setValues] = useState<BlankValues>(NO_VALUES);
  return useMemo(() => {
    const segments = promptSegments(content);
    const all = blanksIn(segments);
    return {
      segments,
      all,
      values,
      stateOf: (variable) => blankState(variable, values),
      readyCount: all.filter((variable) => blankState(variable, values) !== "empty").length,
      text: fillText(segments, values),
      outlastPage: true,
      set: (name, value) => setValues((before) => new Map(before).set(name, value)),
      clear: () => setValues(NO_VALUES),
    };
  }, [content, values]);
}
