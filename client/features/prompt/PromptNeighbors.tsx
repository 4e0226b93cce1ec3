import type { FragmentType } from "@apollo/client";
import { useLingui } from "@lingui/react/macro";
import { promptPath } from "../../../contract/pages";
import { localeName } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useSite, useLocalePath } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { Link } from "../../ui/Link";
import { Icon } from "../../ui/Icon";
import classes from "./PromptNeighbors.module.css";

const PromptNeighbors_prompt = graphql(`
  fragment PromptNeighbors_prompt on Prompt {
    id
    previous {
      id
      text(locale: $locale) {
        title
      }
    }
    next {
      id
      text(locale: $locale) {
        title
      }
    }
  }
`);

interface PromptNeighborsProps {
  prompt: FragmentType<typeof PromptNeighbors_prompt>;
  /** The list that the prompt is in. */
  list: { path: string; name: string };
  /** Whether that list begins with the newest: the prompt before is the one with the next higher number then. */
  isNewestFirst: boolean;
}

/** Links to the prompt's list and to the prompts before and after it. */
export function PromptNeighbors({ prompt, list, isNewestFirst }: PromptNeighborsProps) {
  const { t } = useLingui();
  const { locale } = useSite();
  const path = useLocalePath();
  const { data, complete } = useFragment({
    fragment: PromptNeighbors_prompt,
    from: prompt,
    variables: { locale: localeName(locale) },
  });
  if (!complete) return null;
  const [previous, next] = isNewestFirst ? [data.next, data.previous] : [data.previous, data.next];
  const before = previous?.text.title;
  const after = next?.text.title;
  return (
    <nav className={classes.neighbors} aria-label={t`Prompts before and after`}>
      <Link className={classes.link} to={path(list.path)}>
        <Icon name="back" size={16} />
        {list.name}
      </Link>
      <span className={classes.end}>
        {previous && (
          <Link
            className={classes.step}
            to={path(promptPath(previous.id))}
            rel="prev"
            title={before}
            aria-label={t`Previous: ${before}`}
          >
            <Icon name="previous" />
          </Link>
        )}
        {next && (
          <Link
            className={classes.step}
            to={path(promptPath(next.id))}
            rel="next"
            title={after}
            aria-label={t`Next: ${after}`}
          >
            <Icon name="next" />
          </Link>
        )}
      </span>
    </nav>
  );
}
