import { useApolloClient } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { data as withStatus, type LoaderFunctionArgs, useLocation, useParams } from "react-router-dom";
import { oembedUrl, picturePath } from "../../contract/link-preview";
import { type Locale, localePath } from "../../contract/locales";
import { PAGES, PROMPT_NUMBER, promptPath } from "../../contract/pages";
import { rawTextPath } from "../../contract/raw-text";
import { commentInAddress } from "../features/comment";
import { Comments, preloadComments } from "../features/comment-section";
import { headData, JsonLd, PageHead, promptJsonLd, unlistedHeadData } from "../features/head";
import { ReportButton } from "../features/moderation";
import { OwnerBar, OwnHistory, OwnPlace, useIsOwn } from "../features/own-prompt";
import { cardVariables, MoreMenu, plainPromptText, PromptBrief, PromptNeighbors, Workbench } from "../features/prompt";
import { CopiedFrom, SaveCopyButton } from "../features/saved-copy";
import { useWithSession } from "../forms/use-with-session";
import { graphql } from "../gql";
import { localeName, localeOf } from "../i18n/locale-name";
import { NotFound } from "../features/not-found";
import { pageCatalog } from "../i18n/page-catalog";
import type { PromptPageQuery as Data } from "../gql/graphql";
import { useQuery } from "../runtime/apollo-hooks";
import type { PageContext } from "../runtime/page-context";
import { useSite } from "../runtime/SiteProvider";
import { isSignedIn } from "../session/is-signed-in";
import { SessionEndedError } from "../session/session-link";
import { useAccount } from "../session/use-signed-in";
import { useAnnounce } from "../ui/Announcer";
import { Button } from "../ui/Button";
import { PageLoading } from "../ui/PageLoading";
import { useRetryOnline } from "../ui/use-retry-online";
import classes from "./prompt.module.css";

export const catalog = pageCatalog(import.meta.glob("../locales/*/prompt.po"));

const PromptPageQuery = graphql(`
  query PromptPage($id: ID!, $locale: Locale!, $excerptLength: Int!) {
    prompt(id: $id) {
      id
      createdAt
      updatedAt
      shared
      sharedAt
      hidden
      author {
        id
      }
      text(locale: $locale) {
        locale
        title
        remark
        excerpt(length: $excerptLength)
      }
      tags {
        slug
        label(locale: $locale)
      }
      related(first: 6) {
        id
        text(locale: $locale) {
          locale
        }
        ...PromptBrief_prompt
      }
      ...Workbench_prompt
      ...CopiedFrom_prompt
      ...PromptNeighbors_prompt
      ...OwnerBar_prompt
      ...PromptHistory_prompt
    }
  }
`);

function pageVariables(locale: Locale, id: string) {
  return { id, ...cardVariables(locale) };
}

export async function loader(
  context: PageContext,
  { params, request }: Pick<LoaderFunctionArgs, "params" | "request">,
) {
  const { apollo, locale, session } = context;
  const { number = "" } = params;
  if (PROMPT_NUMBER.test(number)) {
    const query = { query: PromptPageQuery, variables: pageVariables(locale, number) };
    const comments = { promptId: number, target: commentInAddress(new URL(request.url).search) };
    // What was not there for a visitor, or before it was brought back, may be there for the member.
    const isStale = session.signedIn && apollo.readQuery(query)?.prompt === null;
    const [{ data }] = await Promise.all([
      apollo.query({ ...query, fetchPolicy: isStale ? "network-only" : "cache-first" }),
      preloadComments(context, comments),
    ]);
    if (data?.prompt) return null;
  }
  return withStatus(null, { status: 404 });
}

export default function PromptPage() {
  const { number = "" } = useParams();
  return PROMPT_NUMBER.test(number) ? <NumberedPromptPage key={number} number={number} /> : <NotFound />;
}

function NumberedPromptPage({ number }: { number: string }) {
  const { locale } = useSite();
  const comment = commentInAddress(useLocation().search);
  const variables = pageVariables(locale, number);
  const { data } = useQuery(PromptPageQuery, { variables });
  const { outcome, ask } = useAskAsMember(data?.prompt === null, number);
  // Cached by the loader.
  if (!data) return <PageLoading />;
  if (data.prompt) return <ShownPrompt prompt={data.prompt} comment={comment} />;
  if (outcome === "failed") return <PromptFailure onRetry={ask} />;
  return outcome === "asking" ? <PromptLoading /> : <NotFound />;
}

function ShownPrompt({ prompt, comment }: { prompt: NonNullable<Data["prompt"]>; comment: string | null }) {
  const { t } = useLingui();
  const { locale, publicUrl, basePath, notFoundAt } = useSite();
  const announce = useAnnounce();
  const { id, text, tags, related, createdAt, updatedAt } = prompt;
  const authorId = prompt.author?.id ?? null;
  const isOwn = useIsOwn(authorId);
  const [version, setVersion] = useState<number | null>(null);
  const wasMissing = notFoundAt === localePath(locale, promptPath(id));
  useEffect(() => {
    if (wasMissing) announce(text.title);
  }, [wasMissing, announce, text.title]);
  // What can be read comes first.
  const isForeign = (each: (typeof related)[number]) => each.text.locale !== localeName(locale);
  const isPublic = prompt.shared && !prompt.hidden;
  const list =
    authorId === null
      ? { path: "/", name: t`All prompts` }
      : isPublic
        ? { path: PAGES.communityPrompts.path, name: t`Community prompts` }
        : // Nobody but its author sees it.
          { path: PAGES.user.path, name: t`My prompts` };
  const siteUrl = `${publicUrl}${basePath}`;
  const path = promptPath(id);
  const url = `${siteUrl}${localePath(locale, path)}`;
  const description = text.remark ?? plainPromptText(text.excerpt);
  const head = {
    locale,
    siteUrl,
    path,
    title: text.title,
    description,
    type: "article",
    noindex: comment !== null,
    // Other sites keep a picture by its address: after a change it has another one.
    picture: `${siteUrl}${picturePath(localeOf(text.locale), id)}?v=${String(Date.parse(updatedAt))}`,
  } as const;
  return (
    <>
      {isPublic ? (
        <PageHead
          {...headData(head)}
          markdown={`${basePath}${rawTextPath(locale, id, "md")}`}
          oembed={oembedUrl(siteUrl, url)}
        />
      ) : (
        <PageHead {...unlistedHeadData(text.title)} />
      )}
      {isPublic && (
        <JsonLd
          data={promptJsonLd({
            url,
            home: `${siteUrl}${localePath(locale, "/")}`,
            list: { url: `${siteUrl}${localePath(locale, list.path)}`, name: list.name },
            locale,
            title: text.title,
            description,
            keywords: tags.map(({ label }) => label),
            created: createdAt,
            updated: updatedAt,
          })}
        />
      )}
      <PromptNeighbors prompt={prompt} list={list} isNewestFirst={authorId !== null && !isPublic} />
      {authorId !== null && (
        <OwnPlace authorId={authorId} isLong={prompt.sharedAt !== null || prompt.hidden}>
          {isOwn && <OwnerBar prompt={prompt} title={text.title} number={version} />}
        </OwnPlace>
      )}
      <Workbench
        prompt={prompt}
        url={url}
        origin={<CopiedFrom prompt={prompt} />}
        more={
          isPublic && (
            <MoreMenu title={text.title} authorId={authorId}>
              <li>
                <SaveCopyButton id={id} />
              </li>
              {authorId !== null && (
                <li>
                  <ReportButton target={{ promptId: id, title: text.title }} />
                </li>
              )}
            </MoreMenu>
          )
        }
        below={isOwn && <OwnHistory prompt={prompt} onVersion={setVersion} isQuiet />}
        comments={<Comments promptId={id} target={comment} />}
      >
        {related.length > 0 && (
          <section aria-labelledby="related">
            <h2 id="related">
              <Trans>Related prompts</Trans>
            </h2>
            <ul className={classes.related}>
              {[...related]
                .sort((one, other) => Number(isForeign(one)) - Number(isForeign(other)))
                .map((each) => (
                  <li key={each.id}>
                    <PromptBrief prompt={each} />
                  </li>
                ))}
            </ul>
          </section>
        )}
      </Workbench>
    </>
  );
}

function PromptLoading() {
  const { t } = useLingui();
  return (
    <>
      <PageHead {...unlistedHeadData(t`Page not found`)} />
      <PageLoading />
    </>
  );
}

function PromptFailure({ onRetry }: { onRetry(): void }) {
  const { t } = useLingui();
  const message = t`The prompt could not be loaded. Try again later.`;
  useRetryOnline(onRetry);
  return (
    <div className={classes.failure} role="alert">
      <PageHead {...unlistedHeadData(t`Page not found`)} />
      <p>{message}</p>
      <Button onClick={onRetry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  );
}

type Outcome = "asking" | "missing" | "failed";

interface Answer {
  account: string | null;
  outcome: Outcome;
}

/**
 * A prompt that is not there for a visitor may be there for the member who signs in on this page: asks again as them. So it does for a
 * member whose session has ended, once they have logged in again.
 * @param isMissing whether there is no such prompt for whoever it was loaded for
 */
function useAskAsMember(isMissing: boolean, number: string): { outcome: Outcome; ask(): void } {
  const { locale, session } = useSite();
  const client = useApolloClient();
  const withSession = useWithSession();
  const account = useAccount();
  // The loader has asked as the first one.
  const [answer, setAnswer] = useState<Answer>({ account, outcome: "missing" });
  if (answer.account !== account) setAnswer({ account, outcome: account === null ? "missing" : "asking" });
  const { outcome } = answer;
  const shouldAsk = isMissing && outcome === "asking";
  useEffect(() => {
    if (!shouldAsk) return;
    let active = true;
    const answered = (result: Outcome) => active && setAnswer({ account, outcome: result });
    client
      .query({ query: PromptPageQuery, variables: pageVariables(locale, number), fetchPolicy: "network-only" })
      .then(
        // What is found is in the cache, and on the page.
        ({ data }) => data?.prompt === null && answered("missing"),
        () => answered("failed"),
      );
    return () => {
      active = false;
    };
  }, [shouldAsk, account, client, locale, number]);
  useEffect(() => {
    if (!isMissing || !session.began) return;
    let active = true;
    let hadEnded = false;
    const check = async () => {
      if ((await isSignedIn(session)) !== false) return;
      hadEnded = true;
      throw new SessionEndedError();
    };
    withSession(check).then(
      () => active && hadEnded && setAnswer({ account: session.account, outcome: "asking" }),
      () => undefined,
    );
    return () => {
      active = false;
    };
  }, [isMissing, number, session, withSession]);
  return { outcome, ask: () => setAnswer({ account, outcome: "asking" }) };
}
