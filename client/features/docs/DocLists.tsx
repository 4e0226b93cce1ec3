import { Trans, useLingui } from "@lingui/react/macro";
import { DOC_TAGS } from "../../../contract/docs-pages";
import { docPath } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import { Crumbs } from "./Crumbs";
import type { DocsSite } from "./DocsFrame";
import { DocTiles, type Tile } from "./DocTiles";
import classes from "./DocLists.module.css";

type Pages = DocsSite["tags"][number]["pages"];

function useTiles(): (pages: Pages) => Tile[] {
  const path = useLocalePath();
  return (pages) =>
    pages.map(({ path: below, title, description }) => ({ path: below, to: path(docPath(below)), title, description }));
}

/** The pages of a group. */
export function DocCategory({ group }: { group: DocsSite["sidebar"][number] }) {
  const { t } = useLingui();
  const path = useLocalePath();
  const tiles = useTiles();
  return (
    <>
      <Crumbs above={[{ name: t`Docs`, to: path(docPath("")) }]} here={group.label} />
      <h1 className={classes.title}>{group.label}</h1>
      <p className={classes.lead}>{group.description}</p>
      <DocTiles tiles={tiles(group.pages)} />
    </>
  );
}

/** The pages with a tag. */
export function DocTagPages({ tag }: { tag: DocsSite["tags"][number] }) {
  const { t } = useLingui();
  const path = useLocalePath();
  const tiles = useTiles();
  const above = [
    { name: t`Docs`, to: path(docPath("")) },
    { name: t`Tags`, to: path(docPath(DOC_TAGS)) },
  ];
  const { label } = tag;
  return (
    <>
      <Crumbs above={above} here={label} />
      <h1 className={classes.title}>
        <Trans>Pages tagged “{label}”</Trans>
      </h1>
      <DocTiles tiles={tiles(tag.pages)} />
    </>
  );
}

/** All tags with the number of their pages. */
export function DocTags({ tags }: { tags: DocsSite["tags"] }) {
  const { t } = useLingui();
  const path = useLocalePath();
  return (
    <>
      <Crumbs above={[{ name: t`Docs`, to: path(docPath("")) }]} here={t`Tags`} />
      <h1 className={classes.title}>
        <Trans>Tags</Trans>
      </h1>
      <ul className={classes.tags}>
        {tags.map(({ slug, label, pages }) => (
          <li key={slug}>
            <Link to={path(docPath(`tags/${slug}`))} data-on-intent>
              {label}
              <span>{pages.length}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
