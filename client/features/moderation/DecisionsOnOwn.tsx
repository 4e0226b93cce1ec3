import { useQuery } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import { promptPath } from "../../../contract/pages";
import { graphql } from "../../gql";
import { localeName, localeOf } from "../../i18n/locale-name";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { Button } from "../../ui/Button";
import { SettingsPart } from "../account";
import classes from "./DecisionsOnOwn.module.css";
import { useActText } from "./use-act-text";
import { useLoadMore } from "./use-load-more";

const PAGE = 10;

const DecisionsOnOwnQuery = graphql(`
  query DecisionsOnOwn($locale: Locale!, $first: Int!, $after: String) {
    viewer {
      user {
        id
      }
      moderationActs(first: $first, after: $after) {
        nodes {
          id
          kind
          reason
          note
          createdAt
          promptId
          prompt {
            id
            text(locale: $locale) {
              locale
              title
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** What moderators did to the member's prompts and account, and why. Nothing for whom they did nothing to. */
export function DecisionsOnOwn() {
  const { t, i18n } = useLingui();
  const { locale } = useSite();
  const path = useLocalePath();
  const actText = useActText();
  const { data, fetchMore } = useQuery(DecisionsOnOwnQuery, {
    variables: { locale: localeName(locale), first: PAGE },
    fetchPolicy: "cache-and-network",
  });
  const acts = data?.viewer?.moderationActs;
  const more = useLoadMore(() =>
    fetchMore({
      variables: { after: acts?.pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult: { viewer } }) =>
        before.viewer && viewer
          ? {
              ...before,
              viewer: {
                ...viewer,
                moderationActs: {
                  ...viewer.moderationActs,
                  nodes: [...before.viewer.moderationActs.nodes, ...viewer.moderationActs.nodes],
                },
              },
            }
          : before,
    }),
  );
  if (!acts || acts.nodes.length === 0) return null;
  return (
    <SettingsPart
      id="decisions"
      title={t`Decisions of the moderators`}
      lead={<Trans>What they did to your prompts and your account, and why.</Trans>}
    >
      <ul className={classes.list}>
        {acts.nodes.map(({ id, kind, reason, note, createdAt, promptId, prompt }) => (
          <li key={id}>
            <p className={classes.what}>
              <strong>{actText({ kind, reason })}</strong>
              <time dateTime={createdAt}>{i18n.date(new Date(createdAt), { dateStyle: "medium" })}</time>
            </p>
            {promptId !== null && (
              <p>
                {prompt ? (
                  <Link to={path(promptPath(promptId))} lang={localeOf(prompt.text.locale)} dir="auto">
                    {prompt.text.title}
                  </Link>
                ) : (
                  <Trans>The prompt is gone.</Trans>
                )}
              </p>
            )}
            {note && <blockquote dir="auto">{note}</blockquote>}
          </li>
        ))}
      </ul>
      {acts.pageInfo.hasNextPage && (
        <Button className={classes.more} variant="default" aria-busy={more.busy} onClick={more.load}>
          <Trans>Load more</Trans>
        </Button>
      )}
    </SettingsPart>
  );
}
