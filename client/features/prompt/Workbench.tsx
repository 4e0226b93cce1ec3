import type { FragmentType } from "@apollo/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { localeInfo } from "../../../contract/locales";
import { graphql } from "../../gql";
import { localeName, localeOf } from "../../i18n/locale-name";
import { useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { Icon } from "../../ui/Icon";
import { LinkedText } from "../../ui/LinkedText";
import lamp from "../../ui/lamp.module.css";
import { FavoriteButton } from "../favorite";
import { VoteControl } from "../vote";
import { Bench } from "./Bench";
import { useCopyShortcut } from "./copy-shortcut";
import { AuthorMark, LanguageNote, PromptTags } from "./PromptFacts";
import { Sheet, type SheetHandle } from "./Sheet";
import { ShareMenu } from "./ShareMenu";
import { TextLanguageMenu } from "./TextLanguageMenu";
import { useBlanks } from "./use-blanks";
import { useBodyText } from "./use-body-text";
import { usePromptActions } from "./use-prompt-actions";
import { usePromptLanguage } from "./use-prompt-language";
import classes from "./Workbench.module.css";

const Workbench_prompt = graphql(`
  fragment Workbench_prompt on Prompt {
    id
    locales
    upvoteDifference
    copyCount
    shared
    author {
      id
      username
    }
    ...PromptBodyText_prompt
    ...PromptTags_prompt
  }
`);

interface WorkbenchProps {
  prompt: FragmentType<typeof Workbench_prompt>;
  /** The page's canonical URL. */
  url: string;
  /** Below the title. */
  origin?: ReactNode;
  /** Beside the ways to share. */
  more?: ReactNode;
  /** Below the notes. */
  below?: ReactNode;
  /** Below all of these. */
  comments: ReactNode;
  /** Beside the notes. */
  children: ReactNode;
}

/** A whole prompt on its own page: its text with the blanks to fill in, and what to do with it. */
export function Workbench({ prompt, url, origin, more, below, comments, children }: WorkbenchProps) {
  const { t } = useLingui();
  const { locale } = useSite();
  const { data, complete } = useFragment({
    fragment: Workbench_prompt,
    fragmentName: "Workbench_prompt",
    from: prompt,
    variables: { locale: localeName(locale) },
  });
  const languages = data.locales ?? [];
  const { wanted, show } = usePromptLanguage(languages);
  const { text, busy } = useBodyText(complete ? data : null, data.id ?? "", wanted, show);
  const blanks = useBlanks(data.id ?? "", text?.content ?? "");
  const actions = usePromptActions(data.id ?? "", () => Promise.resolve(blanks.text));
  const sheet = useRef<SheetHandle>(null);
  useCopyShortcut(actions.copy);
  if (!complete || !text) return null;
  const shown = localeOf(text.locale);
  const reading = { lang: shown, dir: "auto" } as const;
  const copies = data.copyCount;
  return (
    <>
      <article aria-labelledby="title">
        <header className={classes.head}>
          <PromptTags prompt={data} />
          <h1 id="title" {...reading}>
            {text.title}
          </h1>
          {text.remark && (
            <p className={classes.remark} {...reading}>
              {text.remark}
            </p>
          )}
          {data.author && data.shared && <AuthorMark username={data.author.username} />}
          {origin}
        </header>
        <div className={`${classes.bench} ${lamp.lamp}`}>
          <section className={classes.main} aria-label={t`Text of the prompt`}>
            <div className={classes.bar}>
              {languages.length > 1 ? (
                <TextLanguageMenu id={data.id} languages={languages} shown={shown} busy={busy} onShow={show} />
              ) : (
                shown === locale && (
                  <span className={classes.language}>
                    <Icon name="languages" size={16} />
                    {localeInfo(shown).name}
                  </span>
                )
              )}
              {copies > 0 && (
                <span className={classes.fact}>
                  <Plural value={copies} one="# copy" other="# copies" />
                </span>
              )}
              {/* The menu says it where there is one. */}
              {languages.length === 1 && <LanguageNote shown={shown} isOnly />}
            </div>
            <Sheet ref={sheet} className={classes.sheet} blanks={blanks} locale={shown} />
          </section>
          <Bench
            isFull
            blanks={blanks}
            actions={actions}
            copyCount={0}
            onJump={(index) => sheet.current?.focusBlank(index)}
          >
            <VoteControl
              look="bench"
              id={data.id}
              title={text.title}
              support={data.upvoteDifference}
              authorId={data.author?.id ?? null}
            />
            <FavoriteButton className={classes.heart} id={data.id} title={text.title} />
            {data.shared && <ShareMenu url={url} title={text.title} />}
            {more}
          </Bench>
        </div>
      </article>
      <div className={classes.columns}>
        {text.notes && (
          <section className={classes.notes} aria-labelledby="notes">
            <h2 id="notes">
              <Trans>Notes</Trans>
            </h2>
            {/* The line stands where the page begins, whatever the direction of the words. */}
            <div>
              <p {...reading}>
                <LinkedText text={text.notes} rel={data.author ? "nofollow ugc noopener" : "noopener"} />
              </p>
            </div>
          </section>
        )}
        {below && <div className={classes.below}>{below}</div>}
        <div className={classes.comments}>{comments}</div>
        <div className={classes.side}>{children}</div>
      </div>
    </>
  );
}
