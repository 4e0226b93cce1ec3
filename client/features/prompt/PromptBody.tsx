import type { FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { localeInfo } from "../../../contract/locales";
import { localeName, localeOf } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useSite } from "../../runtime/SiteProvider";
import { AuthorMark, PromptTags, SupportCount } from "./PromptFacts";
import { PromptActions } from "./PromptActions";
import { PromptLanguageButton, usePromptLanguage } from "./PromptLanguageButton";
import { PromptMarkup } from "./PromptMarkup";
import { useBodyText } from "./use-body-text";
import classes from "./PromptBody.module.css";

const PromptBody_prompt = graphql(`
  fragment PromptBody_prompt on Prompt {
    id
    languages
    upvoteDifference
    author {
      id
      username
    }
    ...PromptBodyText_prompt
    ...PromptTags_prompt
  }
`);

/** A whole prompt, for its own page. */
export function PromptBody({ prompt }: { prompt: FragmentType<typeof PromptBody_prompt> }) {
  const { t } = useLingui();
  const { locale } = useSite();
  const { data, complete } = useFragment({
    fragment: PromptBody_prompt,
    fragmentName: "PromptBody_prompt",
    from: prompt,
    variables: { locale: localeName(locale) },
  });
  const { wanted, target, show } = usePromptLanguage(data.languages ?? []);
  const { text, busy } = useBodyText(complete ? data : null, data.id ?? "", wanted, show);
  if (!complete || !text) return null;
  const shown = localeOf(text.locale);
  const reading = { lang: shown, dir: "auto" } as const;
  return (
    <article className={classes.prompt} aria-labelledby="title">
      <h1 id="title" className={classes.title} {...reading}>
        {text.title}
      </h1>
      {text.remark && (
        <p className={classes.remark} {...reading}>
          {text.remark}
        </p>
      )}
      <div className={classes.facts}>
        <SupportCount value={data.upvoteDifference} />
        {data.author && <AuthorMark username={data.author.username} />}
        <PromptTags prompt={data} />
      </div>
      <section className={classes.inset} aria-label={t`Text of the prompt`}>
        <div className={classes.bar}>
          <span className={classes.language}>{localeInfo(shown).name}</span>
          {target && <PromptLanguageButton target={target} busy={busy} onShow={show} />}
          <div className={classes.actions}>
            <PromptActions id={data.id} locale={shown} hasVariables={text.hasVariables} />
          </div>
        </div>
        <div className={classes.text} {...reading}>
          <PromptMarkup text={text.content} />
        </div>
      </section>
      {text.notes && (
        <section className={classes.notes}>
          <h2>
            <Trans>Notes</Trans>
          </h2>
          <p {...reading}>{text.notes}</p>
        </section>
      )}
    </article>
  );
}
