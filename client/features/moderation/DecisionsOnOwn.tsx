import { Trans, useLingui } from "@lingui/react/macro";
import { LoadFailure } from "../../forms/LoadFailure";
import { graphql } from "../../gql";
import { localeName } from "../../i18n/locale-name";
import { useQuery } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { Button } from "../../ui/Button";
import { SettingsPart } from "../account";
import { Decision } from "./Decision";
import classes from "./DecisionsOnOwn.module.css";
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
          ...Decision_act @unmask
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
  const { data, error, refetch, fetchMore } = useQuery(DecisionsOnOwnQuery, {
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
  const section = { id: "decisions", title: t`Decisions of the moderators` } as const;
  if (error && !acts) {
    return (
      <SettingsPart {...section}>
        <LoadFailure error={error} onRetry={() => void refetch().catch(() => null)} />
      </SettingsPart>
    );
  }
  if (!acts || acts.nodes.length === 0) return null;
  return (
    <SettingsPart {...section} lead={<Trans>What they did to your prompts and your account, and why.</Trans>}>
      <ul className={classes.list}>
        {acts.nodes.map((act) => (
          <li key={act.id}>
            <Decision
              act={act}
              aside={
                <time dateTime={act.createdAt}>{i18n.date(new Date(act.createdAt), { dateStyle: "medium" })}</time>
              }
            />
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
