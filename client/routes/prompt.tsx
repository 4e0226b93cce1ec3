import { useQuery } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { data as withStatus, type LoaderFunctionArgs, useParams } from "react-router-dom";
import { type Locale, localePath } from "../../contract/locales";
import { headData, JsonLd, PageHead, promptJsonLd } from "../features/head";
import { cardVariables, plainPromptText, PromptBrief, PromptNeighbors, Workbench } from "../features/prompt";
import { graphql } from "../gql";
import { PageLoading } from "../ui/PageLoading";
import { useSite } from "../runtime/SiteProvider";
import type { PageContext } from "../runtime/page-context";
import { PROMPT_NUMBER, promptPath } from "../../contract/pages";
import NotFoundPage from "./not-found";
import classes from "./prompt.module.css";

const PromptPageQuery = graphql(`
  query PromptPage($id: ID!, $locale: Locale!, $excerptLength: Int!) {
    prompt(id: $id) {
      id
      createdAt
      updatedAt
      text(locale: $locale) {
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
        ...PromptBrief_prompt
      }
      ...Workbench_prompt
      ...PromptNeighbors_prompt
    }
  }
`);

function pageVariables(locale: Locale, id: string) {
  return { id, ...cardVariables(locale) };
}

export async function loader({ apollo, locale }: PageContext, { params }: Pick<LoaderFunctionArgs, "params">) {
  const { number = "" } = params;
  if (PROMPT_NUMBER.test(number)) {
    const { data } = await apollo.query({ query: PromptPageQuery, variables: pageVariables(locale, number) });
    if (data?.prompt) return null;
  }
  return withStatus(null, { status: 404 });
}

export default function PromptPage() {
  const { number = "" } = useParams();
  return PROMPT_NUMBER.test(number) ? <NumberedPromptPage key={number} number={number} /> : <NotFoundPage />;
}

function NumberedPromptPage({ number }: { number: string }) {
  const { t } = useLingui();
  const { locale, publicUrl, basePath } = useSite();
  const { data } = useQuery(PromptPageQuery, { variables: pageVariables(locale, number) });
  // Cached by the loader.
  if (!data) return <PageLoading />;
  if (!data.prompt) return <NotFoundPage />;
  const { text, tags, related, createdAt, updatedAt } = data.prompt;
  const siteUrl = `${publicUrl}${basePath}`;
  const path = promptPath(number);
  const url = `${siteUrl}${localePath(locale, path)}`;
  const description = text.remark ?? plainPromptText(text.excerpt);
  const head = { locale, siteUrl, path, title: text.title, description, type: "article", noindex: false } as const;
  return (
    <>
      <PageHead {...headData(head)} />
      <JsonLd
        data={promptJsonLd({
          url,
          home: { url: `${siteUrl}${localePath(locale, "/")}`, name: t`All prompts` },
          locale,
          title: text.title,
          description,
          keywords: tags.map(({ label }) => label),
          created: createdAt,
          updated: updatedAt,
        })}
      />
      <PromptNeighbors prompt={data.prompt} />
      <Workbench prompt={data.prompt} url={url}>
        {related.length > 0 && (
          <section aria-labelledby="related">
            <h2 id="related">
              <Trans>Related prompts</Trans>
            </h2>
            <ul className={classes.related}>
              {related.map((prompt) => (
                <li key={prompt.id}>
                  <PromptBrief prompt={prompt} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </Workbench>
    </>
  );
}
