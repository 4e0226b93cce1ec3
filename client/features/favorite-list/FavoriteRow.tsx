import { useSortable } from "@dnd-kit/sortable";
import type { FragmentType } from "@apollo/client";
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { promptPath } from "../../../contract/pages";
import { FormIcon, type FormIconName } from "../../forms/FormIcon";
import { graphql } from "../../gql";
import { localeOf } from "../../i18n/locale-name";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { closeMenu, Disclosure } from "../../ui/Disclosure";
import { Icon } from "../../ui/Icon";
import menu from "../../ui/menu.module.css";
import { FavoriteButton } from "../favorite";
import {
  AuthorMark,
  cardVariables,
  CopyButton,
  LanguageMark,
  PromptRowText,
  PromptTags,
  usePromptCopy,
  rowClasses,
} from "../prompt";
import classes from "./FavoriteRow.module.css";

const FavoriteRow_prompt = graphql(`
  fragment FavoriteRow_prompt on Prompt {
    id
    author {
      id
      username
    }
    text(locale: $locale) {
      locale
      title
      remark
      excerpt(length: $excerptLength)
    }
    ...PromptTags_prompt
  }
`);

/** Where a row is moved from its menu. */
export type Step = "top" | "up" | "down" | "bottom";

interface FavoriteRowProps {
  id: string;
  prompt: FragmentType<typeof FavoriteRow_prompt>;
  isFirst: boolean;
  isLast: boolean;
  onMove(id: string, title: string, step: Step): void;
  onRemove(id: string): void;
}

/** One of the member's favourites. */
export function FavoriteRow({ id, prompt, isFirst, isLast, onMove, onRemove }: FavoriteRowProps) {
  const { t } = useLingui();
  const { locale } = useSite();
  const path = useLocalePath();
  const titleId = useId();
  const { data, complete } = useFragment({
    fragment: FavoriteRow_prompt,
    fragmentName: "FavoriteRow_prompt",
    from: prompt,
    variables: cardVariables(locale),
  });
  const title = data.text?.title ?? "";
  const language = data.text?.locale ? localeOf(data.text.locale) : locale;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    data: { title },
  });
  const { outcome, busy, copy } = usePromptCopy(id, language);
  if (!complete) return null;
  const { text, author } = data;
  // There is no order of one.
  const isAlone = isFirst && isLast;
  const steps: [step: Step, isPossible: boolean, icon: FormIconName | "arrowUp" | "arrowDown", label: string][] = [
    ["top", !isFirst, "top", t`Move to the top`],
    ["up", !isFirst, "arrowUp", t`Move up`],
    ["down", !isLast, "arrowDown", t`Move down`],
    ["bottom", !isLast, "bottom", t`Move to the bottom`],
  ];
  return (
    <li
      ref={setNodeRef}
      className={classes.item}
      data-dragging={isDragging || undefined}
      style={transform ? { transform: `translateY(${transform.y}px)`, transition } : undefined}
    >
      <article className={classes.row} aria-labelledby={titleId}>
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={classes.handle}
          hidden={isAlone}
          aria-label={t`Move “${title}”`}
          aria-describedby={attributes["aria-describedby"]}
          {...listeners}
        >
          <FormIcon name="grip" />
        </button>
        <div className={classes.body}>
          <PromptRowText text={text} language={language} titleId={titleId} page={path(promptPath(id))} />
          <div className={rowClasses.meta}>
            <LanguageMark shown={language} />
            {author && <AuthorMark username={author.username} />}
            <PromptTags prompt={data} without="favorite" />
          </div>
        </div>
        <div className={classes.acts}>
          <CopyButton look="card" label={t`Copy “${title}”`} outcome={outcome} busy={busy} count={0} onCopy={copy} />
          <FavoriteButton isListed id={id} title={title} onPress={(wanted) => !wanted && onRemove(id)} />
          {!isAlone && (
            <Disclosure
              className={`${menu.menu} ${classes.menu}`}
              summaryClassName={`${menu.summary} ${classes.summary}`}
              name={t`More for “${title}”`}
              label={<FormIcon name="more" />}
            >
              <ul className={`${menu.list} ${classes.list}`}>
                {steps.map(([step, isPossible, icon, label]) => (
                  <li key={step}>
                    <button
                      type="button"
                      aria-disabled={!isPossible || undefined}
                      onClick={(event) => {
                        if (!isPossible) return;
                        closeMenu(event.currentTarget);
                        onMove(id, title, step);
                      }}
                    >
                      {icon === "arrowUp" || icon === "arrowDown" ? <Icon name={icon} /> : <FormIcon name={icon} />}
                      {label}
                    </button>
                  </li>
                ))}
              </ul>
            </Disclosure>
          )}
        </div>
      </article>
    </li>
  );
}
