import { type FragmentType } from "@apollo/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import type { PromptBrief_PromptFragment } from "../../gql/graphql";
import { useLocalePath } from "../../runtime/SiteProvider";
import { PromptBrief } from "../prompt";
import classes from "./Favorites.module.css";

/** The tag of prompts recommended by the editors. */
export const FAVORITE_TAG = "favorite";

interface FavoritesProps {
  prompts: readonly ({ id: string } & FragmentType<PromptBrief_PromptFragment>)[];
  total: number;
  /** The tag's label in the page's language. */
  title: string;
}

/** The prompts that the editors recommend to begin with, as a shelf. */
export function Favorites({ prompts, total, title }: FavoritesProps) {
  const { i18n } = useLingui();
  const path = useLocalePath();
  if (prompts.length === 0) return null;
  const all = i18n.number(total);
  return (
    <section aria-labelledby="favorites">
      <div className={classes.row}>
        <h2 id="favorites">{title}</h2>
        {total > prompts.length && (
          <Link className={classes.all} to={`${path("/")}?tag=${FAVORITE_TAG}#all`}>
            <Trans>Show all {all}</Trans>
          </Link>
        )}
      </div>
      <ul className={classes.shelf}>
        {prompts.map((prompt) => (
          <li key={prompt.id}>
            {/* The heading of the shelf says the tag. */}
            <PromptBrief prompt={prompt} withoutTag={FAVORITE_TAG} />
          </li>
        ))}
      </ul>
    </section>
  );
}
