import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import { localePath, type Locale } from "../../../contract/locales";
import { normalizeQuery } from "../../../contract/pages";
import { Access } from "../../platform/graphql/access";
import type { RequestContext } from "../../platform/graphql/context";
import { LocaleEnum } from "../../platform/graphql/enums";
import { badInputError } from "../../platform/domain/domain-error";
import { placeAddresses } from "./doc-markdown";
import { docSearch } from "./doc-search";
import { type Addresses, Doc, DocHit, DocLink, DocsSite, DocTag, Post } from "./doc.type";
import { docsContent, type DocsVersion, type StoredDoc } from "./docs-content";
import { RELEASE } from "../../platform/config/release";

const SEARCH_COST = 50;
const MAX_HITS = 50;

const WANTED = "The language that is wanted.";

@Resolver(() => Doc)
export class DocResolver {
  @Access("public")
  @Query(() => Doc, { nullable: true, description: "A page of the docs; null when there is none at that path." })
  doc(
    @Arg("locale", () => LocaleEnum, { description: WANTED }) locale: Locale,
    @Arg("path", () => String, {
      description: 'The address below /docs/, such as "guides/interface"; "" for the first page.',
    })
    path: string,
    @Ctx() context: RequestContext,
  ): Doc | null {
    const found = docsContent().find(locale, path);
    return found ? new Doc(found.doc, found.version, locale, addressesOf(context, locale)) : null;
  }

  @Access("public")
  @Query(() => DocsSite, { description: "All pages of the docs, their tags and versions." })
  docs(
    @Arg("locale", () => LocaleEnum, { description: WANTED }) locale: Locale,
    @Arg("version", () => String, {
      nullable: true,
      description: "The name of a version; the current one when it is not given, or there is none of that name.",
    })
    name: string | null,
  ): DocsSite {
    const { versions, current } = docsContent();
    const version = versions.find((each) => each.name === name) ?? current;
    return {
      sidebar: version.sidebar.map(({ group }) => {
        const { label = group, description = null } = version.labelsOf(locale).groups[group] ?? {};
        const pages = version.pagesOf(locale).filter((page) => page.group === group);
        return { slug: group, label, description, pages: pages.map((page) => new DocLink(page, version)) };
      }),
      tags: tagsOf(version, locale, Object.keys(version.labelsOf(locale).tags)),
      versions: versions.map((each) => ({
        name: each.name || "current",
        label: each.name || RELEASE,
        isLast: each === current,
        path: `/docs/${each.addressOf("")}`,
        mainDocId: `${locale}/${each.addressOf("")}`,
      })),
    };
  }

  @Access("public")
  @Query(() => [DocHit], {
    complexity: SEARCH_COST,
    description:
      "The sections of the current docs that have the words of a query, or words that begin with them or are nearly the same. Those of a page are beside each other; the page with the best one is first. A blank query finds nothing.",
  })
  searchDocs(
    @Arg("locale", () => LocaleEnum, { description: WANTED }) locale: Locale,
    @Arg("query", () => String, {
      description: `The words; of more than ${String(LIMITS.searchQuery)} characters the first.`,
    })
    query: string,
    @Arg("first", () => Int, {
      defaultValue: LIMITS.defaultPageSize,
      description: `How many at most: 1 to ${String(MAX_HITS)} (else BAD_USER_INPUT).`,
    })
    first: number,
    @Ctx() context: RequestContext,
  ): DocHit[] {
    if (first < 1 || first > MAX_HITS) throw badInputError(`"first" must be 1 to ${String(MAX_HITS)}.`);
    const { current } = docsContent();
    return docSearch(current, locale)
      .find(normalizeQuery(query), first, addressesOf(context, locale))
      .map(({ page, ...hit }) => ({
        ...hit,
        page: new DocLink(page, current),
        group: current.labelsOf(locale).groups[page.group]?.label ?? page.group,
        locale: page.locale,
      }));
  }

  @FieldResolver(() => [DocTag], { description: "Its tags." })
  tags(@Root() { stored, version, shownIn }: Doc): DocTag[] {
    return tagsOf(version, shownIn, stored.tags);
  }

  @FieldResolver(() => DocLink, { nullable: true, description: "The page before it, in the order of the sidebar." })
  previous(@Root() doc: Doc): DocLink | null {
    return neighbor(doc, -1);
  }

  @FieldResolver(() => DocLink, { nullable: true, description: "The page after it, in the order of the sidebar." })
  next(@Root() doc: Doc): DocLink | null {
    return neighbor(doc, 1);
  }

  @Access("public")
  @Query(() => [Post], { description: "All news about the site, the newest first." })
  posts(
    @Arg("locale", () => LocaleEnum, { description: WANTED }) locale: Locale,
    @Ctx() context: RequestContext,
  ): Post[] {
    return docsContent()
      .current.posts(locale)
      .map((post) => new Post(post, locale, addressesOf(context, locale)));
  }

  @Access("public")
  @Query(() => Post, { nullable: true, description: "News about the site; null when there is none with that slug." })
  post(
    @Arg("locale", () => LocaleEnum, { description: WANTED }) locale: Locale,
    @Arg("slug", () => String, { description: "As in its address, /blog/{slug}." }) slug: string,
    @Ctx() context: RequestContext,
  ): Post | null {
    const found = docsContent()
      .current.posts(locale)
      .find(({ path }) => path === slug);
    return found ? new Post(found, locale, addressesOf(context, locale)) : null;
  }
}

function addressesOf({ siteUrl }: RequestContext, locale: Locale): Addresses {
  const base = new URL(siteUrl).pathname.replace(/\/$/, "");
  return (html) => placeAddresses(html, { site: siteUrl, base, pages: base + localePath(locale, "") });
}

/** Of those tags, the ones that pages have. */
function tagsOf(version: DocsVersion, locale: Locale, slugs: readonly string[]): DocTag[] {
  const { tags } = version.labelsOf(locale);
  return slugs
    .map((slug) => ({ slug, label: tags[slug] ?? slug, pages: pagesWith(version, locale, slug) }))
    .filter(({ pages }) => pages.length > 0)
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

function pagesWith(version: DocsVersion, locale: Locale, tag: string): DocLink[] {
  const pages = version.pagesOf(locale).filter(({ tags }) => tags.includes(tag));
  return pages.map((page) => new DocLink(page, version));
}

function neighbor({ stored, version, shownIn }: Doc, step: number): DocLink | null {
  const pages: StoredDoc[] = version.pagesOf(shownIn);
  const found = pages[pages.findIndex(({ path }) => path === stored.path) + step];
  return found ? new DocLink(found, version) : null;
}
