import type { FragmentType } from "@apollo/client";
import { Trans } from "@lingui/react/macro";
import { useRef } from "react";
import { promptPath } from "../../../contract/pages";
import { graphql } from "../../gql";
import { localeName, localeOf } from "../../i18n/locale-name";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { Link } from "../../ui/Link";
import { Icon } from "../../ui/Icon";
import lamp from "../../ui/lamp.module.css";
import { FavoriteButton } from "../favorite";
import { Bench } from "./Bench";
import { CommentCount, PromptTags, SupportCount } from "./PromptFacts";
import { Sheet, type SheetHandle } from "./Sheet";
import { useBlanks } from "./use-blanks";
import { usePromptActions } from "./use-prompt-actions";
import { useCopyShortcut } from "./copy-shortcut";
import classes from "./PickOfTheDay.module.css";

const PickOfTheDay_prompt = graphql(`
  fragment PickOfTheDay_prompt on Prompt {
    id
    upvoteDifference
    copyCount
    commentCount
    text(locale: $locale) {
      locale
      title
      remark
      content
    }
    ...PromptTags_prompt
  }
`);

/** One prompt, ready to be filled in and copied: it shows what the site is for without a word of explanation. */
export function PickOfTheDay({ prompt }: { prompt: FragmentType<typeof PickOfTheDay_prompt> }) {
  const { locale } = useSite();
  const path = useLocalePath();
  const { data, complete } = useFragment({
    fragment: PickOfTheDay_prompt,
    fragmentName: "PickOfTheDay_prompt",
    from: prompt,
    variables: { locale: localeName(locale) },
  });
  const blanks = useBlanks(data.id ?? "", data.text?.content ?? "");
  const actions = usePromptActions(data.id ?? "", () => Promise.resolve(blanks.text));
  const sheet = useRef<SheetHandle>(null);
  useCopyShortcut(actions.copy);
  if (!complete) return null;
  const { text, upvoteDifference, copyCount, commentCount } = data;
  const shown = localeOf(text.locale);
  const page = path(promptPath(data.id));
  return (
    <article className={`${classes.pick} ${lamp.lamp}`} aria-labelledby="pick">
      <div className={classes.main}>
        <div className={classes.head}>
          <div className={classes.facts}>
            <span className={classes.kicker}>
              <Icon name="lamp" size={16} />
              <Trans>Pick of the day</Trans>
            </span>
            <PromptTags prompt={data} />
          </div>
          <FavoriteButton className={classes.heart} id={data.id} title={text.title} />
        </div>
        <h2 id="pick" className={classes.title} lang={shown} dir="auto">
          <Link to={page}>{text.title}</Link>
        </h2>
        {text.remark && (
          <p className={classes.remark} lang={shown} dir="auto">
            {text.remark}
          </p>
        )}
        <Sheet brief ref={sheet} className={classes.sheet} blanks={blanks} locale={shown} />
        <Link className={classes.more} to={page}>
          <Trans>The whole text</Trans>
          <Icon name="forward" size={15} />
        </Link>
      </div>
      <Bench
        blanks={blanks}
        actions={actions}
        copyCount={copyCount}
        onJump={(index) => sheet.current?.focusBlank(index)}
      >
        <CommentCount value={commentCount} />
        <SupportCount value={upvoteDifference} />
      </Bench>
    </article>
  );
}
