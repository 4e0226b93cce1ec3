import { type FragmentType } from "@apollo/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { PromptCard_PromptFragment } from "../../gql/graphql";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { PromptGrid } from "../prompt";
import classes from "./Suggestions.module.css";

type Cards = readonly ({ id: string } & FragmentType<PromptCard_PromptFragment>)[];

interface SuggestionsProps {
  /** Community prompts that match the same filters. */
  community: { totalCount: number; nodes: Cards };
  /** Shown if no community prompt matches either. */
  favorites: { nodes: Cards };
}

/** Alternatives when nothing in the library matches. */
export function Suggestions({ community, favorites }: SuggestionsProps) {
  const { i18n } = useLingui();
  const total = community.totalCount;
  const prompts = total > 0 ? community.nodes : favorites.nodes;
  if (prompts.length === 0) return null;
  return (
    <section aria-labelledby="suggestions">
      <div className={classes.row}>
        <h2 id="suggestions">
          {total > 0 ? <Trans>Community prompts that match</Trans> : <Trans>Perhaps one of these</Trans>}
        </h2>
        {total > 0 && (
          <span className={classes.total}>
            <span aria-hidden="true">{i18n.number(total)}</span>
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
