import { type FragmentType } from "@apollo/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { PromptCard_PromptFragment } from "../../gql/graphql";
import type { ReactNode } from "react";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { PromptGrid } from "../prompt";
import classes from "./Suggestions.module.css";
import { totalText } from "./total-text";

type Cards = readonly ({ id: string } & FragmentType<PromptCard_PromptFragment>)[];

interface SuggestionsProps {
  /** Prompts from elsewhere that match the same filters. */
  matches: { totalCount: number; totalCountIsExact: boolean; nodes: Cards };
  /** What they are called. */
  title: ReactNode;
  /** Shown if nothing matches anywhere. */
  favorites: { nodes: Cards };
  /** Whether the list itself has nothing. */
  isOnly: boolean;
}

/** What else there is when little or nothing in the list matches. */
export function Suggestions({ matches, title, favorites, isOnly }: SuggestionsProps) {
  const { i18n } = useLingui();
  const total = matches.totalCount;
  const prompts = total > 0 ? matches.nodes : isOnly ? favorites.nodes : [];
  if (prompts.length === 0) return null;
  return (
    <section aria-labelledby="suggestions">
      <div className={classes.row}>
        <h2 id="suggestions">{total > 0 ? title : <Trans>One of these might help</Trans>}</h2>
        {total > 0 && (
          <span className={classes.total}>
            <span aria-hidden="true">{totalText(i18n, total, matches.totalCountIsExact)}</span>
            <VisuallyHidden>
              <Plural value={total} one="# prompt" other="# prompts" />
            </VisuallyHidden>
          </span>
        )}
      </div>
      <PromptGrid prompts={prompts} />
    </section>
  );
}
