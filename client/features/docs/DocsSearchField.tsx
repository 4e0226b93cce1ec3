import { useLingui } from "@lingui/react/macro";
import type { SubmitEvent } from "react";
import { useNavigate } from "react-router-dom";
import { DOC_SEARCH } from "../../../contract/docs-pages";
import { docPath } from "../../../contract/pages";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { Icon } from "../../ui/Icon";
import classes from "./DocsSearchField.module.css";

/** Leads to the page with what it finds; without scripts too. */
export function DocsSearchField({ className = "" }: { className?: string | undefined }) {
  const { t } = useLingui();
  const { basePath } = useSite();
  const { address, search } = useDocsSearch();
  return (
    <form className={`${classes.field} ${className}`} role="search" action={basePath + address} onSubmit={search}>
      <Icon name="search" />
      <input
        type="search"
        name="q"
        dir="auto"
        placeholder={t`Search the docs`}
        aria-label={t`Search the docs`}
        autoComplete="off"
        required
      />
    </form>
  );
}

/** The address of the search within the base path, and what a form does that has its words in `q`. */
export function useDocsSearch(): { address: string; search: (event: SubmitEvent<HTMLFormElement>) => void } {
  const address = useLocalePath()(docPath(DOC_SEARCH));
  const navigate = useNavigate();
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get("q");
    if (typeof words === "string") void navigate(`${address}?${new URLSearchParams({ q: words }).toString()}`);
  };
  return { address, search };
}
