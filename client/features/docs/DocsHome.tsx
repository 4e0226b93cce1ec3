import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { docPath, PAGES } from "../../../contract/pages";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { ButtonLink } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import lamp from "../../ui/lamp.module.css";
import type { DocsSite } from "./DocsFrame";
import { useDocsSearch } from "./DocsSearchField";
import { DocText } from "./DocText";
import { DocTiles } from "./DocTiles";
import type { Locale } from "../../../contract/locales";
import { LanguageNote } from "./LanguageNote";
import classes from "./DocsHome.module.css";

/** Commands, which are the same in all languages. */
const CLONE = "git clone";
const REPOSITORY = "REPOSITORY";
const START = "npm start";

interface DocsHomeProps {
  docs: DocsSite;
  title: string;
  /** The introduction. */
  html: string;
  /** Of the introduction. */
  writtenIn: Locale;
}

/** The first page of the docs: a question, what Polyprompt is, the two ways in, and all pages. */
export function DocsHome({ docs, title, html, writtenIn }: DocsHomeProps) {
  const { t } = useLingui();
  const { locale } = useSite();
  const path = useLocalePath();
  const page = (address: string) => path(docPath(address));
  const tiles = docs.sidebar
    .filter(({ slug }) => slug !== "start" && slug !== "legal")
    .flatMap(({ pages }) => pages)
    .map(({ path: address, title: name, description }) => ({
      path: address,
      to: page(address),
      title: name,
      description,
    }));
  const news = {
    path: "blog",
    to: path(PAGES.blog.path),
    title: t`What’s new`,
    description: t`Changes that people who use Polyprompt notice, newest first.`,
  };
  return (
    <>
      <h1>
        <VisuallyHidden>{title}</VisuallyHidden>
      </h1>
      <Ask />
      {writtenIn !== locale && <LanguageNote />}
      <DocText html={html} locale={writtenIn} />
      <div className={classes.ways}>
        <section aria-labelledby="use-it">
          <h2 id="use-it">
            <Trans>Use it</Trans>
          </h2>
          <p>
            <Trans>Find a prompt, fill it in, take it to any chat. No account needed.</Trans>
          </p>
          <p className={classes.show}>
            <span>
              <Trans>
                Be my conversation partner in <mark data-state="filled">Italian</mark>. My level:{" "}
                <mark data-state="empty">your level</mark>. Our topic: <mark data-state="default">everyday life</mark>.
              </Trans>
            </span>
          </p>
          <p className={classes.act}>
            <ButtonLink to={page("guides/getting-started")}>
              <Trans>Get started</Trans>
            </ButtonLink>
            <More to={page("guides/interface")}>
              <Trans>The interface</Trans>
            </More>
          </p>
        </section>
        <section aria-labelledby="run-it">
          <h2 id="run-it">
            <Trans>Run it</Trans>
          </h2>
          <p>
            <Trans>Your own copy, with its own members, on one machine or several.</Trans>
          </p>
          <p className={classes.show} dir="ltr" translate="no">
            <code>
              {CLONE} <mark data-state="empty">{REPOSITORY}</mark>
              <br />
              {START}
            </code>
          </p>
          <p className={classes.act}>
            <Link className={classes.quiet} to={page("deploy")}>
              <Trans>Deploy</Trans>
            </Link>
            <More to={`${page("deploy")}#settings`}>
              <Trans>Every setting</Trans>
            </More>
          </p>
        </section>
      </div>
      <h2 className={classes.next}>
        <Trans>Where to go next</Trans>
      </h2>
      <DocTiles tiles={[...tiles, news]} />
    </>
  );
}

function More({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={classes.more} to={to} data-on-intent>
      {children}
      <Icon name="forward" size={16} />
    </Link>
  );
}

/** The search, as a question with a blank. */
function Ask() {
  const { t } = useLingui();
  const path = useLocalePath();
  const { basePath } = useSite();
  const { address, search } = useDocsSearch();
  const blank = (
    <input
      className={classes.blank}
      type="search"
      name="q"
      dir="auto"
      placeholder={t`fill in a blank`}
      aria-label={t`Search the docs`}
      autoComplete="off"
      required
    />
  );
  return (
    <section className={`${lamp.lamp} ${classes.ask}`} aria-label={t`Search the docs`}>
      <form role="search" action={basePath + address} onSubmit={search}>
        <p className={classes.line}>
          <Trans>
            <span>How do I</span> {blank} <span>?</span>
          </Trans>
        </p>
        <button className={classes.go} type="submit" aria-label={t`Search the docs`}>
          <Icon name="forward" size={20} />
        </button>
      </form>
      <p className={classes.often}>
        <span>
          <Trans>Often asked:</Trans>
        </span>
        <Link to={path(docPath("guides/login-user#api-tokens"))}>
          <Trans>get an API token</Trans>
        </Link>
        <Link to={path(docPath("guides/community#share-a-prompt"))}>
          <Trans>share a prompt</Trans>
        </Link>
        <Link to={path(docPath("guides/login-user#export"))}>
          <Trans>export my prompts</Trans>
        </Link>
      </p>
    </section>
  );
}
