import type { FragmentType } from "@apollo/client";
import { Trans } from "@lingui/react/macro";
import { promptPath } from "../../../contract/pages";
import { graphql } from "../../gql";
import { localeName, localeOf } from "../../i18n/locale-name";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { AuthorLink } from "../prompt";
import { Link } from "../../ui/Link";
import classes from "./SavedCopy.module.css";

const CopiedFrom_prompt = graphql(`
  fragment CopiedFrom_prompt on Prompt {
    id
    copyOf {
      id
      author {
        id
        username
      }
      text(locale: $locale) {
        locale
        title
      }
    }
  }
`);

/** Which public prompt a prompt was copied from. */
export function CopiedFrom({ prompt }: { prompt: FragmentType<typeof CopiedFrom_prompt> }) {
  const { locale } = useSite();
  const path = useLocalePath();
  const { data, complete } = useFragment({
    fragment: CopiedFrom_prompt,
    fragmentName: "CopiedFrom_prompt",
    from: prompt,
    variables: { locale: localeName(locale) },
  });
  if (!complete || !data.copyOf) return null;
  const { id, author, text } = data.copyOf;
  // An element, because Lingui would parse tags in a plain string value.
  const title = <bdi lang={localeOf(text.locale)}>{text.title}</bdi>;
  const name = author && <AuthorLink username={author.username} />;
  return (
    <p className={classes.origin}>
      {name ? (
        <Trans>
          Copied from <Link to={path(promptPath(id))}>“{title}”</Link> by {name}
        </Trans>
      ) : (
        <Trans>
          Copied from <Link to={path(promptPath(id))}>“{title}”</Link>
        </Trans>
      )}
    </p>
  );
}
