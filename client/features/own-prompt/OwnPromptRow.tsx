import type { FragmentType } from "@apollo/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { localeInfo } from "../../../contract/locales";
import { promptPath } from "../../../contract/pages";
import { FormIcon } from "../../forms/FormIcon";
import { graphql } from "../../gql";
import { localeOf } from "../../i18n/locale-name";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { requestPromptEditor } from "../../session/dialog-request";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Spinner } from "../../ui/Spinner";
import { cardVariables, CopyButton, PromptRowText, PromptTags, usePromptCopy, rowClasses } from "../prompt";
import { isUnsavedId } from "../prompt-editor";
import { OwnPromptMenu } from "./OwnPromptMenu";
import { useSharingDoubt } from "./sharing-doubts";
import classes from "./OwnPromptRow.module.css";

const OwnPromptRow_prompt = graphql(`
  fragment OwnPromptRow_prompt on Prompt {
    id
    locales
    shared
    sharedAt
    hidden
    updatedAt
    text(locale: $locale) {
      locale
      title
      remark
      excerpt(length: $excerptLength)
    }
    ...PromptTags_prompt
  }
`);

interface OwnPromptRowProps {
  prompt: FragmentType<typeof OwnPromptRow_prompt>;
  onDelete(prompt: { id: string; title: string; shared: boolean }): void;
}

/** One of the member's prompts in the list of all of them. */
export function OwnPromptRow({ prompt, onDelete }: OwnPromptRowProps) {
  const { t, i18n } = useLingui();
  const { locale } = useSite();
  const path = useLocalePath();
  const titleId = useId();
  const { data, complete } = useFragment({
    fragment: OwnPromptRow_prompt,
    fragmentName: "OwnPromptRow_prompt",
    from: prompt,
    variables: cardVariables(locale),
  });
  const id = data.id ?? "";
  const language = data.text?.locale ? localeOf(data.text.locale) : locale;
  const { outcome, busy, copy } = usePromptCopy(id, language);
  const isInDoubt = useSharingDoubt(id);
  if (!complete) return null;
  const { text, shared, sharedAt, hidden, updatedAt, locales } = data;
  const { title } = text;
  const day = (moment: string) => i18n.date(new Date(moment), { dateStyle: "medium" });
  const exactly = (moment: string) => i18n.date(new Date(moment), { dateStyle: "medium", timeStyle: "short" });
  const names = locales.map((each) => localeInfo(localeOf(each)).name);
  const changed = <time dateTime={updatedAt}>{day(updatedAt)}</time>;
  const sharing = sharedAt ?? updatedAt;
  const since = <time dateTime={sharing}>{day(sharing)}</time>;
  const languageCount = locales.length;
  // It has no page yet, and nothing can be done with it.
  const isSaving = isUnsavedId(id);
  return (
    <article className={classes.row} aria-labelledby={titleId} aria-busy={isSaving}>
      <div className={classes.body}>
        <PromptRowText
          text={text}
          language={language}
          titleId={titleId}
          page={isSaving ? null : path(promptPath(id))}
          note={
            hidden && (
              <p className={classes.hidden}>
                <Icon name="alert" size={16} />
                <Trans>Hidden by the people who run the site: only you can see it.</Trans>
              </p>
            )
          }
        />
        <div className={rowClasses.meta}>
          {isInDoubt ? (
            <span className={classes.fact}>
              <Icon name="alert" size={14} />
              <Trans>It is not known whether others can see it.</Trans>
            </span>
          ) : (
            <span className={classes.fact} title={shared ? exactly(sharing) : undefined}>
              {shared ? <Icon name="share" size={14} /> : <FormIcon name="lock" size={14} />}
              {shared ? <Trans>Shared since {since}</Trans> : <Trans>Private</Trans>}
            </span>
          )}
          {languageCount > 1 && (
            <span className={classes.fact} title={new Intl.ListFormat(locale).format(names)}>
              <Icon name="languages" size={14} />
              <Plural value={languageCount} one="# language" other="# languages" />
            </span>
          )}
          <span className={classes.fact} title={exactly(updatedAt)}>
            <Trans>Changed {changed}</Trans>
          </span>
          <PromptTags prompt={data} />
        </div>
      </div>
      {isSaving ? (
        <p className={classes.saving}>
          <Spinner />
          <Trans>Saving…</Trans>
        </p>
      ) : (
        <div className={classes.acts}>
          <CopyButton look="card" label={t`Copy “${title}”`} outcome={outcome} busy={busy} count={0} onCopy={copy} />
          <Button
            variant="default"
            aria-label={t`Edit “${title}”`}
            aria-haspopup="dialog"
            onClick={() => requestPromptEditor(id)}
          >
            <Trans>Edit</Trans>
          </Button>
          <OwnPromptMenu
            id={id}
            title={title}
            shared={shared || isInDoubt}
            onDelete={() => onDelete({ id, title, shared })}
          />
        </div>
      )}
    </article>
  );
}
