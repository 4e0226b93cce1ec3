import type { FragmentType } from "@apollo/client";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { localeInfo } from "../../../contract/locales";
import { promptPath } from "../../../contract/pages";
import { promptSegments } from "../../../contract/prompt-markup";
import { localeOf } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useSite, useLocalePath } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { Link } from "../../ui/Link";
import { IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { FavoriteButton } from "../favorite";
import { fillText } from "../../../contract/blanks";
import { CardText } from "./CardText";
import { type Highlight, marked } from "./highlight";
import { cardVariables, useCardText } from "./card-text";
import { PromptActions } from "./PromptActions";
import { AuthorMark, CommentCount, LanguageNote, PromptTags, SupportCount } from "./PromptFacts";
import { useBlanks } from "./use-blanks";
import { useExpandedText } from "./use-expanded-text";
import { usePromptActions } from "./use-prompt-actions";
import { usePromptContent } from "./use-prompt-content";
import { usePromptLanguage } from "./use-prompt-language";
import classes from "./PromptCard.module.css";

const PromptCard_prompt = graphql(`
  fragment PromptCard_prompt on Prompt {
    id
    locales
    upvoteDifference
    copyCount
    commentCount
    author {
      id
      username
    }
    ...PromptCardText_prompt
    ...PromptTags_prompt
  }
`);

interface PromptCardProps {
  prompt: FragmentType<typeof PromptCard_prompt>;
  /** Of the text in the page's language. */
  highlight?: Highlight | undefined;
}

/** A prompt in a list: title, remark, excerpt and actions. It lights up when one of its blanks is pressed. */
export function PromptCard({ prompt, highlight: found }: PromptCardProps) {
  const { t } = useLingui();
  const { locale } = useSite();
  const path = useLocalePath();
  // Not the prompt's id: a page may show a prompt twice.
  const titleId = useId();
  const { data, complete } = useFragment({
    fragment: PromptCard_prompt,
    fragmentName: "PromptCard_prompt",
    from: prompt,
    variables: cardVariables(locale),
  });
  const { wanted, target, show } = usePromptLanguage(data.locales ?? []);
  const { text, busy } = useCardText(complete ? data : null, data.id ?? "", wanted, show);
  const shown = text ? localeOf(text.locale) : wanted;
  const id = data.id ?? "";
  const fetchContent = usePromptContent(id, shown);
  const whole = useExpandedText(fetchContent, shown);
  const [lit, setLit] = useState<"never" | "on" | "off">("never");
  const blanks = useBlanks(id, whole.content ?? text?.excerpt ?? "", lit !== "never");
  const actions = usePromptActions(id, () =>
    fetchContent().then((content) => fillText(promptSegments(content), blanks.values)),
  );
  if (!complete || !text) return null;
  const page = path(promptPath(id));
  // The list was searched in the page's language.
  const highlight = wanted === locale ? found : undefined;
  const name = target && localeInfo(target).name;
  return (
    <article className={classes.card} data-lit={lit === "on" || undefined} aria-labelledby={titleId}>
      <div className={classes.head}>
        <PromptTags prompt={data} without="favorite" />
        {target && (
          <IconButton
            className={classes.language}
            lang={target}
            title={name ?? undefined}
            aria-label={t`Show in ${name}`}
            aria-busy={busy}
            data-needs-script
            onClick={() => show(target)}
          >
            <Icon name="languages" />
          </IconButton>
        )}
        <FavoriteButton id={id} title={text.title} />
      </div>
      <div className={classes.about}>
        <h3 id={titleId} className={classes.title} lang={shown} dir="auto">
          <Link to={page}>{marked(text.title, highlight?.title)}</Link>
        </h3>
        {text.remark && (
          <p className={classes.remark} lang={shown} dir="auto">
            {marked(text.remark, highlight?.remark)}
          </p>
        )}
        {data.author && <AuthorMark username={data.author.username} />}
      </div>
      <CardText
        blanks={blanks}
        locale={shown}
        to={page}
        excerpt={text.excerpt}
        isWhole={text.excerptIsWhole}
        whole={whole}
        note={<LanguageNote shown={shown} isOnly={data.locales.length === 1} />}
        isLit={lit === "on"}
        onLight={() => setLit("on")}
        onLeave={() => setLit("off")}
        onCopy={actions.copy}
      />
      <div className={classes.foot}>
        <PromptActions actions={actions} look="card" copyCount={data.copyCount} />
        <span className={classes.counts}>
          <CommentCount value={data.commentCount} />
          <SupportCount value={data.upvoteDifference} />
        </span>
      </div>
    </article>
  );
}
