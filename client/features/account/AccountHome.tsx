import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { graphql } from "../../gql";
import { localeName } from "../../i18n/locale-name";
import { useQuery } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { useViewer } from "../../session/viewer";
import { Avatar } from "../../ui/Avatar";
import { PageLoading } from "../../ui/PageLoading";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { PageHead, unlistedHeadData } from "../head";
import { OwnPromptCount } from "../prompt";
import { AccountNav, type AccountView } from "./AccountNav";
import { NeedsScript } from "./AccountPage";
import classes from "./AccountHome.module.css";

const AccountSummaryQuery = graphql(`
  query AccountSummary($locale: Locale!) {
    viewer {
      user {
        id
        createdAt
        promptCount
      }
      prompts(locale: $locale, first: 0) {
        totalCount
      }
      allFavorites: favorites(first: 0) {
        totalCount
      }
    }
  }
`);

interface AccountFrameProps {
  title: string;
  /** Who sees the title as the heading of the page: nobody where the member's name is the heading, or is about to be. */
  headingFor: "everyone" | "visitors" | "nobody";
  children: ReactNode;
}

/** The head of a member's page. */
export function AccountFrame({ title, headingFor, children }: AccountFrameProps) {
  return (
    <>
      <PageHead {...unlistedHeadData(title)} />
      {headingFor !== "nobody" && (
        <h1 className={`${classes.title} ${headingFor === "visitors" ? classes.visitor : ""}`}>{title}</h1>
      )}
      <NeedsScript />
      <div data-needs-script>{children}</div>
    </>
  );
}

/** The member's own pages: the navigation beside them, and above them who it is. */
export function AccountHome({
  view,
  username,
  children,
}: {
  view: AccountView;
  username: string;
  children: ReactNode;
}) {
  const { locale } = useSite();
  const { viewer: current } = useViewer();
  const { data } = useQuery(AccountSummaryQuery, { variables: { locale: localeName(locale) } });
  const viewer = data?.viewer;
  // Who has just changed their name sees the new one.
  const name = current?.user.username ?? username;
  return (
    <Places
      nav={
        <AccountNav
          view={view}
          promptCount={viewer?.prompts.totalCount}
          favoriteCount={viewer?.allFavorites.totalCount}
          isModerator={current?.isModerator ?? false}
        />
      }
      owner={
        <>
          <Avatar name={name} size={56} />
          <div>
            <h1>
              <bdi>{name}</bdi>
            </h1>
            <p className={classes.facts}>
              {viewer && (
                <Facts
                  createdAt={viewer.user.createdAt}
                  total={viewer.prompts.totalCount}
                  shared={viewer.user.promptCount}
                />
              )}
            </p>
          </div>
        </>
      }
    >
      {children}
    </Places>
  );
}

/**
 * The same while it is not known whose account it is: nothing moves when it is. The server renders it for everyone; a visitor, who is
 * about to be asked to log in, sees a spinner.
 */
export function AccountHomeLoading({
  view,
  title,
  children,
}: {
  view: AccountView;
  title: string;
  children: ReactNode;
}) {
  return (
    <>
      <div className={classes.visitor}>
        <PageLoading />
      </div>
      <div className={classes.member}>
        <Places
          nav={<AccountNav view={view} promptCount={undefined} favoriteCount={undefined} isModerator={false} />}
          owner={
            <>
              <span className={classes.disc} />
              <div>
                <h1 className={classes.unnamed}>
                  <VisuallyHidden>{title}</VisuallyHidden>
                </h1>
                <p className={classes.facts} />
              </div>
            </>
          }
        >
          {children}
        </Places>
      </div>
    </>
  );
}

function Places({ nav, owner, children }: { nav: ReactNode; owner: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.home}>
      {nav}
      <div className={classes.content}>
        <div className={classes.owner}>{owner}</div>
        {children}
      </div>
    </div>
  );
}

function Facts({ createdAt, total, shared }: { createdAt: string; total: number; shared: number }) {
  const { i18n } = useLingui();
  const since = i18n.date(new Date(createdAt), { month: "long", year: "numeric" });
  const member = <Trans>Member since {since}</Trans>;
  if (total === 0) return member;
  return (
    <>
      <span>{member}</span>
      <span className={classes.dot}>{"\u00a0"}· </span>
      <span>
        <OwnPromptCount total={total} shared={shared} />
      </span>
    </>
  );
}
