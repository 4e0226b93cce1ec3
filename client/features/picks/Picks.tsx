import { type FragmentType } from "@apollo/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useDeferredValue } from "react";
import { PAGES } from "../../../contract/pages";
import type { PromptBrief_PromptFragment } from "../../gql/graphql";
import { useLocalePath } from "../../runtime/SiteProvider";
import { useAccount } from "../../session/use-signed-in";
import { OwnFavorites } from "../favorite-list";
import { Link } from "../../ui/Link";
import { AuthorLink, PromptBrief } from "../prompt";
import classes from "./Picks.module.css";

/** The tag of prompts recommended by the editors. */
export const FAVORITE_TAG = "favorite";

interface PicksProps {
  prompts: readonly ({
    id: string;
    /** Of news. */
    author?: { username: string } | null;
    sharedAt?: string | null;
  } & FragmentType<PromptBrief_PromptFragment>)[];
  total: number;
  /** The tag's label in the page's language. */
  title: string;
}

/**
 * The prompts that the editors recommend to begin with, as a shelf. For members their own first favourites, in the same room: CSS keeps it
 * empty until it is known which.
 */
export function Picks(picks: PicksProps) {
  const path = useLocalePath();
  const account = useAccount();
  const isMember = useDeferredValue(account !== null);
  const editors = { ...picks, allPath: `${path("/")}?tag=${FAVORITE_TAG}#all` };
  if (picks.prompts.length === 0) return null;
  if (!isMember || account === null) return <Shelf {...editors} isKnown={false} />;
  return (
    <OwnFavorites first={picks.prompts.length} unavailable={<Shelf {...editors} isKnown />} isQuiet>
      {(own) => <Shelf {...(own ?? editors)} isKnown={own !== undefined} />}
    </OwnFavorites>
  );
}

/** What members have shared last, with who and when. */
export function News({ prompts }: Pick<PicksProps, "prompts">) {
  const path = useLocalePath();
  return (
    <section className={classes.news} aria-labelledby="news">
      <div className={classes.row}>
        <h3 id="news">
          <Trans>New from the community</Trans>
        </h3>
        <Link className={classes.all} to={path(PAGES.communityPrompts.path)}>
          <Trans>Show all</Trans>
        </Link>
      </div>
      <Briefs prompts={prompts} />
    </section>
  );
}

function Shelf({ prompts, total, title, allPath, isKnown }: PicksProps & { allPath: string; isKnown: boolean }) {
  const { i18n } = useLingui();
  const all = i18n.number(total);
  return (
    <section className={classes.section} aria-labelledby="favorites" data-known={isKnown || undefined}>
      <div className={classes.row}>
        <h2 id="favorites">{title}</h2>
        {total > prompts.length && (
          <Link className={classes.all} to={allPath}>
            <Trans>Show all {all}</Trans>
          </Link>
        )}
      </div>
      <Briefs prompts={prompts} />
    </section>
  );
}

/** The day is that of UTC: the page has no room for the code that says how long ago. */
function Briefs({ prompts }: Pick<PicksProps, "prompts">) {
  const { i18n } = useLingui();
  return (
    <ul className={classes.shelf}>
      {prompts.map((prompt) => (
        <li key={prompt.id}>
          <PromptBrief prompt={prompt}>
            {prompt.author && <AuthorLink {...prompt.author} />}
            {prompt.sharedAt && i18n.date(prompt.sharedAt, { dateStyle: "medium", timeZone: "UTC" })}
          </PromptBrief>
        </li>
      ))}
    </ul>
  );
}
