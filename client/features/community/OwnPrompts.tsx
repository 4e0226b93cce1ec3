import { skipToken } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { PAGES } from "../../../contract/pages";
import { graphql } from "../../gql";
import { localeName } from "../../i18n/locale-name";
import { useQuery } from "../../runtime/apollo-hooks";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { useSignedIn } from "../../session/use-signed-in";
import { OwnPromptCount } from "../prompt";
import { Link } from "../../ui/Link";
import classes from "./OwnPrompts.module.css";

const OwnPromptCountQuery = graphql(`
  query OwnPromptCount($locale: Locale!) {
    viewer {
      user {
        id
        promptCount
      }
      prompts(locale: $locale, first: 0) {
        totalCount
      }
    }
  }
`);

/** What the member has written so far. In every page, and shown to members from its first moment; how much it is comes later. */
export function OwnPrompts() {
  const { locale } = useSite();
  const path = useLocalePath();
  const signedIn = useSignedIn();
  const { data } = useQuery(OwnPromptCountQuery, signedIn ? { variables: { locale: localeName(locale) } } : skipToken);
  const viewer = data?.viewer;
  return (
    <section className={classes.own} aria-labelledby="own-prompts">
      <h2 id="own-prompts">
        <Trans>Your prompts</Trans>
      </h2>
      <p>
        {viewer &&
          (viewer.prompts.totalCount === 0 ? (
            <Trans>No prompts of your own yet</Trans>
          ) : (
            <OwnPromptCount total={viewer.prompts.totalCount} shared={viewer.user.promptCount} />
          ))}
      </p>
      <Link to={path(PAGES.user.path)}>
        <Trans>My prompts</Trans>
      </Link>
    </section>
  );
}
