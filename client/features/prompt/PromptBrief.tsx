import type { FragmentType } from "@apollo/client";
import type { ReactNode } from "react";
import { promptPath } from "../../../contract/pages";
import { graphql } from "../../gql";
import { localeName, localeOf } from "../../i18n/locale-name";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { CopyIconButton } from "./CopyButton";
import { LanguageMark, PromptTags } from "./PromptFacts";
import { usePromptCopy } from "./use-prompt-copy";
import { Link } from "../../ui/Link";
import classes from "./PromptBrief.module.css";

const PromptBrief_prompt = graphql(`
  fragment PromptBrief_prompt on Prompt {
    id
    text(locale: $locale) {
      locale
      title
    }
    ...PromptTags_prompt
  }
`);

interface PromptBriefProps {
  prompt: FragmentType<typeof PromptBrief_prompt>;
  /** Who has shared it, and when. */
  children?: ReactNode;
}

/** A prompt in few words: title, tags, and a button that copies it. */
export function PromptBrief({ prompt, children }: PromptBriefProps) {
  const { locale } = useSite();
  const path = useLocalePath();
  const { data, complete } = useFragment({
    fragment: PromptBrief_prompt,
    fragmentName: "PromptBrief_prompt",
    from: prompt,
    variables: { locale: localeName(locale) },
  });
  const shown = data.text?.locale ? localeOf(data.text.locale) : locale;
  const { outcome, busy, copy } = usePromptCopy(data.id ?? "", shown);
  if (!complete) return null;
  const { title } = data.text;
  return (
    <div className={classes.brief}>
      <div className={classes.words}>
        <h3 className={classes.title}>
          <Link to={path(promptPath(data.id))}>
            <bdi lang={shown}>{title}</bdi>
          </Link>
        </h3>
        <div className={classes.facts}>
          {children}
          <PromptTags prompt={data} without="favorite" />
          <LanguageMark shown={shown} />
        </div>
      </div>
      <CopyIconButton title={title} outcome={outcome} busy={busy} onCopy={copy} />
    </div>
  );
}
